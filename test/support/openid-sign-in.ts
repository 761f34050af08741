import type { Answer, HttpApi } from './http-api';
import type { OpenIdProviderServer } from './openid-provider';
import { cookieOf, type OperatorView, SignedIn } from './signed-in';

export type OidcSession = { operator: OperatorView; signed_in_by: string; csrf_token: string };

const PATH = '/admin/v1/session/oidc';

/** The two requests of the dashboard that sign in at an OpenID provider, and back. Each has these headers. */
export const oidcSignIn = (api: HttpApi, headers: Record<string, string> = {}) => ({
  start: async () => {
    const answer = await api.post<{ url: string }>(`${PATH}/start`, {}, headers);
    return { answer, url: answer.body.url, cookie: cookieOf(answer) };
  },
  finish: (callback: string, cookie: string): Promise<Answer<OidcSession>> =>
    api.post<OidcSession>(PATH, { callback }, { cookie, ...headers }),
});

/** Signs in at the provider, with these claims, and comes back. */
export async function comeBackFrom(
  provider: OpenIdProviderServer,
  { start, finish }: ReturnType<typeof oidcSignIn>,
  claims: Record<string, unknown>,
): Promise<Answer<OidcSession>> {
  provider.behave({ claims });
  const { url, cookie } = await start();
  return finish(await provider.authorize(url), cookie);
}

/** The session that an answer of `finish` began. */
export const sessionOf = (api: HttpApi, { headers, body }: Answer<OidcSession>): SignedIn => {
  const cookie = headers.getSetCookie().find((one) => one.startsWith('heliograph_session=')) ?? '';
  return new SignedIn(api, cookie.split(';')[0] ?? '', body.csrf_token);
};
