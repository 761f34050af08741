import type { Config } from '../../../process/config';
import type { AdminRole } from '../../../core/access/admin-roles';
import type { RoleValue } from '../../../core/access/oidc-roles';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Undefined: a public client. */
  clientSecret: string | undefined;
  /** What the button of the sign-in page calls the provider. */
  name: string;
  scopes: string;
  /** Page of the dashboard to which the provider sends the browser back. */
  redirectUri: string;
  /** Claim that has the roles. Null: the provider gives none. */
  roleClaim: string | null;
  roleValues: readonly RoleValue[];
  /** Role of people to whom neither an invitation nor the claim gives one. Null: they are refused. */
  defaultRole: AdminRole | null;
  /** Takes an address without `email_verified` for verified. */
  trustsEmail: boolean;
  /** Allows a provider on http:. */
  allowHttp: boolean;
}

/** Returns the settings of sign-in by OpenID Connect. Null: it is not set up. */
export function oidcSettingsOf(config: Config, dashboardUrl: string): OidcSettings | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_ROLES } = config;
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined) return null;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: config.OIDC_CLIENT_SECRET,
    name: config.OIDC_NAME,
    scopes: config.OIDC_SCOPES,
    redirectUri: `${dashboardUrl}/sign-in`,
    roleClaim: OIDC_ROLES.length > 0 ? config.OIDC_ROLE_CLAIM : null,
    roleValues: OIDC_ROLES,
    defaultRole: config.OIDC_DEFAULT_ROLE ?? null,
    trustsEmail: config.OIDC_TRUST_EMAIL,
    allowHttp: config.HELIOGRAPH_MODE === 'development',
  };
}
