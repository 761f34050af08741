/** Thrown when an admin route refuses; carries what a program decides by. */
export class AdminError extends Error {
  override name = 'AdminError';
  readonly status: number;
  readonly problems: { file?: string; line?: number; message: string }[];

  constructor(status: number, body: AdminErrorBody, did: string) {
    super(`${did} was answered with ${status}: ${body.error ?? 'no reason given'}`);
    this.status = status;
    this.problems = body.problems ?? [];
  }
}

interface AdminErrorBody {
  error?: string;
  problems?: { file?: string; line?: number; message: string }[];
}

export type AdminRequest = <T>(method: string, route: string, body?: unknown) => Promise<T>;

/** Calls the admin routes under `baseUrl` with `apiKey`; routes are given from `/admin/v1` on. */
export function createAdminClient(baseUrl: string, apiKey: string): AdminRequest {
  return async <T>(method: string, route: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${baseUrl}/admin/v1${route}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
    const answer = (await response.json().catch(() => ({}))) as T & AdminErrorBody;
    if (!response.ok) throw new AdminError(response.status, answer, `${method} ${route}`);
    return answer;
  };
}
