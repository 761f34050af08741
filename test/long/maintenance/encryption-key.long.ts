import { randomBytes } from 'node:crypto';
import { expectRefusal, makeApplication, newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import { HttpApi } from '../../support/http-api';
import { untilEnded } from '../../support/journey';
import { startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

describe('the encryption key', () => {
  test('OUTAGE-5: that another one replaced is named, and sends are 503 until it is back or accepted', async () => {
    const own = await startStack({ env: {}, withoutWorker: true });
    const fresh = randomBytes(32).toString('base64');
    const app = await makeApplication(own);
    await app.production.send('ping', { to: newEmail() });
    const other = await startProcess('api', { ...own.apiEnv, ENCRYPTION_KEY: fresh });
    try {
      const at = (port: number | undefined, key?: string) => new HttpApi(`http://127.0.0.1:${port}`, key);
      const { production, admin } = other.ports;
      const send = () => at(production, app.production.key).post('/v1/send/ping', { to: newEmail() });
      expectRefusal(await send(), 503, 'UNAVAILABLE');
      expect(await at(production).get('/readyz')).toMatchObject({
        ...{ status: 503, body: { status: 'not ready', mongodb: true, encryption_key: false } },
      });
      expect(other.output()).toContain('ENCRYPTION_KEY is not the key that this database is encrypted with');
      const doctor = () =>
        at(admin, own.admin.key).get<{ findings: { level: string; summary: string }[] }>('/admin/v1/doctor');
      const problems = async () =>
        (await doctor()).body.findings
          .filter(({ level }) => level === 'problem')
          .map(({ summary }) => summary);
      expect((await problems()).join()).toContain('ENCRYPTION_KEY does not contain the key of this database');
      // The refused send has sealed nothing that this process could not open.
      await eventually('a refusal to be kept', async () => {
        await app.production.post('/v1/send/nothing', { to: newEmail() });
        return (await own.store.applications.list()).some(({ suppressionKey }) => suppressionKey);
      });
      expect((await app.production.post('/v1/send/ping', { to: newEmail() })).status).toBe(200);

      // What the lost key encrypted stays lost, such as the suppression key of this application.
      const another = await makeApplication(own);
      const sendOfAnother = () =>
        at(production, another.production.key).post('/v1/send/ping', { to: newEmail() });
      let next: unknown = {};
      while (next !== null)
        next = (await at(admin, own.admin.key).post<{ next: unknown }>('/admin/v1/secrets/reseal', next)).body
          .next;
      expect((await sendOfAnother()).status).toBe(200);
      expect((await at(production).get('/readyz')).status).toBe(200);
      expectRefusal(await send(), 503, 'UNAVAILABLE');
      expect((await problems()).join()).not.toContain('ENCRYPTION_KEY does not');
    } finally {
      await other.stop();
      await own.stop();
    }
  });

  test('can be rotated, and where it is lost messages wait and say why', async () => {
    const app = await makeApplication(stack);
    await stack.admin.post(`${app.path}/integrations`, {
      ...{ channel: 'email', provider: 'smtp', name: 'ours', check: false },
      settings: { url: stack.smtp.url },
    });
    await stack.worker?.stop();
    const fresh = randomBytes(32).toString('base64');
    await stack.startWorker({ ENCRYPTION_KEY: fresh });
    const to = newEmail();
    const id = await app.production.send('ping', { to });
    const attempt = await eventually('a first attempt', async () => {
      return (await stack.store.notifications.get(id))?.messages[0]?.attempts[0];
    });
    expect(attempt).toMatchObject({
      outcome: 'transient',
      code: 'UNAUTHORIZED',
      response:
        'integration "ours": ENCRYPTION_KEY does not contain the key that encrypted these credentials',
    });
    await stack.worker?.stop();
    await stack.startWorker({ ENCRYPTION_KEY: `${fresh},${stack.apiEnv.ENCRYPTION_KEY}` });
    expect((await untilEnded(app.production, id)).status).toBe('completed');
    expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  });
});
