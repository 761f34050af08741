import type { Response } from 'express';
import { hashPassword, passwordMatches } from '../http/access/password-hash';
import { setPasswordBody } from '../../core/schemas/operator-accounts';
import type { Session, SignInMethod } from '../../store/accounts/sessions';
import { ApiError, invalid } from '../http/api-error';
import { unauthorized } from '../http/middleware/wrong-keys';
import { done } from '../http/formats';
import { route } from '../http/route';
import { endAccess } from '../http/access/end-access';
import { signedInOf, type SignedIn } from '../http/access/authenticate-session';
import { clearSessionCookie } from '../http/access/session-cookie';
import { operatorAnswer, operatorView, sessionAnswer, sessionView } from './operator-view';

// What a signed-in operator does with their own session.

export const showSession = route({
  id: 'showSession',
  tag: 'Operators',
  method: 'get',
  path: '/admin/v1/session',
  role: 'viewer',
  summary: 'Show who is signed in',
  answer: sessionAnswer,
  handler: ({ response }, deps) => {
    const { session, ...signedIn } = needSession(response);
    return sessionView({ ...signedIn, by: methodOf(session) }, deps);
  },
});

export const signOut = route({
  id: 'signOut',
  tag: 'Operators',
  method: 'delete',
  path: '/admin/v1/session',
  role: 'viewer',
  audit: 'session.end',
  summary: 'Sign out',
  answer: done,
  handler: async ({ response, record }, { store, development }) => {
    const { operator, session } = needSession(response);
    await store.sessions.remove(session._id);
    await record({ about: [operator._id] });
    clearSessionCookie(response, development);
    return {};
  },
});

export const setPassword = route({
  id: 'setPassword',
  tag: 'Operators',
  method: 'post',
  path: '/admin/v1/session/new-password',
  role: 'viewer',
  audit: 'operator.set_password',
  summary: 'Set your password',
  description: 'Ends your other sessions and an unused link.',
  body: setPasswordBody.meta({ id: 'NewPassword' }),
  answer: operatorAnswer,
  errors: ['OPERATOR_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { operator, session } = needSession(call.response);
    const { password, current_password: current } = call.body;
    if (methodOf(session) === 'oidc')
      throw new ApiError(
        'FORBIDDEN',
        'Your OpenID provider signed you in. To set a password, ask an owner for a link and sign in with it.',
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
    await call.record({
      about: [operator._id],
      before: { password: operator.passwordHash === null ? null : '[set]' },
      after: { password: '[changed]' },
    });
    return { operator: operatorView(changed) };
  },
});

const methodOf = ({ by, byLink }: Session): SignInMethod => by ?? (byLink ? 'link' : 'password');

function needSession(response: Response): SignedIn {
  const signedIn = signedInOf(response);
  if (signedIn) return signedIn;
  throw new ApiError('FORBIDDEN', 'This route needs a signed-in operator. An admin key has no session.');
}
