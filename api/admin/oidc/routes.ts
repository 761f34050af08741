import { z } from 'zod';
import { hashToken, newToken } from '../../../core/access/session-token';
import { oidcSignInBody } from '../../../core/schemas/operator-accounts';
import type { ApiDeps } from '../../deps';
import { ApiError } from '../../http/api-error';
import { unauthorized } from '../../http/middleware/wrong-keys';
import type { AnyCall } from '../../http/call';
import { answer } from '../../http/formats';
import { perProcess } from '../../http/per-process';
import { route } from '../../http/route';
import { createAdminThrottle } from '../../http/access/admin-throttle';
import { createSessionStart, SESSION_BEGIN } from '../../http/access/begin-session';
import { endAccess } from '../../http/access/end-access';
import { sessionAnswer, sessionView } from '../operator-view';
import { admit } from './admit';
import { attemptSecretOf, bindingOf, clearAttemptCookie, setAttemptCookie } from './attempt-cookie';
import { createOpenIdProvider, type OpenIdProvider } from './provider';
import { ProviderRefusal } from './provider-errors';

// Sign-in by OpenID Connect: authorization code flow with PKCE. The page of the dashboard goes to the provider and comes
// back with its answer, so that no GET changes anything.

type Called = Pick<AnyCall, 'request' | 'requestId'>;

const providers = perProcess(({ oidc, resolve }) => oidc && createOpenIdProvider(oidc, resolve));
const byAddress = perProcess(({ log }) => createAdminThrottle(log, 'a sign-in by OpenID Connect'));
const sessions = perProcess(createSessionStart);

export const startOidcSignIn = route({
  id: 'startOidcSignIn',
  tag: 'Operators',
  method: 'post',
  path: '/admin/v1/session/oidc/start',
  role: 'anyone',
  audit: SESSION_BEGIN,
  summary: 'Begin a sign-in by OpenID Connect',
  description:
    'Answers with the address at the provider to open, and sets a cookie, so that the same browser has to finish within ten minutes.',
  answer: answer('OidcStart', { url: z.string() }),
  errors: ['ROUTE_NOT_FOUND', 'RATE_LIMITED'],
  handler: async (call, deps) => {
    const { request, response } = call;
    const { provider } = needed(deps);
    await byAddress(deps).check(request);
    const secret = newToken();
    const url = await asking(call, deps, (of) => of.authorizationUrl(bindingOf(secret)), provider);
    setAttemptCookie(response, deps.development, secret);
    return { url };
  },
});

export const signInByOidc = route({
  id: 'signInByOidc',
  tag: 'Operators',
  method: 'post',
  path: '/admin/v1/session/oidc',
  role: 'anyone',
  audit: SESSION_BEGIN,
  summary: 'Finish a sign-in by OpenID Connect',
  description:
    'Takes what the provider sent the browser back with. 401: the answer of the provider is not valid, or another browser began. 403: the person is not invited and has no role.',
  body: oidcSignInBody.meta({ id: 'OidcSignIn' }),
  answer: sessionAnswer,
  errors: ['ROUTE_NOT_FOUND', 'RATE_LIMITED', 'OPERATOR_EXISTS'],
  handler: async (call, deps) => {
    const { request, response } = call;
    const { provider, oidc } = needed(deps);
    await byAddress(deps).check(request);
    const { callback } = call.body;
    const secret = boundSecret(call, deps, callback);
    // What came back is used up, whether it signs in or not.
    clearAttemptCookie(response, deps.development);
    const fail = (): Promise<void> => byAddress(deps).failed(request, hashToken(callback), call.requestId);
    if (secret === null) {
      await fail();
      throw unauthorized(
        'This sign-in began in another browser or more than ten minutes ago, or a later sign-in replaced it. Sign in again.',
      );
    }
    const claims = await asking(call, deps, (of) => of.claims(callback, bindingOf(secret)), provider).catch(
      async (error: unknown) => {
        await fail();
        throw error;
      },
    );
    const admission = await admit(deps.store, oidc, claims);
    if ('atSignIn' in admission) {
      const begun = await sessions(deps).begin(
        admission.operator,
        'oidc',
        request,
        response,
        admission.atSignIn,
      );
      return sessionView(begun, deps);
    }
    const { operator, refusal, endsAccess } = admission;
    deps.log.warn(
      { requestId: call.requestId, reason: refusal.message },
      'a sign-in by OpenID Connect was refused',
    );
    if (operator && endsAccess) await endAccess(deps.store, operator._id);
    if (operator) sessions(deps).noteRefusal(operator, refusal, request, response);
    throw refusal;
  },
});

function needed(deps: ApiDeps) {
  const { oidc } = deps;
  const provider = providers(deps);
  if (oidc && provider) return { oidc, provider };
  throw new ApiError(
    'ROUTE_NOT_FOUND',
    'Sign-in with OpenID Connect is not configured. Set OIDC_ISSUER and OIDC_CLIENT_ID.',
  );
}

/** Returns the secret of this browser if the answer of the provider belongs to it. */
function boundSecret({ request }: Called, { development }: ApiDeps, callback: string): string | null {
  const secret = attemptSecretOf(request, development);
  const isOurs = secret !== null && new URLSearchParams(callback).get('state') === bindingOf(secret).state;
  return isOurs ? secret : null;
}

async function asking<T>(
  { requestId }: Called,
  { log }: ApiDeps,
  call: (provider: OpenIdProvider) => Promise<T>,
  of: OpenIdProvider,
): Promise<T> {
  try {
    return await call(of);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    const { reason, answer } = error;
    log.warn({ requestId, reason }, 'a sign-in at the OpenID provider failed');
    throw answer;
  }
}
