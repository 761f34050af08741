import { randomBytes } from 'node:crypto';
import { makeApplication, newEmail } from '../support/application';
import { eventually } from '../support/eventually';
import { untilEnded } from '../support/journey';
import { type Stack, startStack } from '../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

describe('the encryption key', () => {
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
        'integration "ours": ENCRYPTION_KEY no longer holds the key that these credentials were stored with',
    });
    await stack.worker?.stop();
    await stack.startWorker({ ENCRYPTION_KEY: `${fresh},${stack.apiEnv.ENCRYPTION_KEY}` });
    expect((await untilEnded(app.production, id)).status).toBe('completed');
    expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  });
});
