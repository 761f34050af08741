import type { OperatorAccount } from '../../store/accounts/operator-accounts';
import type { ApiDeps } from '../deps';
import type { BegunSession } from '../http/access/begin-session';

export const operatorView = (operator: OperatorAccount) => ({
  id: operator._id,
  email: operator.email,
  name: operator.name,
  role: operator.role,
  /** Without one, only a link signs in. */
  has_password: operator.passwordHash !== null,
  /** Whether an account at the OpenID provider has signed in as this operator. */
  has_oidc_account: (operator.oidcAccount ?? null) !== null,
  created_at: operator.createdAt.toISOString(),
  /** Up to a minute old. */
  last_used_at: operator.lastUsedAt?.toISOString() ?? null,
  /** Until when the link signs in that was not used yet. Null: there is none. */
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
