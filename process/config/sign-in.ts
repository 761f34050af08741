import { z } from 'zod';
import { ADMIN_ROLES } from '../../core/access/admin-roles';
import { parseRoleValues } from '../../core/access/oidc-roles';
import { flag, readBy, text } from './values';

export const signIn = {
  OIDC_ISSUER: z
    .string()
    .regex(/^https?:\/\/[^\s?#@]+$/, 'must be an https:// address without query')
    .optional()
    .describe(
      'Issuer of the OpenID provider through which operators sign in to the dashboard, for example https://login.example.com/realms/staff (docs/operations/sign-in.md). It needs OIDC_CLIENT_ID. An http:// address is accepted in development only. If it is not set, operators sign in with a password or a link.',
    ),
  OIDC_CLIENT_ID: text
    .optional()
    .describe(
      'Client id of this service at the OpenID provider. Register <DASHBOARD_URL>/sign-in there as the redirect address.',
    ),
  OIDC_CLIENT_SECRET: text
    .optional()
    .describe(
      'Client secret of this service at the OpenID provider. If it is not set, the service is a public client that uses PKCE alone.',
    ),
  OIDC_NAME: text
    .max(40)
    .default('OpenID Connect')
    .describe('Name of the OpenID provider on the sign-in page, for example Okta.'),
  OIDC_SCOPES: z
    .string()
    .regex(/(^| )openid( |$)/, 'must contain openid, for example openid email profile')
    .default('openid email profile')
    .describe('Scopes that the service requests from the OpenID provider, separated by spaces.'),
  OIDC_ROLES: readBy(parseRoleValues).describe(
    'Roles by the values of the claim OIDC_ROLE_CLAIM, for example owner=ops-admins,editor=product,viewer=staff. Each sign-in gives the highest role that matches, and people need no invitation. If it is not set, people need an invitation and have its role.',
  ),
  OIDC_ROLE_CLAIM: text
    .default('groups')
    .describe(
      'Name of the claim whose values OIDC_ROLES lists, or a path to it, for example realm_access.roles.',
    ),
  OIDC_DEFAULT_ROLE: z
    .enum(ADMIN_ROLES)
    .optional()
    .describe(
      'Role of people who sign in at the OpenID provider and have none from an invitation or OIDC_ROLES: viewer, editor or owner. If it is not set, they are refused.',
    ),
  OIDC_TRUST_EMAIL: flag.describe(
    '`true` treats the e-mail addresses of the OpenID provider as verified even if it sends no claim email_verified. Use it only if people cannot choose their own address there.',
  ),
};
