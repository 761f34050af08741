import createClient, { type Middleware } from 'openapi-fetch';
import {
  type AnswerOf,
  type Arguments,
  type Method,
  type OperationAt,
  optionsOf,
  type PathsWith,
} from '../../../core/shared/route-call';
import type { paths } from '../../../generated/admin-openapi';
import { ApiProblem } from './problem';

const TIMEOUT_MS = 30_000;

let csrfToken: string | undefined;

/** Remembers the token that changes need, in memory only. */
export const rememberCsrfToken = (token: string | undefined): void => {
  csrfToken = token;
};

const session: Middleware = {
  onRequest: ({ request }) => {
    if (csrfToken !== undefined && request.method !== 'GET') request.headers.set('X-CSRF-Token', csrfToken);
    return request;
  },
  onResponse: async ({ response }) => {
    if (!response.ok) throw await problemOf(response);
    return undefined;
  },
  onError: ({ error }) => {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    return new ApiProblem(
      late
        ? `The API did not answer within ${TIMEOUT_MS / 1000} s. The request may have succeeded anyway: check before you repeat it.`
        : 'The API cannot be reached. Check that it runs and that this machine is online.',
      0,
      late ? 'TIMEOUT' : 'UNREACHABLE',
    );
  },
};

export const client = createClient<paths>({
  baseUrl: '/',
  fetch: (request: Request) =>
    fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) }),
});
client.use(session);

const caller =
  <M extends Method>(method: M) =>
  async <P extends PathsWith<paths, M>>(
    path: P,
    ...[given]: Arguments<OperationAt<paths, P, M>>
  ): Promise<AnswerOf<OperationAt<paths, P, M>>> => {
    const { data } = await client.request(method, path as never, optionsOf(path, given) as never);
    if (data === undefined || data === null)
      throw new ApiProblem('The API answered without content.', 0, 'INTERNAL');
    return data;
  };

/** The admin API. A call returns the answer of its route. Each failure is an ApiProblem. */
export const api = {
  get: caller('get'),
  post: caller('post'),
  patch: caller('patch'),
  put: caller('put'),
  delete: caller('delete'),
};

async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  const { error, code, ...details } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const message = typeof error === 'string' ? error : `The API answered ${response.status}.`;
  return new ApiProblem(message, response.status, typeof code === 'string' ? code : 'INTERNAL', details);
}
