import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { makeApplication, newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import { newAddress } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { wrongAfter } from '../../support/steady-sends';

const SENDS = 60;
/** A message takes its whole budget of processor time. */
const ENDLESS = `
templates:
  email:
    en:
      subject: Hi
      text: '{{#each a}}{{#each @root.a}}{{#each @root.a}}{{eq @root.b @root.c}}{{/each}}{{/each}}{{/each}}'
`;
const same = 'x'.repeat(200_000);
const PAYLOAD = { a: Array.from({ length: 45 }, () => 1), b: [same, 1], c: [same, 2] };

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ oneProcess: true });
});
afterAll(() => stack.stop());

test('the one process is killed in the middle of sends: none is lost and none is sent twice', async () => {
  let accepted = 0;
  const send = async () => {
    const [to, headers] = [newAddress(), { 'idempotency-key': randomUUID() }];
    for (let asked = 1; asked <= 200; asked += 1) {
      const answer = await stack.production.post('/v1/send/welcome', { to }, headers).catch(() => undefined);
      if (answer?.status === 200) {
        accepted += 1;
        return { to, id: String(answer.body.id), asked };
      }
      if (answer && answer.body.code !== 'IDEMPOTENCY_IN_PROGRESS') expect(answer.status).toBe(503);
      await sleep(200);
    }
    throw new Error(`${to} was never accepted`);
  };
  const disturb = async () => {
    while (accepted < SENDS / 3) await sleep(5);
    await stack.api.kill();
    await stack.restartApi();
  };
  const sends = pMap(Array.from({ length: SENDS }), send, { concurrency: 10 });
  const [sent] = await Promise.all([sends, disturb()]);
  expect(Math.max(...sent.map(({ asked }) => asked))).toBeGreaterThan(1);
  expect(await wrongAfter(stack, sent, 90_000)).toEqual([]);
}, 180_000);

test('templates that take their whole budget, many at once, do not slow the API', async () => {
  const slow = await makeApplication(stack, { 'endless.yaml': ENDLESS });
  const ids: string[] = [];
  for (let each = 0; each < 8; each += 1) {
    const answer = await slow.production.post<{ id: string }>('/v1/send/endless', {
      to: newEmail(),
      payload: PAYLOAD,
    });
    ids.push(answer.body.id);
  }
  const took: number[] = [];
  for (let each = 0; each < 40; each += 1) {
    const from = performance.now();
    await stack.production.get('/v1/contacts?limit=1');
    took.push(performance.now() - from);
    await sleep(50);
  }
  took.sort((a, b) => a - b);
  // The loops overlap: the first of them cannot have ended before this one began.
  expect((await slow.production.notification(ids.at(-1)!)).completed_at).toBeNull();
  // Each of the eight loops lasts two seconds. A busy machine may hold up some of the requests, too.
  expect(took[20]).toBeLessThan(1000);
  expect(took[34]).toBeLessThan(1800);
  // On a busy machine their threads, which give way, need minutes for all of them.
  const ended = await eventually(
    'one of them to end',
    async () =>
      (await Promise.all(ids.map((id) => slow.production.notification(id)))).find((one) => one.completed_at),
    400_000,
  );
  expect(ended.messages[0]?.error).toMatch(/RENDER_TIMEOUT_SECONDS/);
}, 600_000);
