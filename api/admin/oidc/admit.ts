import { createHash } from 'node:crypto';
import { type AdminRole, roleReaches } from '../../../core/access/admin-roles';
import { claimAt, roleOfClaim } from '../../../core/access/oidc-roles';
import { normalizeEmail } from '../../../core/contacts/email-address';
import { newId } from '../../../core/shared/ids';
import { isDuplicateKey } from '../../../store/connection';
import type { OperatorAccount } from '../../../store/accounts/operator-accounts';
import type { Store } from '../../../store/store';
import { ApiError } from '../../http/api-error';
import { unauthorized } from '../../http/middleware/wrong-keys';
import type { AtSignIn } from '../../http/access/begin-session';
import { endAccess } from '../../http/access/end-access';
import type { Claims } from './provider';
import type { OidcSettings } from './settings';

/** Who may sign in as what, or why not. */
export type Admission =
  | { operator: OperatorAccount; atSignIn: AtSignIn }
  | {
      operator: OperatorAccount | null;
      refusal: ApiError;
      /** Whether the refusal takes the access away that the operator has. */
      endsAccess?: true;
    };

const refused = (message: string, operator: OperatorAccount | null = null): Admission => ({
  operator,
  refusal: new ApiError('FORBIDDEN', message),
});

/**
 * Decides who signs in. A person is known by `iss` and `sub` after the first time (OpenID Connect Core 1.0 section 5.7),
 * and by a verified e-mail address the first time. With roles in the claims, the provider decides the role each time.
 */
export async function admit(store: Store, settings: OidcSettings, claims: Claims): Promise<Admission> {
  const account = createHash('sha256')
    .update(JSON.stringify([claims.iss, claims.sub]))
    .digest('hex');
  const known = await store.operatorAccounts.ofOidcAccount(account);
  const role = roleOf(settings, claims);
  if (known && role === null && settings.roleClaim !== null)
    return { ...refused(noRole(settings), known), endsAccess: true };
  if (known) return enter(store, known, account, role, settings);

  const email = typeof claims.email === 'string' ? normalizeEmail(claims.email)?.toLowerCase() : undefined;
  if (email === undefined)
    return refused(
      'The OpenID provider sent no e-mail address. It must send the claim "email", which the scope email in OIDC_SCOPES requests.',
    );
  if (!isVerified(claims.email_verified, settings.trustsEmail))
    return refused(
      'The OpenID provider does not report your e-mail address as verified (claim "email_verified"). Verify it at the provider, then sign in again.',
    );
  const invited = await store.operatorAccounts.ofEmail(email);
  if (invited && (invited.oidcAccount ?? null) !== null)
    return refused(
      'Another account at the OpenID provider already signs in as this operator. Ask an owner to unlink that account.',
      invited,
    );
  if (invited?.unlinkedAccounts?.includes(account))
    return refused(
      'An owner unlinked your account from this operator. To sign in again, ask an owner to remove the operator and to invite you again.',
      invited,
    );
  if (invited) return enter(store, invited, account, role, settings);
  if (role === null && settings.roleClaim === null)
    return refused('Your account is not invited. Ask an owner for an invitation.');
  if (role === null) return refused(noRole(settings));
  return create(store, { email, name: nameOf(claims, email), role, account });
}

/** Some providers write it as text. */
const isVerified = (verified: unknown, trustsEmail: boolean): boolean =>
  verified === true || verified === 'true' || (verified === undefined && trustsEmail);

const roleOf = ({ roleClaim, roleValues, defaultRole }: OidcSettings, claims: Claims): AdminRole | null =>
  (roleClaim === null ? null : roleOfClaim(claimAt(claims, roleClaim), roleValues)) ?? defaultRole;

const noRole = ({ roleClaim }: OidcSettings): string =>
  `Your account at the OpenID provider has no role in this service (claim "${roleClaim}", setting OIDC_ROLES). Ask an administrator of the provider for a role.`;

/** A name as `inviteOperatorBody` takes it. */
function nameOf({ name }: Claims, email: string): string {
  const given = typeof name === 'string' ? name.replace(/[\u0000-\u001f\u007f]/g, ' ').trim() : '';
  const shown = [...(given === '' || given === 'setting' ? email : given)];
  return shown.slice(0, 64).join('');
}

/** Without a role claim, the role of the invitation stays. */
function enter(
  store: Store,
  operator: OperatorAccount,
  account: string,
  given: AdminRole | null,
  settings: OidcSettings,
): Admission {
  const decides = settings.roleClaim !== null;
  if (decides && given === null) return refused(noRole(settings), operator);
  const role = decides && given !== null ? given : operator.role;
  const change = async (): Promise<OperatorAccount> => {
    if (operator.role === role && operator.oidcAccount === account) return operator;
    const linked = await store.operatorAccounts.linkOidc(operator, { role, oidcAccount: account });
    const isLower = !roleReaches(role, operator.role);
    const entered = linked && isLower ? await endAccess(store, linked._id, { known: linked }) : linked;
    if (entered) return entered;
    throw unauthorized('Your access changed during the sign-in. Sign in again.');
  };
  return {
    operator: { ...operator, role, oidcAccount: account },
    atSignIn: { change, before: { role: operator.role }, after: { role } },
  };
}

function create(
  store: Store,
  { email, name, role, account }: { email: string; name: string; role: AdminRole; account: string },
): Admission {
  const operator: OperatorAccount = {
    ...{ _id: newId(), email, name, role, oidcAccount: account, passwordHash: null },
    ...{ linkHash: null, linkExpiresAt: null, lastUsedAt: null, createdAt: store.now() },
  };
  const change = async (): Promise<OperatorAccount> => {
    await store.operatorAccounts.insert(operator).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      throw new ApiError(
        'OPERATOR_EXISTS',
        'Another sign-in created this operator at the same time. Sign in again.',
      );
    });
    return operator;
  };
  return { operator, atSignIn: { change, before: null, after: { created: true, name, role } } };
}
