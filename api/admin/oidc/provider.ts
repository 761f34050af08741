import type { Configuration, CustomFetch, IDToken, UserInfoResponse } from 'openid-client';
import { claimAt } from '../../../core/access/oidc-roles';
import type { ResolveAll } from '../../../net/resolver/resolver';
import { createOidcFetch } from './fetch';
import { answered } from './provider-errors';
import type { OidcSettings } from './settings';

/** Maximum time of one answer of the provider, in seconds. */
const TIMEOUT_S = 8;
/** Time after which the provider's metadata is read again, in milliseconds. Its keys are read again when one is unknown. */
const METADATA_LASTS_MS = 3_600_000;

/** The values that bind a sign-in to the browser that began it. */
export interface Binding {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What the provider says of who signed in. Its signature, issuer, audience, time and nonce are checked. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

export type OpenIdProvider = ReturnType<typeof createOpenIdProvider>;

/** The OpenID provider of the settings. The library is loaded and the provider is asked when somebody signs in. */
export function createOpenIdProvider(settings: OidcSettings, resolve: ResolveAll) {
  const { issuer, clientId, redirectUri, scopes, roleClaim } = settings;
  const fetch = createOidcFetch(resolve);
  let known: { at: number; configuration: Promise<Configuration> } | undefined;

  const configuration = (): Promise<Configuration> => {
    if (known && Date.now() - known.at < METADATA_LASTS_MS) return known.configuration;
    const made = { at: Date.now(), configuration: answered(issuer, discover(settings, fetch)) };
    // The next sign-in asks again.
    made.configuration.catch(() => known === made && (known = undefined));
    known = made;
    return made.configuration;
  };

  return {
    /** Returns where the browser goes to sign in. */
    authorizationUrl: async ({ state, nonce, codeVerifier }: Binding): Promise<string> => {
      const oidc = await import('openid-client');
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        ...{ redirect_uri: redirectUri, scope: scopes, state, nonce },
        ...{
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        },
      });
      return url.href;
    },

    /** Exchanges the answer that came back with the browser, which is the query of `redirectUri`. */
    claims: async (query: string, { state, nonce, codeVerifier }: Binding): Promise<Claims> => {
      const oidc = await import('openid-client');
      const config = await configuration();
      const url = new URL(redirectUri);
      url.search = query;
      const exchange = async (): Promise<Claims> => {
        const tokens = await oidc.authorizationCodeGrant(config, url, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier },
          idTokenExpected: true,
        });
        const claims: IDToken = tokens.claims()!;
        // All whom the provider gives no subject would be one person.
        if (claims.sub.trim() === '') throw new Error('the claim "sub" of the ID token is empty');
        const lacks =
          claims.email === undefined || (roleClaim !== null && claimAt(claims, roleClaim) === undefined);
        if (!lacks || config.serverMetadata().userinfo_endpoint === undefined) return claims;
        // Some providers keep the ID token small.
        const more: UserInfoResponse = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
        return { ...more, ...claims };
      };
      return answered(issuer, exchange());
    },
    clientId,
  };
}

async function discover(
  { issuer, clientId, clientSecret, allowHttp }: OidcSettings,
  fetch: CustomFetch,
): Promise<Configuration> {
  const oidc = await import('openid-client');
  const metadata = { [oidc.clockTolerance]: 30 };
  return oidc.discovery(
    new URL(issuer),
    clientId,
    metadata,
    (server, ...call) => {
      if (clientSecret === undefined) return oidc.None()(server, ...call);
      // Basic is what a provider takes that names no method (OpenID Connect Discovery 1.0 section 3).
      const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
      const authenticate = inBody ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
      return authenticate(clientSecret)(server, ...call);
    },
    {
      timeout: TIMEOUT_S,
      [oidc.customFetch]: fetch,
      // By default the library relies on TLS for what comes from the token endpoint, and checks no signature.
      execute: [oidc.enableNonRepudiationChecks, ...(allowHttp ? [oidc.allowInsecureRequests] : [])],
    },
  );
}
