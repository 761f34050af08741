import { z } from 'zod';
import { ADMIN_ROLES } from '../../core/access/admin-roles';
import type { OperatorAccount } from '../../store/accounts/operator-accounts';
import type { ApiDeps } from '../deps';
import type { BegunSession } from '../http/access/begin-session';
import { ApiError } from '../http/api-error';
import { answer, timestamp, uuid } from '../http/formats';

export const operatorSchema = z
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

export const operatorAnswer = answer('OperatorAnswer', { operator: operatorSchema });

export const sessionAnswer = answer('SessionAnswer', {
  operator: operatorSchema,
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

export const operatorView = (operator: OperatorAccount): z.output<typeof operatorSchema> => ({
  id: operator._id,
  email: operator.email,
  name: operator.name,
  role: operator.role,
  has_password: operator.passwordHash !== null,
  has_oidc_account: (operator.oidcAccount ?? null) !== null,
  created_at: operator.createdAt.toISOString(),
  last_used_at: operator.lastUsedAt?.toISOString() ?? null,
  link_expires_at: operator.linkExpiresAt?.toISOString() ?? null,
});

export const sessionView = (
  { operator, by, csrfToken }: BegunSession,
  { workflowUrl }: Pick<ApiDeps, 'workflowUrl'>,
) => ({
  operator: operatorView(operator),
  signed_in_by: by,
  csrf_token: csrfToken,
  workflow_url: workflowUrl,
});

/** What the audit log keeps of an operator: no address. */
export const operatorRecord = ({ name, role, passwordHash, oidcAccount }: OperatorAccount) => ({
  name,
  role,
  password: passwordHash === null ? null : '[set]',
  oidc_account: (oidcAccount ?? null) === null ? null : '[set]',
});

export const noOperator = (): ApiError =>
  new ApiError('OPERATOR_NOT_FOUND', 'There is no operator with this id.');
