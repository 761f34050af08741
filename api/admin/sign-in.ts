import type { Request, Response, Router } from 'express';
import { hashToken, newToken, csrfTokenOf } from '../../core/access/session-token';
import { passwordMatches } from '../../core/access/password-hash';
import { linkSignInBody, passwordSignInBody } from '../../core/schemas/operator-accounts';
import type { OperatorAccount } from '../../store/accounts/operator-accounts';
import type { ApiDeps } from '../deps';
import { parse } from '../http/api-error';
import { unauthorized } from '../http/middleware/wrong-keys';
import { resource } from '../http/resource';
import { createAdminThrottle } from './access/admin-throttle';
import { audited, openTrail, recordChange } from './access/audit';
import { setSessionCookie } from './access/session-cookie';
import { createSignInThrottle } from './access/sign-in-throttle';
import { sessionView } from './operator-view';
import { adminFor } from './access/authenticate-session';

const ACTION = 'session.begin';

/** The routes that begin a session. They need no key. */
export function signInRoutes(router: Router, deps: ApiDeps): void {
  const { store, development, sessionLimits, log } = deps;
  const byAddress = createAdminThrottle(log, 'a password');
  const byOperator = createSignInThrottle(deps);

  resource(router, '/admin/v1/session/password', {
    post: async (request, response, next) => {
      await byAddress.check(request);
      const { email, password } = parse(passwordSignInBody, request.body);
      await byOperator(email.toLowerCase());
      const operator = await store.operatorAccounts.ofEmail(email.toLowerCase());
      const isRight = await passwordMatches(password, operator?.passwordHash ?? null);
      if (!operator || !isRight) {
        await byAddress.failed(request, newToken(), String(response.get('X-Request-Id')));
        await refuse(operator, 'The e-mail address or the password is wrong.', request, response);
        return;
      }
      await begin(operator, false, request, response, next);
    },
  });

  resource(router, '/admin/v1/session/link', {
    post: async (request, response, next) => {
      await byAddress.check(request);
      const { token } = parse(linkSignInBody, request.body);
      const operator = await store.operatorAccounts.useLink(hashToken(token), store.now());
      if (!operator) {
        await byAddress.failed(request, hashToken(token), String(response.get('X-Request-Id')));
        throw unauthorized('The link was used, was replaced, or is too old. Ask an owner for another.');
      }
      await begin(operator, true, request, response, next);
    },
  });

  /** A record of a wrong password helps its operator. One for each guess of a stranger's address would fill the log. */
  async function refuse(
    operator: OperatorAccount | null,
    message: string,
    request: Request,
    response: Response,
  ): Promise<void> {
    const refusal = unauthorized(message);
    if (!operator) throw refusal;
    openTrail(deps, adminFor(operator), request, response);
    await audited(ACTION, () => {
      throw refusal;
    })(request, response, () => undefined);
  }

  async function begin(
    operator: OperatorAccount,
    byLink: boolean,
    request: Request,
    response: Response,
    next: () => void,
  ): Promise<void> {
    openTrail(deps, adminFor(operator), request, response);
    await audited(ACTION, async () => {
      const token = newToken();
      const createdAt = store.now();
      const expiresAt = sessionLimits.endOf(createdAt, createdAt);
      const session = { _id: hashToken(token), operatorId: operator._id, byLink, createdAt, expiresAt };
      await store.sessions.insert(session);
      await recordChange(response, {
        about: [operator._id],
        before: null,
        after: { by: byLink ? 'link' : 'password' },
      });
      setSessionCookie(response, development, token, expiresAt);
      response.json({ success: true, ...sessionView(operator, csrfTokenOf(token), deps.workflowUrl) });
    })(request, response, next);
  }
}
