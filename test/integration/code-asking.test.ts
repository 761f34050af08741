import { join } from 'node:path';
import { bundleOf } from '../support/bundle';
import { currentDetails } from '../support/current-details';
import { eventually } from '../support/eventually';
import { untilEnded, untilStatus } from '../support/journey';
import type { ApiServer } from '../support/providers/api-server';
import { startPostmark } from '../support/providers/postmark-server';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import type { TestApplication } from '../support/application';
import { makeApplication, newEmail } from '../support/application';
import type { PostmarkAccount } from '../support/postmark-account';
import { addPostmark } from '../support/postmark-account';

const EVENTS = {
  'asking.yaml': `
channels: [email]
templates: { email: { en: { subject: '{{step}}', text: Hello } } }
sequence: { code: trial-ending }
`,
};

let stack: Stack;
let postmark: ApiServer;
let app: TestApplication;
let account: PostmarkAccount;
let asking: string;
beforeAll(async () => {
  [stack, postmark, asking] = await Promise.all([
    startStack({ withoutWorker: true }),
    startPostmark(),
    bundleOf(join(__dirname, '../support/workflows/asking.ts')),
  ]);
  app = await makeApplication(stack, EVENTS);
  account = await addPostmark(stack, app, postmark);
});
afterAll(async () => {
  await Promise.all([stack.stop(), postmark.close()]);
});

const stepsOf = async (id: string): Promise<string[]> =>
  ((await stack.store.notifications.get(id))?.messages ?? []).map(({ step }) => step);

test('a sequence in code asks for a receipt, the payload and the time of day, and waits as waiting', async () => {
  await stack.startWorker({ WORKFLOW_BUNDLE: asking });
  const send = (plan: string) => app.production.send('asking', { to: newEmail(), payload: { plan } });
  const [pro, free] = [await send('pro'), await send('free')];
  for (const id of [pro, free]) {
    await eventually('the wait for its receipt', async () =>
      /^waits until .* \(a receipt of reminder-1, seen\)$/.test(await currentDetails(stack.temporal, id)),
    );
    await untilStatus(app.production, id, 'waiting');
    await account.confirm(id);
  }
  expect(await untilEnded(app.production, pro)).toMatchObject({ status: 'completed' });
  expect(await stepsOf(pro)).toEqual(['reminder-1', 'thanks']);
  await eventually('the wait for Monday', async () =>
    /^waits until .*:30:00\.000Z \(WAIT monday morning\)$/.test(await currentDetails(stack.temporal, free)),
  );
  expect(await app.production.notification(free)).toMatchObject({ status: 'waiting' });
  const { messages } = await app.production.notification(free);
  expect(messages).toMatchObject([{ status: 'delivered' }]);
}, 60_000);

test('two waits for receipts at once each get their own', async () => {
  const id = await app.production.send('asking', { to: newEmail(), payload: { two: true } });
  await untilStatus(app.production, id, 'waiting');
  for (let time = 0; time < 2; time += 1) await account.confirm(id);
  expect(await untilEnded(app.production, id)).toMatchObject({ status: 'completed' });
  expect(await stepsOf(id)).toEqual(['a', 'b', 'delivered-delivered']);
}, 60_000);
