import type { Request, Response, Router } from 'express';
import { hashToken, newToken } from '../../../core/access/session-token';
import { oidcSignInBody } from '../../../core/schemas/operator-accounts';
import type { ApiDeps } from '../../deps';
import { ApiError, parse } from '../../http/api-error';
import { unauthorized } from '../../http/middleware/wrong-keys';
import { resource } from '../../http/resource';
import { createAdminThrottle } from '../../http/access/admin-throttle';
import { createSessionStart } from '../../http/access/begin-session';
import { endAccess } from '../../http/access/end-access';
import { sessionView } from '../operator-view';
import { admit } from './admit';
import { attemptSecretOf, bindingOf, clearAttemptCookie, setAttemptCookie } from './attempt-cookie';
import { createOpenIdProvider, type OpenIdProvider } from './provider';
import { ProviderRefusal } from './provider-errors';

/**
 * The routes of sign-in by OpenID Connect: authorization code flow with PKCE. The page of the dashboard goes to the
 * provider and comes back with its answer, so that no GET changes anything.
 */
export function oidcRoutes(router: Router, deps: ApiDeps): void {
  const { store, development, oidc, log } = deps;
  const provider = oidc && createOpenIdProvider(oidc, deps.resolve);
  const byAddress = createAdminThrottle(log, 'a sign-in by OpenID Connect');
  const sessions = createSessionStart(deps);

  resource(router, '/admin/v1/session/oidc/start', {
    post: async (request, response) => {
      const { provider } = needed();
      await byAddress.check(request);
      const secret = newToken();
      const url = await asking(response, (of) => of.authorizationUrl(bindingOf(secret)), provider);
      setAttemptCookie(response, development, secret);
      response.json({ success: true, url });
    },
  });

  resource(router, '/admin/v1/session/oidc', {
    post: async (request, response) => {
      const { provider, oidc } = needed();
      await byAddress.check(request);
      const { callback } = parse(oidcSignInBody, request.body);
      const secret = boundSecret(request, callback);
      // What came back is used up, whether it signs in or not.
      clearAttemptCookie(response, development);
      const fail = (): Promise<void> => byAddress.failed(request, hashToken(callback), idOf(response));
      if (secret === null) {
        await fail();
        throw unauthorized(
          'This browser did not begin this sign-in, or more than ten minutes ago, or began another one since. Begin again.',
        );
      }
      const claims = await asking(response, (of) => of.claims(callback, bindingOf(secret)), provider).catch(
        async (error: unknown) => {
          await fail();
          throw error;
        },
      );
      const admission = await admit(store, oidc, claims);
      if ('atSignIn' in admission) {
        const begun = await sessions.begin(admission.operator, 'oidc', request, response, admission.atSignIn);
        response.json({ success: true, ...sessionView(begun, deps) });
        return;
      }
      const { operator, refusal, endsAccess } = admission;
      log.warn(
        { requestId: idOf(response), reason: refusal.message },
        'a sign-in by OpenID Connect was refused',
      );
      if (operator && endsAccess) await endAccess(store, operator._id);
      if (operator) sessions.noteRefusal(operator, refusal, request, response);
      throw refusal;
    },
  });

  function needed() {
    if (oidc && provider) return { oidc, provider };
    throw new ApiError(
      'ROUTE_NOT_FOUND',
      'Sign-in by OpenID Connect is not set up (OIDC_ISSUER, OIDC_CLIENT_ID).',
    );
  }

  /** Returns the secret of this browser if the answer of the provider belongs to it. */
  function boundSecret(request: Request, callback: string): string | null {
    const secret = attemptSecretOf(request, development);
    const isOurs = secret !== null && new URLSearchParams(callback).get('state') === bindingOf(secret).state;
    return isOurs ? secret : null;
  }

  async function asking<T>(
    response: Response,
    call: (provider: OpenIdProvider) => Promise<T>,
    of: OpenIdProvider,
  ): Promise<T> {
    try {
      return await call(of);
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      const { reason, answer } = error;
      log.warn({ requestId: idOf(response), reason }, 'the OpenID provider signed nobody in');
      throw answer;
    }
  }
}

const idOf = (response: Response): string => String(response.get('X-Request-Id'));
