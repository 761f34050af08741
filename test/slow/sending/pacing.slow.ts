import { eventually } from '../../support/eventually';
import {
  type PacedMail,
  connectMail,
  mostWithin,
  sendMany,
  startPacedMail,
  untilWaiting,
} from '../../support/paced-mail';
import type { ServiceProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';
import { type TestApplication, makeApplication, newEmail } from '../../support/application';

const TEMPLATES = "templates: { email: { en: { subject: Hi, text: 'Hi' } } }";
const EVENTS = {
  'news.yaml': `name: news\nbulk: true\nunsubscribe_url: https://example.com/u\n${TEMPLATES}`,
  'code.yaml': `name: code\npriority: high\n${TEMPLATES}`,
};
const RATE = 20;

let stack: Stack;
let mail: PacedMail;
let extra: ServiceProcess[];
beforeAll(async () => {
  [stack, mail] = await Promise.all([startStack({ sweeps: true }), startPacedMail()]);
  const { worker } = stack;
  extra = [await stack.startWorker(), await stack.startWorker()];
  stack.worker = worker;
});
afterAll(async () => {
  await Promise.all(extra.map((one) => one.stop()));
  await stack.stop();
  await mail.close();
});

const newApplication = (): Promise<TestApplication> => makeApplication(stack, EVENTS);
const timesOf = (to: string[]): number[] => {
  const wanted = new Set(to);
  return mail.arrivals.filter((one) => wanted.has(one.to)).map(({ at }) => at);
};
const untilArrived = (to: string[], timeoutMs = 300_000): Promise<unknown> =>
  eventually(`${to.length} to arrive`, () => timesOf(to).length >= to.length, timeoutMs);
const say = (facts: Record<string, unknown>): void => void process.stderr.write(`${JSON.stringify(facts)}\n`);

test('20 a second over three workers: no 5 seconds have more than 110 %, and 80 % is used', async () => {
  const app = await newApplication();
  const id = await connectMail(stack, app, mail, 0.001);
  const to = await sendMany(app, 'news', 600);
  await untilWaiting(stack, id, to.length - 5);
  const path = `${app.path}/integrations/${id}`;
  await stack.admin.request('PATCH', path, { per_second: RATE });
  await untilArrived(to);
  // But for what the first rate let through.
  const times = timesOf(to).slice(2);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  const [within1, within5] = [mostWithin(times, 1000), mostWithin(times, 5000)];
  say({ seconds, perSecond: times.length / seconds, within1, within5: within5 / 5 });
  expect(seconds).toBeGreaterThan(20);
  expect(within5).toBeLessThanOrEqual(5 * RATE * 1.1);
  expect(times.length / seconds).toBeGreaterThanOrEqual(RATE * 0.8);

  // After a pause: the second that a queue saves up is within the bound too.
  const again = await sendMany(app, 'news', 200);
  await untilArrived(again);
  const after = timesOf(again);
  say({ afterPause: true, within1: mostWithin(after, 1000), within5: mostWithin(after, 5000) / 5 });
  expect(mostWithin(after, 5000)).toBeLessThanOrEqual(5 * RATE * 1.1);
});

test('with 2,000 bulk messages queued a verification code leaves within a second of its request', async () => {
  const app = await newApplication();
  await connectMail(stack, app, mail, null);
  const bulk = await sendMany(app, 'news', 2000);
  const waits: number[] = [];
  for (let sent = 0; sent < 5; sent += 1) {
    const to = newEmail();
    const at = Date.now();
    await app.production.send('code', { to });
    await untilArrived([to], 30_000);
    waits.push((timesOf([to])[0] ?? Infinity) - at);
    expect(timesOf(bulk).length).toBeLessThan(bulk.length);
  }
  say({ codeMs: waits, bulkByThen: timesOf(bulk).length });
  expect(Math.max(...waits)).toBeLessThan(1000);
  await untilArrived(bulk);
});

test('a verification code overtakes 2,000 messages that wait for the same rate', async () => {
  const app = await newApplication();
  const id = await connectMail(stack, app, mail, 5);
  const bulk = await sendMany(app, 'news', 2000);
  await untilWaiting(stack, id, 1000);
  const to = newEmail();
  const at = Date.now();
  await app.production.send('code', { to });
  await untilArrived([to], 30_000);
  const waited = (timesOf([to])[0] ?? Infinity) - at;
  say({ codeBehindRateMs: waited, bulkByThen: timesOf(bulk).length });
  expect(timesOf(bulk).length).toBeLessThan(bulk.length);
  expect(waited).toBeLessThan(1000);
  await stack.admin.request('PATCH', `${app.path}/integrations/${id}`, { per_second: null });
  await untilArrived(bulk);
});

test('two applications with 1,000 each go side by side', async () => {
  const apps = await Promise.all([newApplication(), newApplication()]);
  await Promise.all(apps.map((app) => connectMail(stack, app, mail, null)));
  const [first = [], second = []] = await Promise.all(apps.map((app) => sendMany(app, 'news', 1000)));
  await untilArrived([...first, ...second]);
  const own = new Set(first);
  const order = mail.arrivals
    .filter(({ to }) => own.has(to) || second.includes(to))
    .map(({ to }) => own.has(to));
  for (const quarter of [1, 2, 3]) {
    const soFar = order.slice(0, quarter * 500);
    const ofFirst = soFar.filter(Boolean).length;
    const [less, more] = [ofFirst, soFar.length - ofFirst].sort((a, b) => a - b) as [number, number];
    say({ quarter, less, more });
    expect(more).toBeLessThanOrEqual(less * 1.25);
  }
});
