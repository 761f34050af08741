import { ApiError, unavailable } from '../../http/api-error';
import { unauthorized } from '../../http/middleware/wrong-keys';

/** Thrown when an answer of the provider was refused. Its cause is for the log, and has neither a token nor a claim. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';

  constructor(
    readonly answer: ApiError,
    /** What the library says. */
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** Errors of the library, as far as they are read here. */
interface Failure {
  name?: string;
  message?: string;
  code?: string;
  /** What the provider answered: `access_denied`, `invalid_client`, `invalid_grant`. */
  error?: string;
  status?: number;
  cause?: { code?: string; status?: number };
}

/** Codes of a provider that does not answer, or not as a provider. */
const AWAY = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** Waits for a call of the provider. Throws a ProviderRefusal for every failure of it. */
export async function answered<T>(issuer: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (thrown) {
    if (thrown instanceof ProviderRefusal) throw thrown;
    const failure = thrown as Failure;
    const details = [failure.code, failure.error, failure.cause?.code, failure.message];
    throw new ProviderRefusal(
      answerTo(issuer, failure),
      details.filter((each) => typeof each === 'string').join(': '),
    );
  }
}

function answerTo(issuer: string, { name, code, error, status = 0 }: Failure): ApiError {
  const shown = error !== undefined && /^[\w.-]{1,64}$/.test(error) ? error : 'an error';
  if (name === 'AuthorizationResponseError')
    return unauthorized(
      error === 'access_denied'
        ? 'The OpenID provider refused the sign-in (access_denied). It was cancelled, or your account there may not use this service.'
        : `The OpenID provider refused the sign-in (${shown}). The log of the API says more.`,
    );
  const isAway = name === 'TypeError' || AWAY.has(code ?? '') || status >= 500;
  if (isAway)
    return unavailable(
      `The OpenID provider at ${new URL(issuer).host} does not answer. Sign in by password or by a link, or try again later.`,
      10,
    );
  if (error === 'invalid_grant')
    return unauthorized('The OpenID provider says that this sign-in was used or is too old. Begin again.');
  if (error !== undefined)
    return new ApiError(
      'UNAVAILABLE',
      `The OpenID provider refuses this service (${shown}). Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or sign in by password or by a link.`,
    );
  return unauthorized(
    'The answer of the OpenID provider failed a check, so nobody is signed in. The log of the API says which.',
  );
}
