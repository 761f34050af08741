import { Readable } from 'node:stream';
import createClient, { type Client } from 'openapi-fetch';
import {
  type AnswerOf,
  type Arguments,
  type Method,
  type OperationAt,
  optionsOf,
  type PathsWith,
} from '../core/shared/route-call';
import type { paths } from '../generated/admin-openapi';
import { CliError } from './errors';
import { withOptions } from './field-names';
import type { AdminSettings } from './settings';

interface ErrorBody {
  error?: string;
  code?: string;
  field?: string;
  problems?: { file: string; line: number; message: string }[];
}

const TIMEOUT_MS = 30_000;
/** Longest time of a request with a file, or of an answer that is text, milliseconds. The service has limits of its own. */
const UPLOAD_TIMEOUT_MS = 900_000;

type Call<M extends Method> = <P extends PathsWith<paths, M>>(
  doing: string,
  path: P,
  ...given: Arguments<OperationAt<paths, P, M>>
) => Promise<AnswerOf<OperationAt<paths, P, M>>>;

type CsvCall = <P extends PathsWith<paths, 'get'>>(
  doing: string,
  path: P,
  ...given: Arguments<OperationAt<paths, P, 'get'>>
) => Promise<string>;

const CSV = 'text/csv';

/**
 * Calls the admin API, with the types of docs/admin-openapi.json. Every failure becomes a CliError that says what to do next.
 * `doing` is for errors: `cannot <doing>: …`.
 */
export class AdminClient {
  private readonly client: Client<paths>;
  readonly get = this.caller('get');
  readonly post = this.caller('post');
  readonly patch = this.caller('patch');
  readonly put = this.caller('put');
  readonly delete = this.caller('delete');

  /** `optionOf` returns what the user knows a field of the request by. */
  constructor(
    private readonly settings: AdminSettings,
    private readonly optionOf = (field: string): string => field,
  ) {
    this.client = createClient<paths>({
      baseUrl: settings.url,
      headers: { authorization: `Bearer ${settings.key}`, accept: 'application/json' },
      fetch: answerTo,
    });
  }

  private caller<M extends Method>(method: M): Call<M> {
    return async (doing, path, ...[given]) => {
      const request = this.client.request(method, path as never, optionsOf(path, given) as never);
      return (await this.answered(doing, request)) as never;
    };
  }

  private async answered(
    doing: string,
    request: Promise<{ data?: unknown; error?: unknown; response: Response }>,
  ): Promise<unknown> {
    const { data, error, response } = await request.catch((cause: unknown) => {
      throw cause instanceof OtherContentError
        ? withoutContent(doing, this.settings.url, cause)
        : unreachable(doing, this.settings.url, cause);
    });
    if (!response.ok) throw this.refused(doing, response.status, error as ErrorBody);
    return data;
  }

  /** Reads the answer of a route as CSV. */
  readonly csv: CsvCall = async (doing, path, ...[given]) => {
    const options = { ...optionsOf(path, given), parseAs: 'text', headers: { accept: CSV } };
    return (await this.answered(
      doing,
      this.client.request('get', path as never, options as never),
    )) as string;
  };
  /** Sends a file as it is read, and returns the answer. `path` has its parameters. */
  async upload<T>(
    doing: string,
    path: string,
    file: { body: Readable; headers: Record<string, string> },
  ): Promise<T> {
    const response = await this.raw(doing, path, {
      method: 'POST',
      body: Readable.toWeb(file.body) as ReadableStream,
      headers: file.headers,
      duplex: 'half',
    });
    return (await response.json()) as T;
  }

  /** Returns an answer that is text, as it arrives. `path` has its parameters. */
  async text(doing: string, path: string): Promise<AsyncIterable<Uint8Array>> {
    const { body } = await this.raw(doing, path, {});
    return (body ?? []) as AsyncIterable<Uint8Array>;
  }

  private async raw(
    doing: string,
    path: string,
    { headers, ...options }: RequestInit & { duplex?: 'half' },
  ): Promise<Response> {
    const { url, key } = this.settings;
    const sent = new Headers(headers);
    sent.set('authorization', `Bearer ${key}`);
    const response = await fetch(`${url}${path}`, {
      ...options,
      headers: sent,
      redirect: 'manual',
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw unreachable(doing, url, cause);
    });
    if (response.ok) return response;
    const text = await response.text();
    if (!isObject(text)) throw withoutContent(doing, url, new OtherContentError(response.status, 'JSON'));
    throw this.refused(doing, response.status, JSON.parse(text) as ErrorBody);
  }

  private refused(doing: string, status: number, { error, code, field, problems = [] }: ErrorBody): CliError {
    const reason = error ?? `the service answered ${status}`;
    const details = problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
    return new CliError(`cannot ${doing}: ${withOptions(reason, field, this.optionOf)}`, {
      code,
      details,
      next: nextStep(status),
    });
  }
}

/** Thrown if an answer is not of the type that was asked for, so not one of the admin API. */
class OtherContentError extends Error {
  constructor(
    readonly status: number,
    wanted: string,
  ) {
    super(`answered ${status} without ${wanted}`);
  }
}

/** Returns a whole answer. The time limit includes its body. */
async function answerTo(request: Request): Promise<Response> {
  const response = await fetch(request, {
    // A redirect would send the key to another address.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (response.ok && request.headers.get('accept') === CSV) {
    const isCsv = response.headers.get('content-type')?.startsWith(CSV);
    if (!isCsv) throw new OtherContentError(response.status, 'CSV');
  } else if (!isObject(text)) throw new OtherContentError(response.status, 'JSON');
  return new Response(text, { status: response.status });
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

const withoutContent = (doing: string, url: string, cause: OtherContentError): CliError =>
  new CliError(`cannot ${doing}: ${url} ${cause.message}`, {
    next: 'Check that it is the address of the admin API (--url or HELIOGRAPH_ADMIN_URL).',
  });

function unreachable(doing: string, url: string, error: unknown): CliError {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') {
    return new CliError(`cannot ${doing}: ${url} did not answer within ${TIMEOUT_MS / 1_000} s`, {
      next: 'The service may have completed it anyway. Check before you repeat it.',
      cause: error,
    });
  }
  const reason = cause?.code ?? cause?.message ?? message;
  return new CliError(`cannot ${doing}: the admin API at ${url} cannot be reached (${reason})`, {
    next: 'Check that the API runs and that this is its address (--url or HELIOGRAPH_ADMIN_URL).',
    cause: error,
  });
}

function nextStep(status: number): string | undefined {
  if (status === 403) return 'Use an admin key with another role (--admin-key or HELIOGRAPH_ADMIN_KEY).';
  if (status === 401) return 'Check the admin key (--admin-key or HELIOGRAPH_ADMIN_KEY).';
  if (status === 503)
    return 'The service runs, but MongoDB or Temporal may not be available. Try again in a moment.';
  return status >= 500 ? 'See the log of the API process.' : undefined;
}
