import { CliError } from './errors';
import { withOptions } from './field-names';
import type { AdminSettings } from './settings';

export interface AdminRequest {
  /** What the command does, for its errors: `cannot <doing>: …`. */
  doing: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parts of the path after `/admin/v1`. Each is URL-encoded. */
  path: string[];
  /** Query parameters. Undefined ones are left out. */
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

/** Calls the admin API. Every failure becomes a CliError that says what to do next. */
export class AdminClient {
  /** `optionOf` returns what the user knows a field of the request by. */
  constructor(
    private readonly settings: AdminSettings,
    private readonly optionOf = (field: string): string => field,
  ) {}

  async request<T>({ doing, method = 'GET', path, query = {}, body }: AdminRequest): Promise<T> {
    const url = new URL(`${this.settings.url}/admin/v1/${path.map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
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
        body: JSON.stringify(body),
        // A redirect would send the key to another address.
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
        next: 'Check that it is the address of the admin API (--url or HELIOGRAPH_ADMIN_URL).',
      });
    }
    if (!response.ok) throw this.refused(doing, response.status, answer);
    return answer as T;
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

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function unreachable(doing: string, url: string, error: unknown): CliError {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') {
    return new CliError(`cannot ${doing}: ${url} did not answer within ${TIMEOUT_MS / 1_000} s`, {
      next: 'The service may have done it anyway. Check before you repeat it.',
      cause: error,
    });
  }
  const reason = cause?.code ?? cause?.message ?? message;
  return new CliError(`cannot ${doing}: the admin API at ${url} cannot be reached (${reason})`, {
    next: 'Check that the API runs, and that this is its address (--url or HELIOGRAPH_ADMIN_URL).',
    cause: error,
  });
}

function nextStep(status: number): string | undefined {
  if (status === 403) return 'Use an admin key with another role (--admin-key or HELIOGRAPH_ADMIN_KEY).';
  if (status === 401) return 'Check the admin key (--admin-key or HELIOGRAPH_ADMIN_KEY).';
  if (status === 503) return 'The service runs, but MongoDB or Temporal may not. Try again in a moment.';
  return status >= 500 ? 'See the log of the API process.' : undefined;
}
