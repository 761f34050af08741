import { eventually } from '../support/eventually';
import { newAddress, untilEnded, untilStatus } from '../support/journey';
import type { OwnMongo } from '../support/own-mongo';
import { startOwnMongo } from '../support/own-mongo';
import type { OwnTemporal } from '../support/own-temporal';
import { startOwnTemporal } from '../support/own-temporal';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { timed } from '../support/timed';

/** Servers that take what is sent to them and answer nothing: connections stay, unlike those to one that is away. */
let stack: Stack;
let mongo: OwnMongo;
let temporal: OwnTemporal;
beforeAll(async () => {
  [mongo, temporal] = await Promise.all([startOwnMongo(), startOwnTemporal()]);
  stack = await startStack({ mongodbUri: mongo.uri, temporalAddress: temporal.address });
});
afterAll(async () => {
  await stack.stop();
  await Promise.all([mongo.remove(), temporal.remove()]);
});

/** Does something while a server hangs. */
async function whileHung<T>(pid: number, work: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

test('with a Temporal that hangs requests are answered soon, and what was accepted goes on after', async () => {
  const asleep = await stack.production.send('trial-ending', { to: newAddress() });
  await untilStatus(stack.production, asleep, 'waiting');
  const path = `/admin/v1/notifications/${asleep}`;
  const [wanted, unwanted] = [newAddress(), newAddress()];
  const id = await whileHung(temporal.pid(), async () => {
    const shown = await timed(() => stack.admin.get<{ notification: object }>(path));
    expect(shown.value.body.notification).toMatchObject({ status: 'waiting', details: null });
    expect(shown.ms).toBeLessThan(3_000);
    const signal = await timed(() => stack.admin.post(`${path}/signal`, { name: 'converted' }));
    expect(signal.value).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(signal.ms).toBeLessThan(8_000);
    const sent = await timed(() => stack.production.send('welcome', { to: wanted }));
    expect(sent.ms).toBeLessThan(1_500);
    await stack.production.send('welcome', { to: unwanted });
    const cancelled = await timed(() => stack.production.post('/v1/cancel/welcome', { to: unwanted }));
    expect(cancelled.value.body).toEqual({ success: true, cancelled: 1 });
    expect(cancelled.ms).toBeLessThan(4_000);
    return sent.value;
  });
  expect(await untilEnded(stack.production, id, 60_000)).toMatchObject({ status: 'completed' });
  // The signal that was answered with 503 may have come too, and ends the same wait: then this one is refused.
  expect([200, 409]).toContain((await stack.admin.post(`${path}/signal`, { name: 'converted' })).status);
  expect(await untilEnded(stack.production, asleep, 60_000)).toMatchObject({ status: 'completed' });
  expect(stack.smtp.mailsTo(wanted)).toHaveLength(1);
  expect(stack.smtp.mailsTo(unwanted)).toEqual([]);
}, 120_000);

test('with a MongoDB that hangs requests are 503 within seconds, and nothing is lost or sent twice', async () => {
  const release = { now: (): void => undefined };
  const held = new Promise<void>((resolve) => (release.now = resolve));
  const sending = newAddress();
  const begun = new Promise<void>((resolve) => {
    stack.smtp.answer = async (to) => {
      if (to !== sending) return null;
      resolve();
      await held;
      return null;
    };
  });
  const underWay = await stack.production.send('welcome', { to: sending });
  await begun;
  const to = newAddress();
  const again = () =>
    stack.production.post<{ id: string }>('/v1/send/welcome', { to }, { 'idempotency-key': to });
  await whileHung(mongo.pid(), async () => {
    release.now(); // The provider accepts while nobody can write it down.
    const first = await Promise.all(Array.from({ length: 3 }, () => timed(again)));
    // The monitor has noticed by now, and the next ones wait for no answer.
    const next = await timed(again);
    for (const { value: answer, ms } of [...first, next]) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(ms).toBeLessThan(20_000);
    }
    expect(next.ms).toBeLessThan(6_000);
    expect((await stack.production.get('/readyz')).status).toBe(503);
  });
  // What was in its buffers is written now; the repeat finds it, or makes it, under the same ids.
  const accepted = await eventually(
    'the repeat to be accepted',
    async () => {
      const { status, body } = await again();
      return status === 200 && body.id;
    },
    40_000,
  );
  for (const id of [underWay, accepted])
    expect(await untilEnded(stack.production, id, 60_000)).toMatchObject({ status: 'completed' });
  for (const address of [sending, to]) expect(stack.smtp.mailsTo(address)).toHaveLength(1);
}, 180_000);
