import type { Router } from 'express';
import { hashToken } from '../../core/access/session-token';
import { passwordMatches } from '../../core/access/password-hash';
import { linkSignInBody, passwordSignInBody } from '../../core/schemas/operator-accounts';
import type { ApiDeps } from '../deps';
import { parse } from '../http/api-error';
import { unauthorized } from '../http/middleware/wrong-keys';
import { resource } from '../http/resource';
import { createAdminThrottle } from '../http/access/admin-throttle';
import { createSessionStart } from '../http/access/begin-session';
import { createSignInThrottle } from '../http/access/sign-in-throttle';
import { sessionView } from './operator-view';

/** The routes that begin a session by a password or a link. They need no key. */
export function signInRoutes(router: Router, deps: ApiDeps): void {
  const { store, development, oidc, log } = deps;
  const byAddress = createAdminThrottle(log, 'a password');
  const byOperator = createSignInThrottle(deps);
  const sessions = createSessionStart(deps);

  resource(router, '/admin/v1/session/methods', {
    get: (_request, response) => {
      response.json({ success: true, oidc: oidc && { name: oidc.name }, needs_tls: !development });
    },
  });

  resource(router, '/admin/v1/session/password', {
    post: async (request, response) => {
      const { email, password } = parse(passwordSignInBody, request.body);
      const attempt = await byAddress.attempt(request, String(response.get('X-Request-Id')));
      await byOperator(email.toLowerCase());
      const operator = await store.operatorAccounts.ofEmail(email.toLowerCase());
      const isRight = await passwordMatches(password, operator?.passwordHash ?? null);
      if (operator && isRight) {
        await attempt.succeeded();
        const begun = await sessions.begin(operator, 'password', request, response);
        response.json({ success: true, ...sessionView(begun, deps) });
        return;
      }
      const refusal = unauthorized('The e-mail address or the password is wrong.');
      attempt.failed();
      // A record of a wrong password helps its operator. One for each guess of a stranger's address would fill the log.
      if (operator) sessions.noteRefusal(operator, refusal, request, response);
      throw refusal;
    },
  });

  resource(router, '/admin/v1/session/link', {
    post: async (request, response) => {
      const { token } = parse(linkSignInBody, request.body);
      const operator = await store.operatorAccounts.useLink(hashToken(token), store.now());
      if (operator) {
        const begun = await sessions.begin(operator, 'link', request, response);
        response.json({ success: true, ...sessionView(begun, deps) });
        return;
      }
      throw await byAddress.refuse(
        request,
        hashToken(token),
        String(response.get('X-Request-Id')),
        unauthorized('The link was used, was replaced, or is too old. Ask an owner for another.'),
      );
    },
  });
}
