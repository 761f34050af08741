import { connectStore, isUnavailable } from '../../../store/connection';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import { type OwnMongo, startOwnMongo } from '../../support/own-mongo';
import { type Stack, startStack } from '../../support/stack';
import { timed } from '../../support/timed';
import { whileHung } from '../../support/while-hung';

let stack: Stack;
let mongo: OwnMongo;
beforeAll(async () => {
  mongo = await startOwnMongo();
  stack = await startStack({ mongodbUri: mongo.uri });
});
afterAll(async () => {
  await stack.stop();
  await mongo.remove();
});

test('OUTAGE-1, OUTAGE-3: with a MongoDB that hangs requests are 503 within seconds, and nothing is lost or sent twice', async () => {
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
    expect(next.ms).toBeLessThan(12_000);
    expect((await stack.production.get('/readyz')).status).toBe(503);
  });
  // What was in its buffers is written now; the repeat finds it, or makes it, under the same ids.
  const accepted = await eventually('the repeat to be accepted', async () => {
    const { status, body } = await again();
    return status === 200 && body.id;
  });
  for (const id of [underWay, accepted])
    expect(await untilEnded(stack.production, id, 60_000)).toMatchObject({ status: 'completed' });
  for (const address of [sending, to]) expect(stack.smtp.mailsTo(address)).toHaveLength(1);
}, 180_000);

test('a write of which a MongoDB that hangs has taken only a part fails as unavailable, too', async () => {
  const connection = connectStore(`${mongo.uri}/large`);
  await connection.connected;
  const write = () => connection.mongoose.collection('large').insertOne({ text: 'x'.repeat(15_000_000) });
  const { value: error, ms } = await whileHung(mongo.pid(), () =>
    timed(() => write().catch((thrown: unknown) => thrown)),
  );
  expect(isUnavailable(error)).toBe(true);
  expect(ms).toBeLessThan(20_000);
  await eventually('the write to be taken', () => write().catch(() => null));
  await connection.close();
});
