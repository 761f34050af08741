import { z } from 'zod';
import { ADMIN_ROLES } from '../../../core/access/admin-roles';
import {
  inviteOperatorBody,
  linkSignInBody,
  newLinkBody,
  oidcSignInBody,
  passwordSignInBody,
  setPasswordBody,
  updateOperatorBody,
} from '../../../core/schemas/operator-accounts';
import { answer, timestamp, uuid, done } from '../../http/formats';
import { adminPaths } from './operation';

const operator = z
  .object({
    id: uuid,
    email: z.string(),
    name: z.string(),
    role: z.enum(ADMIN_ROLES),
    has_password: z.boolean().describe('Without a password, only a link signs in.'),
    has_oidc_account: z
      .boolean()
      .describe(
        'Whether an account at the OpenID provider has signed in as this operator, and does so from now on.',
      ),
    created_at: timestamp,
    last_used_at: timestamp.nullable().describe('Up to a minute old. Null: never signed in.'),
    link_expires_at: timestamp
      .nullable()
      .describe('Until when the link signs in that was not used yet. Null: there is none.'),
  })
  .meta({ id: 'Operator' });

const session = answer('SessionAnswer', {
  operator,
  signed_in_by: z
    .enum(['password', 'link', 'oidc'])
    .describe('How the session began. One that began by `oidc` cannot set a password.'),
  workflow_url: z
    .string()
    .nullable()
    .describe(
      "Address of a notification's workflow in the Temporal UI, with `{id}` for its id. Null: the service has no TEMPORAL_UI_URL.",
    ),
  csrf_token: z
    .string()
    .describe('Value of the header `X-CSRF-Token`, which each change of this session needs.'),
});
const operatorAnswer = answer('OperatorAnswer', { operator });
const withLink = answer('OperatorLink', {
  operator,
  link: z.string().describe('Signs in once, within seven days. It is shown this once.'),
  mail: z
    .enum(['sent', 'failed', 'not_configured', 'not_asked'])
    .describe('Whether the link was mailed. `not_configured`: the service has no SMTP_URL.'),
});

export const operatorPaths = adminPaths('Operators', {
  'POST /admin/v1/session/password': {
    id: 'signIn',
    summary: 'Sign in with a password',
    description: 'Sets the cookie of the session.',
    body: passwordSignInBody.meta({ id: 'PasswordSignIn' }),
    answer: session,
    errors: ['RATE_LIMITED'],
  },
  'POST /admin/v1/session/link': {
    id: 'signInByLink',
    summary: 'Sign in by a link',
    description: 'Takes the token of a link, which works once. Sets the cookie of the session.',
    body: linkSignInBody.meta({ id: 'LinkSignIn' }),
    answer: session,
    errors: ['RATE_LIMITED'],
  },
  'GET /admin/v1/session/methods': {
    id: 'listSignInMethods',
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
  },
  'POST /admin/v1/session/oidc/start': {
    id: 'startOidcSignIn',
    summary: 'Begin a sign-in by OpenID Connect',
    description:
      'Answers with the address at the provider to open, and sets a cookie, so that the same browser has to finish within ten minutes.',
    answer: answer('OidcStart', { url: z.string() }),
    errors: ['ROUTE_NOT_FOUND', 'RATE_LIMITED'],
  },
  'POST /admin/v1/session/oidc': {
    id: 'signInByOidc',
    summary: 'Finish a sign-in by OpenID Connect',
    description:
      'Takes what the provider sent the browser back with. 401: the answer of the provider is not valid, or another browser began. 403: the person is not invited and has no role.',
    body: oidcSignInBody.meta({ id: 'OidcSignIn' }),
    answer: session,
    errors: ['ROUTE_NOT_FOUND', 'RATE_LIMITED', 'OPERATOR_EXISTS'],
  },
  'GET /admin/v1/session': {
    id: 'showSession',
    summary: 'Show who is signed in',
    answer: session,
  },
  'DELETE /admin/v1/session': { id: 'signOut', summary: 'Sign out', answer: done },
  'POST /admin/v1/session/new-password': {
    id: 'setPassword',
    summary: 'Set your password',
    description: 'Ends your other sessions, and the link that was not used yet.',
    body: setPasswordBody.meta({ id: 'NewPassword' }),
    answer: operatorAnswer,
    errors: ['OPERATOR_NOT_FOUND'],
  },
  'POST /admin/v1/operators': {
    id: 'inviteOperator',
    summary: 'Invite an operator',
    description: 'Mails a link that signs in once, and answers with it.',
    body: inviteOperatorBody.meta({ id: 'OperatorInvitation' }),
    answer: withLink,
    status: 201,
    errors: ['OPERATOR_EXISTS'],
  },
  'GET /admin/v1/operators': {
    id: 'listOperators',
    summary: 'List the operators',
    answer: answer('OperatorsAnswer', { operators: z.array(operator) }),
  },
  'PATCH /admin/v1/operators/:id': {
    id: 'updateOperator',
    summary: 'Change the name or the role of an operator',
    description: 'A lower role ends their sessions, and the link that was not used yet.',
    body: updateOperatorBody.meta({ id: 'OperatorUpdate' }),
    answer: operatorAnswer,
    errors: ['OPERATOR_NOT_FOUND'],
  },
  'DELETE /admin/v1/operators/:id': {
    id: 'removeOperator',
    summary: 'Remove an operator',
    description: 'Ends their sessions.',
    answer: done,
    errors: ['OPERATOR_NOT_FOUND'],
  },
  'DELETE /admin/v1/operators/:id/oidc-account': {
    id: 'unlinkOperator',
    summary: 'Forget the account at the OpenID provider of an operator',
    description:
      'Ends their sessions, and the link that was not used yet. The next other account there with their e-mail address signs in as this operator.',
    answer: done,
    errors: ['OPERATOR_NOT_FOUND'],
  },
  'DELETE /admin/v1/operators/:id/sessions': {
    id: 'signOutOperator',
    summary: 'End the sessions of an operator',
    description: 'For a lost machine. Ends the link that was not used yet too. They can sign in again.',
    answer: done,
    errors: ['OPERATOR_NOT_FOUND'],
  },
  'POST /admin/v1/operators/:id/link': {
    id: 'linkOperator',
    summary: 'Give an operator a new link',
    description: 'For an operator who has lost the first one, or the password. Ends the link before it.',
    body: newLinkBody.meta({ id: 'NewLink' }),
    bodyIsOptional: true,
    answer: withLink,
    errors: ['OPERATOR_NOT_FOUND'],
  },
});
