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
        ? 'The OpenID provider refused the sign-in (access_denied). Either the sign-in was cancelled, or your account there may not use this service.'
        : `The OpenID provider refused the sign-in (${shown}). See the log of the API.`,
    );
  const isAway = name === 'TypeError' || AWAY.has(code ?? '') || status >= 500;
  if (isAway)
    return unavailable(
      `The OpenID provider at ${new URL(issuer).host} does not answer. Try again later, or sign in with a password or a link.`,
      10,
    );
  if (error === 'invalid_grant')
    return unauthorized(
      'The OpenID provider reports that this sign-in was already used or has expired. Sign in again.',
    );
  if (error !== undefined)
    return new ApiError(
      'UNAVAILABLE',
      `The OpenID provider refuses this service (${shown}). Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or sign in with a password or a link.`,
    );
  return unauthorized(
    'The response of the OpenID provider failed a check, so you are not signed in. The log of the API names the check.',
  );
}
