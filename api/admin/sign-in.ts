import { z } from 'zod';
import { hashToken } from '../../core/access/session-token';
import { passwordMatches } from '../http/access/password-hash';
import { linkSignInBody, passwordSignInBody } from '../../core/schemas/operator-accounts';
import { createAdminThrottle } from '../http/access/admin-throttle';
import { createSessionStart, SESSION_BEGIN } from '../http/access/begin-session';
import { createSignInThrottle } from '../http/access/sign-in-throttle';
import { answer } from '../http/formats';
import { unauthorized } from '../http/middleware/wrong-keys';
import { perProcess } from '../http/per-process';
import { route } from '../http/route';
import { sessionAnswer, sessionView } from './operator-view';

// The routes that begin a session by a password or a link. They need no key.

const byAddress = perProcess(({ log }) => createAdminThrottle(log, 'a password'));
const byOperator = perProcess(createSignInThrottle);
const sessions = perProcess(createSessionStart);

export const listSignInMethods = route({
  id: 'listSignInMethods',
  tag: 'Operators',
  method: 'get',
  path: '/admin/v1/session/methods',
  role: 'anyone',
  summary: 'Show how operators may sign in',
  description: 'A password and a link always do.',
  answer: answer('SignInMethods', {
    oidc: z
      .object({ name: z.string().describe('What to call the provider (`OIDC_NAME`).') })
      .nullable()
      .describe('Null: sign-in by OpenID Connect is not set up.'),
    needs_tls: z
      .boolean()
      .describe('Whether browsers keep the session only if the page came over TLS, or from this machine.'),
  }),
  handler: (_call, { oidc, development }) => ({
    oidc: oidc && { name: oidc.name },
    needs_tls: !development,
  }),
});

export const signIn = route({
  id: 'signIn',
  tag: 'Operators',
  method: 'post',
  path: '/admin/v1/session/password',
  role: 'anyone',
  audit: SESSION_BEGIN,
  summary: 'Sign in with a password',
  description: 'Sets the cookie of the session.',
  body: passwordSignInBody.meta({ id: 'PasswordSignIn' }),
  answer: sessionAnswer,
  errors: ['RATE_LIMITED'],
  handler: async (call, deps) => {
    const { request, response } = call;
    const { email, password } = call.body;
    const attempt = await byAddress(deps).attempt(request, call.requestId);
    await byOperator(deps)(email.toLowerCase());
    const operator = await deps.store.operatorAccounts.ofEmail(email.toLowerCase());
    const isRight = await passwordMatches(password, operator?.passwordHash ?? null);
    if (operator && isRight) {
      await attempt.succeeded();
      const begun = await sessions(deps).begin(operator, 'password', request, response);
      return sessionView(begun, deps);
    }
    const refusal = unauthorized('The e-mail address or the password is wrong.');
    attempt.failed();
    // A record of a wrong password helps its operator. One for each guess of a stranger's address would fill the log.
    if (operator) sessions(deps).noteRefusal(operator, refusal, request, response);
    throw refusal;
  },
});

export const signInByLink = route({
  id: 'signInByLink',
  tag: 'Operators',
  method: 'post',
  path: '/admin/v1/session/link',
  role: 'anyone',
  audit: SESSION_BEGIN,
  summary: 'Sign in by a link',
  description: 'Takes the token of a link, which works once. Sets the cookie of the session.',
  body: linkSignInBody.meta({ id: 'LinkSignIn' }),
  answer: sessionAnswer,
  errors: ['RATE_LIMITED'],
  handler: async (call, deps) => {
    const { request, response } = call;
    const { token } = call.body;
    const operator = await deps.store.operatorAccounts.useLink(hashToken(token), deps.store.now());
    if (operator) {
      const begun = await sessions(deps).begin(operator, 'link', request, response);
      return sessionView(begun, deps);
    }
    throw await byAddress(deps).refuse(
      request,
      hashToken(token),
      call.requestId,
      unauthorized('The link was already used, was replaced or has expired. Ask an owner for a new link.'),
    );
  },
});
