import { setTimeout as sleep } from 'node:timers/promises';
import { makeAudience } from '../../../tools/bench/broadcast/audience';
import { startBroadcast } from '../../../temporal/workflow-calls';
import { figuresOf } from '../../support/broadcast-figures';
import { broadcast, ended } from '../../support/broadcasts';
import { type CountingMail, startCountingMail } from '../../support/counting-mail';
import { eventually } from '../../support/eventually';
import { type FailingOverProxy, startFailingOverProxy } from '../../support/failing-over-proxy';
import { type Stack, startStack } from '../../support/stack';
import { whileHung } from '../../support/while-hung';

// `npm run chaos -- --broadcast 100000` does the same with many more, and kills Temporal and the API too.

const RECIPIENTS = 2000;
const WITHIN_MS = 180_000;
/** Mails that may be with the server when a worker dies. */
const AT_ONCE = 32;

let proxy: FailingOverProxy;
let mail: CountingMail;
let stack: Stack;
beforeAll(async () => {
  proxy = await startFailingOverProxy(String(process.env.HELIOGRAPH_TEST_MONGODB_URI));
  mail = await startCountingMail(5);
  stack = await startStack({ mongodbUri: proxy.uri, sweeps: true, env: { SMTP_URL: mail.url } });
});
afterEach(() => {
  mail.mails.clear();
  mail.accepted = 0;
});
afterAll(async () => {
  await stack.stop();
  await Promise.all([proxy.stop(), mail.stop()]);
});

const audience = (first: number) =>
  makeAudience(
    stack.store,
    { applicationId: stack.applicationId, environment: 'production' },
    RECIPIENTS,
    first,
  );
const mailed = (share: number) =>
  eventually('so many mails', () => mail.accepted >= share * RECIPIENTS, 60_000);

test('BROADCAST-2, BROADCAST-14: nobody is lost, doubled or counted twice while workers die and hang and the database goes away', async () => {
  const { topicId, contacts } = await audience(0);
  await stack.worker?.kill();
  const dies = async (fault: string) => {
    const dying = await stack.startWorker({ HELIOGRAPH_FAULT: fault });
    return { died: new Promise((resolve) => dying.child.once('exit', resolve)) };
  };
  const { died } = await dies('page-counted');
  const id = await broadcast(stack, { event: 'welcome', audience: { topicId } });
  await died;
  await (
    await dies('page-stored')
  ).died;
  await stack.startWorker();
  await mailed(0.2);
  await stack.worker?.kill();
  await stack.startWorker();
  await mailed(0.4);
  await proxy.cut(1500);
  await mailed(0.6);
  const other = stack.worker?.child.pid ?? 0;
  await whileHung(other, () => sleep(3000));
  await mailed(0.8);
  await proxy.stepDown(1500);
  const figures = await figuresOf(stack, await ended(stack, id, WITHIN_MS), contacts, mail.mails);
  expect(figures).toMatchObject({ audience: RECIPIENTS, sent: RECIPIENTS, cancelled: 0, wrong: [] });
  expect(figures.copies).toBeLessThanOrEqual(3 * AT_ONCE);
  const quota = `${stack.applicationId}:production:month:${new Date().toISOString().slice(0, 7)}`;
  expect(await stack.store.quotas.used(quota)).toBe(RECIPIENTS);
}, 240_000);

test('BROADCAST-7: a cancel after a killed worker is counted exactly, and nothing is sent later than some seconds after it', async () => {
  const { topicId, contacts } = await audience(RECIPIENTS);
  const id = await broadcast(stack, { event: 'welcome', audience: { topicId } });
  await mailed(0.2);
  await stack.worker?.kill();
  await stack.startWorker();
  await mailed(0.4);
  expect(await stack.store.broadcasts.cancel(id, new Date())).toBe(true);
  const cancelledAt = Date.now();
  const { applicationId, temporal, name } = stack;
  await startBroadcast(temporal, name, { _id: id, applicationId, event: 'welcome' });
  const figures = await figuresOf(stack, await ended(stack, id, WITHIN_MS), contacts, mail.mails);
  expect(figures.wrong).toEqual([]);
  expect(figures.cancelled).toBeGreaterThan(RECIPIENTS / 10);
  expect(figures.sent + figures.cancelled).toBe(RECIPIENTS);
  // A second on a quiet machine.
  const late = [...mail.mails.values()].flat().filter(({ begunAt }) => begunAt > cancelledAt + 10_000);
  expect(late).toEqual([]);
}, 240_000);
