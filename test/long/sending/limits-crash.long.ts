import { killWorkerAt } from '../../support/dying-processes';
import { type TestApplication, makeApplication, newEmail, PING } from '../../support/application';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
  const limits = 'limits: [{ channel: email, most: 1, per: 24h }]\n';
  app = await makeApplication(stack, { 'ping.yaml': PING.concat(limits) });
});
afterAll(() => stack.stop());

test('CAP-3: a worker that is killed between the place and the provider neither loses the place nor takes it twice', async () => {
  const to = newEmail();
  let id = '';
  await killWorkerAt(stack, 'place-taken', async () => {
    id = await app.production.send('ping', { to });
  });
  expect(stack.smtp.mailsTo(to)).toHaveLength(0);
  await stack.startWorker();
  expect(await untilEnded(app.production, id, 90_000)).toMatchObject({ status: 'completed' });
  const next = await app.production.send('ping', { to });
  expect(await untilEnded(app.production, next, 60_000)).toMatchObject({ status: 'failed' });
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
});
