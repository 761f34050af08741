import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { sendMany } from '../../support/paced-mail';
import { type Stack, startStack } from '../../support/stack';
import { type SweepRounds, sweepRoundsOf } from '../../support/sweep-rounds';
import { type TestApplication, makeApplication, newEmail } from '../../support/application';

const TEMPLATES = "templates: { email: { en: { subject: Hi, text: 'Hi' } } }";
const EVENTS = {
  'news.yaml': `name: news\nbulk: true\nunsubscribe_url: https://example.com/u\n${TEMPLATES}`,
  'plain.yaml': `name: plain\n${TEMPLATES}`,
  'code.yaml': `name: code\npriority: high\n${TEMPLATES}`,
};
/** What the mail server takes for one mail, milliseconds. With few sends at a time, order shows. */
const TAKES_MS = 40;

let stack: Stack;
let sweep: SweepRounds;
let [app, other]: TestApplication[] = [];
beforeAll(async () => {
  stack = await startStack({
    withoutWorker: true,
    env: { WORKER_MAX_ACTIVITIES: '2', WORKER_MAX_WORKFLOW_TASKS: '2' },
  });
  sweep = await sweepRoundsOf(stack);
  stack.smtp.answer = () => sleep(TAKES_MS, null);
});
afterAll(async () => {
  await sweep.close();
  await stack.stop();
});
beforeEach(async () => {
  await stack.worker?.stop();
  [app, other] = await Promise.all([makeApplication(stack, EVENTS), makeApplication(stack, EVENTS)]);
});

/** When a start that a busy Temporal did not answer is left to the sweep, of which no round runs without a worker. Milliseconds. */
const LOST_AFTER_MS = 10_000;

/** Waits until every notification of an application has its workflow. */
const untilStarted = (...apps: TestApplication[]): Promise<unknown> =>
  eventually('all workflows to exist', async () => {
    const isLeft = async (before: Date): Promise<boolean> => {
      const pending = await stack.store.notifications.pendingStart({ before, after: '', limit: 10_000 });
      return pending.some(({ applicationId }) => apps.some(({ id }) => id === applicationId));
    };
    if (await isLeft(new Date(Date.now() - LOST_AFTER_MS))) await sweep.round();
    return !(await isLeft(new Date()));
  });

const arrivedOf = (to: string[]): number => {
  const wanted = new Set(to);
  return stack.smtp.mails.filter((mail) => wanted.has(mail.to[0] ?? '')).length;
};
const untilArrived = (what: string, to: string[], count = to.length): Promise<unknown> =>
  eventually(`${count} of ${what}`, () => arrivedOf(to) >= count, 120_000);

/** How many attempts at others were begun between the start of a notification's workflow and its own first one. */
async function wentBefore(id: string): Promise<number> {
  const { startTime } = await stack.temporal.workflow.getHandle(id).describe();
  const { messages, applicationId } = (await stack.store.notifications.get(id))!;
  const at = { $gt: startTime, $lt: messages[0]!.attempts[0]!.at };
  return stack.connection.mongoose
    .collection<{ _id: string }>('notifications')
    .countDocuments({ applicationId, _id: { $ne: id }, 'messages.attempts': { $elemMatch: { at } } });
}

test('a code overtakes what is sent in bulk, and what is neither lies between them', async () => {
  const bulk = await sendMany(app!, 'news', 150);
  await untilStarted(app!);
  await stack.startWorker();
  await untilArrived('the bulk', bulk, 10);
  const plain = await sendMany(app!, 'plain', 20);
  await untilArrived('the plain ones', plain, 1);
  const id = await app!.production.send('code', { to: newEmail() });
  await untilEnded(app!.production, id, 120_000);
  // Those that were on their way to the mail server already when its workflow began.
  expect(await wentBefore(id)).toBeLessThan(40);
  await untilArrived('the plain ones', plain);
  expect(arrivedOf(bulk)).toBeLessThan(100);
  await untilArrived('the bulk', bulk);
}, 240_000);

test('an application with little to send does not wait for one with much', async () => {
  const much = await sendMany(app!, 'plain', 150);
  await untilStarted(app!);
  const little = await sendMany(other!, 'plain', 30);
  await untilStarted(other!);
  await stack.startWorker();
  await untilArrived('the little', little);
  expect(arrivedOf(much)).toBeLessThan(90);
  await untilArrived('the much', much);
}, 240_000);
