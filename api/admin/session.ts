import type { Response, Router } from 'express';
import { hashPassword, passwordMatches } from '../../core/access/password-hash';
import { setPasswordBody } from '../../core/schemas/operator-accounts';
import type { Session, SignInMethod } from '../../store/accounts/sessions';
import type { ApiDeps } from '../deps';
import { ApiError, invalid, parse } from '../http/api-error';
import { unauthorized } from '../http/middleware/wrong-keys';
import { resource } from '../http/resource';
import { recordChange } from '../http/access/audit';
import { endAccess } from '../http/access/end-access';
import { signedInOf, type SignedIn } from '../http/access/authenticate-session';
import { clearSessionCookie } from '../http/access/session-cookie';
import { operatorView, sessionView } from './operator-view';

/** What a signed-in operator does with their own session. */
export function sessionRoutes(router: Router, { store, development, workflowUrl }: ApiDeps): void {
  resource(router, '/admin/v1/session', {
    get: (_request, response) => {
      const { session, ...signedIn } = needSession(response);
      response.json({
        success: true,
        ...sessionView({ ...signedIn, by: methodOf(session) }, { workflowUrl }),
      });
    },
    delete: async (_request, response) => {
      const { operator, session } = needSession(response);
      await store.sessions.remove(session._id);
      await recordChange(response, { about: [operator._id] });
      clearSessionCookie(response, development);
      response.json({ success: true });
    },
  });

  resource(router, '/admin/v1/session/new-password', {
    post: async (request, response) => {
      const { operator, session } = needSession(response);
      const { password, current_password: current } = parse(setPasswordBody, request.body);
      if (methodOf(session) === 'oidc')
        throw new ApiError(
          'FORBIDDEN',
          'Your OpenID provider signs you in. To set a password, sign in by a link that an owner makes.',
        );
      const mustProve = operator.passwordHash !== null && !session.byLink;
      if (mustProve && !(await passwordMatches(current ?? '', operator.passwordHash)))
        throw invalid('current_password', 'is not the current password');
      // Whoever knew the old password, or has a link, loses access.
      const changed = await endAccess(store, operator._id, {
        change: { passwordHash: await hashPassword(password) },
        ...{ kept: session._id, known: operator },
      });
      if (!changed) throw unauthorized('The session has ended. Sign in again.');
      if (session.byLink) await store.sessions.useUpLink(session._id);
      await recordChange(response, {
        about: [operator._id],
        before: { password: operator.passwordHash === null ? null : '[set]' },
        after: { password: '[changed]' },
      });
      response.json({ success: true, operator: operatorView(changed) });
    },
  });
}

const methodOf = ({ by, byLink }: Session): SignInMethod => by ?? (byLink ? 'link' : 'password');

export const noOperator = (): ApiError => new ApiError('OPERATOR_NOT_FOUND', 'There is no such operator.');

function needSession(response: Response): SignedIn {
  const signedIn = signedInOf(response);
  if (signedIn) return signedIn;
  throw new ApiError('FORBIDDEN', 'This route is for operators who sign in; an admin key has no session.');
}
