import { CliError } from './errors';
import type { AdminSettings } from './settings';

export interface AdminRequest {
  /** What is being done, as it stands in an error: `cannot <doing>: …`. */
  doing: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parts of the path behind `/admin/v1`; each is encoded. */
  path: string[];
  /** What stands behind the path; what is undefined is left away. */
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

interface ErrorBody {
  error?: string;
  code?: string;
  field?: string;
  problems?: { file: string; line: number; message: string }[];
}

const TIMEOUT_MS = 30_000;

/** Calls the admin API. Whatever goes wrong becomes a CliError that says what to do next. */
export class AdminClient {
  constructor(private readonly settings: AdminSettings) {}

  async request<T>({ doing, method = 'GET', path, query = {}, body }: AdminRequest): Promise<T> {
    const url = `${this.settings.url}/admin/v1/${path.map(encodeURIComponent).join('/')}${queryText(query)}`;
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${this.settings.key}`,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A redirect would take the key elsewhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      text = await response.text();
    } catch (error) {
      throw unreachable(doing, this.settings.url, error);
    }
    const answer = parse(text);
    if (answer === undefined) {
      throw new CliError(`cannot ${doing}: ${this.settings.url} answered ${response.status} without JSON`, {
        next: 'Is that the address of the admin API? Give it with --url or HELIOGRAPH_ADMIN_URL.',
      });
    }
    if (!response.ok) throw refused(doing, response.status, answer);
    return answer as T;
  }
}

function queryText(query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function unreachable(doing: string, url: string, error: unknown): CliError {
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') {
    return new CliError(`cannot ${doing}: no answer from ${url} within ${TIMEOUT_MS / 1_000} s`, {
      next: 'It may have been done all the same: look before you repeat it.',
      cause: error,
    });
  }
  const reason = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
  return new CliError(`cannot ${doing}: the admin API at ${url} cannot be reached (${reason})`, {
    next: 'Is it running (`npm start`)? Another address goes into --url or HELIOGRAPH_ADMIN_URL.',
    cause: error,
  });
}

function refused(doing: string, status: number, body: ErrorBody): CliError {
  const field = body.field === undefined ? '' : ` (${body.field})`;
  const details = (body.problems ?? []).map(({ file, line, message }) => `${file}:${line}: ${message}`);
  return new CliError(`cannot ${doing}: ${body.error ?? `the answer was ${status}`}${field}`, {
    code: body.code,
    details,
    next: nextStep(status),
  });
}

function nextStep(status: number): string | undefined {
  if (status === 403) return 'Another admin key may: --admin-key or HELIOGRAPH_ADMIN_KEY.';
  if (status === 401) return 'Check the admin key: --admin-key or HELIOGRAPH_ADMIN_KEY.';
  if (status === 503) return 'The service is up but something behind it is not; try again in a moment.';
  return status >= 500 ? "The service's log says more." : undefined;
}
