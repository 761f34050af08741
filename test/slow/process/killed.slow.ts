import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { makeApplication, newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import { HttpApi } from '../../support/http-api';
import { untilEnded } from '../../support/journey';
import { type ServiceProcess, startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';
import { withDatabase } from '../../../tools/dev/servers/mongo-address';

/** Requests under way at a process that is killed: each is cut at another point. */
const AT_ONCE = 24;

let stack: Stack;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  stack = await startStack({ env: {}, sweeps: true });
});
afterAll(async () => {
  await stack.stop();
  await receiver.stop();
});

/** Makes requests of an API of their own, which is killed when the first has its answer. Returns the answers that came. */
async function killedUnder<Answer>(
  request: (admin: HttpApi) => Promise<{ body: Answer }>,
  env: Record<string, string> = {},
): Promise<Answer[]> {
  const victim = await startProcess('api', { ...stack.apiEnv, ...env });
  const admin = new HttpApi(`http://127.0.0.1:${victim.ports.admin}`, stack.admin.key);
  const answers = Array.from({ length: AT_ONCE }, () => request(admin));
  await Promise.any(answers);
  await victim.kill();
  const settled = await Promise.allSettled(answers);
  const came = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.body] : []));
  expect(came.length).toBeLessThan(AT_ONCE);
  return came;
}

/** Milliseconds from a request until its API is killed: such a request takes about 20. */
const KILLED_AFTER = [3, 8, 15];

/** Makes the same request of some APIs of their own, each killed at another time. */
async function killedInEach(request: (ports: ServiceProcess['ports']) => Promise<unknown>): Promise<void> {
  for (const ms of KILLED_AFTER) {
    const victim = await startProcess('api', stack.apiEnv);
    const answer = request(victim.ports).catch(() => undefined);
    await sleep(ms);
    await Promise.all([victim.kill(), answer]);
  }
}

describe('kill -9', () => {
  test('while API keys are made: every answered key works, and every other is listed and can be revoked', async () => {
    const app = await makeApplication(stack);
    const keysPath = `${app.path}/keys`;
    const made = await killedUnder((admin) =>
      admin.post<{ key: { id: string; api_key: string } }>(keysPath, { environment: 'production' }),
    );
    for (const { key } of made) {
      const api = new HttpApi(app.production.baseUrl, key.api_key);
      expect((await api.post('/v1/send/ping', { to: newEmail() })).status).toBe(200);
    }
    const { keys } = (await stack.admin.get<{ keys: { id: string; revoked_at: string | null }[] }>(keysPath))
      .body;
    expect(keys.map(({ id }) => id)).toEqual(expect.arrayContaining(made.map(({ key }) => key.id)));
    for (const { id } of keys) {
      expect((await stack.admin.request('DELETE', `${keysPath}/${id}`)).status).toBe(200);
      // Of a request that died, the record has no outcome, or that it was done.
      const { records } = (
        await stack.admin.get<{ records: { outcome: string | null; action: string }[] }>(
          `/admin/v1/audit?about=${id}`,
        )
      ).body;
      for (const { outcome } of records) expect([null, 'done']).toContain(outcome);
    }
  }, 120_000);

  test('while an admin key is rotated: the key in use stays valid, and a repeat gives one that is known', async () => {
    const { key } = (
      await stack.admin.post<{ key: { id: string; admin_key: string } }>('/admin/v1/admin-keys', {
        ...{ name: `k${randomBytes(4).toString('hex')}`, role: 'viewer' },
      })
    ).body;
    const rotation = `/admin/v1/admin-keys/${key.id}/rotate`;
    await killedInEach((ports) =>
      new HttpApi(`http://127.0.0.1:${ports.admin}`, stack.admin.key).post(rotation, {}),
    );
    const again = (await stack.admin.post<{ key: { admin_key: string } }>(rotation, {})).body.key;
    for (const secret of [key.admin_key, again.admin_key]) {
      const as = new HttpApi(stack.admin.baseUrl, secret);
      expect((await as.get('/admin/v1/applications')).status).toBe(200);
    }
  }, 60_000);

  test('while a signing secret is rotated: events are signed with the one in use, and with that of a repeat', async () => {
    const app = await makeApplication(stack);
    receiver.received = [];
    const { webhook } = (
      await app.production.post<{ webhook: { signing_secret: string } }>('/v1/webhooks', {
        url: receiver.url,
      })
    ).body;
    const rotation = `${app.path}/webhooks/production/rotate-secret`;
    await killedInEach((ports) =>
      new HttpApi(`http://127.0.0.1:${ports.admin}`, stack.admin.key).post(rotation, {}),
    );
    const { status, body } = await stack.admin.post<{ signing_secret: string }>(rotation, {});
    expect(status).toBe(200);
    await untilEnded(app.production, await app.production.send('ping', { to: newEmail() }));
    const call = await eventually('an event', () => receiver.received[0]);
    for (const secret of [webhook.signing_secret, body.signing_secret])
      new Webhook(secret).verify(call.raw, call.headers as Record<string, string>);
  }, 60_000);

  test('while everything is encrypted with a new key: the old key opens what is left, and a repeat ends it', async () => {
    const app = await makeApplication(stack);
    const ids = await Promise.all(
      Array.from({ length: 150 }, () =>
        app.production.send('ping', { to: newEmail(), payload: { a: 'secret' } }),
      ),
    );
    for (const id of ids) await untilEnded(app.production, id);
    const env = { ENCRYPTION_KEY: `${randomBytes(32).toString('base64')},${stack.apiEnv.ENCRYPTION_KEY}` };
    type Page = { resealed: Record<string, number>; unopened: unknown[]; next: object | null };
    const pass = async (admin: HttpApi): Promise<number> => {
      let [count, next]: [number, object | null] = [0, {}];
      while (next !== null) {
        const { body }: { body: Page } = await admin.post<Page>('/admin/v1/secrets/reseal', next);
        expect(body.unopened).toEqual([]);
        for (const some of Object.values(body.resealed)) count += some;
        next = body.next;
      }
      return count;
    };
    await killedUnder(async (admin) => admin.post<Page>('/admin/v1/secrets/reseal', {}), env);
    const survivor = await startProcess('api', { ...stack.apiEnv, ...env });
    const admin = new HttpApi(`http://127.0.0.1:${survivor.ports.admin}`, stack.admin.key);
    while ((await pass(admin)) > 0);
    await survivor.stop();
    const [first = ''] = env.ENCRYPTION_KEY.split(',');
    const alone = await startProcess('api', { ...stack.apiEnv, ENCRYPTION_KEY: first });
    const rotated = new HttpApi(`http://127.0.0.1:${alone.ports.admin}`, stack.admin.key);
    expect(await pass(rotated)).toBe(0);
    await alone.stop();
  }, 120_000);

  test('while indexes are built: a repeat ends it', async () => {
    const env = {
      ...process.env,
      ...stack.apiEnv,
      MONGODB_URI: withDatabase(
        String(stack.apiEnv.MONGODB_URI),
        `migrate-${randomBytes(4).toString('hex')}`,
      ),
    };
    const migrate = () =>
      spawn(process.execPath, ['--import', 'tsx', 'worker/migrate.ts'], {
        ...{ env, cwd: path.join(__dirname, '../../..'), stdio: ['ignore', 'pipe', 'inherit'] },
      });
    for (const lines of [1, 5, 20]) {
      const victim = migrate();
      let told = 0;
      victim.stdout.on('data', (chunk: Buffer) => {
        told += chunk.toString().split('\n').length - 1;
        if (told >= lines) victim.kill('SIGKILL');
      });
      await once(victim, 'exit');
      expect(victim.signalCode).toBe('SIGKILL');
    }
    const whole = migrate();
    let output = '';
    whole.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(whole, 'exit');
    expect(output).toContain('All indexes of this release are there.');
  }, 120_000);

  test('of API and worker while a contact is erased: nothing of them is left', async () => {
    const app = await makeApplication(stack);
    const to = newEmail();
    for (let round = 0; round < 6; round += 1)
      await Promise.all(Array.from({ length: 50 }, () => app.production.send('ping', { to })));
    const path = `/v1/contacts/${encodeURIComponent(to)}`;
    const { uuid } = (await app.production.get<{ contact: { uuid: string } }>(path)).body.contact;
    await killedInEach((ports) =>
      app.production.at(`http://127.0.0.1:${ports.production}`).request('DELETE', path),
    );
    // Accepted or not, the client repeats it.
    expect([200, 404]).toContain((await app.production.request('DELETE', path)).status);
    const left = async () => (await stack.store.notifications.idsOf(uuid, 1000)).length;
    for (let kill = 0; kill < 4; kill += 1) {
      await sleep(300 * kill);
      await stack.worker?.kill();
      await stack.startWorker();
    }
    await eventually(
      'the erasure to end',
      async () => (await stack.store.contacts.get(uuid)) === null,
      240_000,
    );
    expect(await left()).toBe(0);
    expect((await app.production.get(path)).status).toBe(404);
  }, 300_000);
});

/** Returns the address of an empty database beside that of the stack. */
