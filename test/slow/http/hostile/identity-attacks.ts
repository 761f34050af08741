import { randomBytes, randomUUID } from 'node:crypto';
import { makeApplication, newEmail } from '../../../support/application';
import { HttpApi } from '../../../support/http-api';
import type { OpenIdProviderServer } from '../../../support/openid-provider';
import { comeBackFrom, oidcSignIn, sessionOf } from '../../../support/openid-sign-in';
import { startProcess } from '../../../support/service';
import { inviteOperator, signIn, tokenOf } from '../../../support/signed-in';
import type { Stack } from '../../../support/stack';
import { type Attacks, mustBe } from './attack';

/** Access after its end, identities that are none, and a process with another encryption key, which `stop` ends. */
export async function identityAttacks(stack: Stack, provider: OpenIdProviderServer) {
  const anyone = new HttpApi(stack.admin.baseUrl);
  const app = await makeApplication(stack);
  const other = await startProcess('api', {
    ...stack.apiEnv,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    BOUNCE_PORT: '',
  });
  const atOther = new HttpApi(`http://127.0.0.1:${other.ports.production}`, app.production.key);
  /** One at a time, because the claims are the provider's. */
  let last: Promise<unknown> = Promise.resolve();
  const comeBack = (claims: Record<string, unknown>) => {
    const coming = last.then(() => comeBackFrom(provider, oidcSignIn(anyone), claims));
    last = coming.catch(() => undefined);
    return coming;
  };
  const remove = (id: string) => stack.admin.request('DELETE', `/admin/v1/operators/${id}`);

  const attacks: Attacks = {
    'a send with a changed encryption key': async () =>
      mustBe(await atOther.post('/v1/send/ping', { to: newEmail() }), 503),
    'a link after sign-out everywhere': async () => {
      const { operator, link } = await inviteOperator(stack.admin, 'viewer');
      await stack.admin.request('DELETE', `/admin/v1/operators/${operator.id}/sessions`);
      const { answer } = await signIn(stack.admin, { token: tokenOf(link) });
      await remove(operator.id);
      mustBe(answer, 401, 429);
    },
    'an account after it was unlinked': async () => {
      const { operator } = await inviteOperator(stack.admin, 'viewer');
      const claims = { sub: randomUUID(), email: operator.email, email_verified: true };
      const back = await comeBack(claims);
      mustBe(back, 200);
      await stack.admin.request('DELETE', `/admin/v1/operators/${operator.id}/oidc-account`);
      const session = await sessionOf(anyone, back).request('GET', '/admin/v1/session');
      const again = await comeBack(claims);
      await remove(operator.id);
      mustBe(session, 401);
      mustBe(again, 403);
    },
    'an identity without a subject': async () => {
      const { operator } = await inviteOperator(stack.admin, 'viewer');
      const back = await comeBack({ sub: '', email: operator.email, email_verified: true });
      await remove(operator.id);
      mustBe(back, 400, 401, 403, 502);
    },
    'sessions that never began': async (round) =>
      mustBe(
        await anyone.request('GET', '/admin/v1/session', undefined, {
          cookie: `heliograph_session=${round}`,
        }),
        401,
      ),
  };
  return { attacks, stop: () => other.stop() };
}
