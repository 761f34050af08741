import { eventually } from '../support/eventually';
import { newAddress, untilEnded } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { makeApplication } from '../support/application';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('a worker that is told to stop finishes its sends first, also with the queue of a paced integration', async () => {
  const { path } = await makeApplication(stack);
  await stack.admin.post(`${path}/integrations`, {
    ...{ channel: 'email', provider: 'smtp', per_second: 50, check: false },
    settings: { url: stack.smtp.url },
  });
  await eventually('the queue of the integration', () => stack.worker?.output().includes('has its rate'));
  let begun = 0;
  let release = (): void => undefined;
  const released = new Promise<null>((resolve) => (release = () => resolve(null)));
  stack.smtp.answer = () => {
    begun += 1;
    return released;
  };
  const ids = await Promise.all([1, 2, 3].map(() => stack.production.send('welcome', { to: newAddress() })));
  await eventually('all of them to be with the provider', () => begun === 3);
  const stopped = stack.worker?.stop();
  release();
  await stopped;
  const views = await Promise.all(ids.map((id) => stack.production.notification(id)));
  expect(views.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  expect(stack.smtp.mails).toHaveLength(3);
  await stack.startWorker();
  await untilEnded(stack.production, await stack.production.send('welcome', { to: newAddress() }));
});
