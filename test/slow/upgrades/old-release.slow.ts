import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import { failedTasks, untilTaskFailed } from '../../support/run-facts';
import { type Sleepers, createSleepers } from '../../support/sleepers';
import { type Filled, fill } from './old-release/fill';
import { type Fleet, type Release, startFleet } from './old-release/fleet';
import { expectErased, expectRedelivered, expectSuppressed } from './old-release/promises';
import { expectOperatorsFind, readAll } from './old-release/reads';
import { keepSending } from './old-release/steady';

/** The oldest release that docs/reference/upgrade-notes.md supports: 0.1.0-5f3ff36. */
const OLDEST = '5f3ff365b90625887b122ee7d641c11bd89e4ac2';
/** How long notifications sleep at least: past the second upgrade. */
const SLEEP_MS = 240_000;

let fleet: Fleet;
let filled: Filled;
let sleepers: Sleepers;
let steady: ReturnType<typeof keepSending>;

beforeAll(async () => {
  fleet = await startFleet(OLDEST);
  await Promise.all([fleet.start('old', 'api'), fleet.start('old', 'worker')]);
});
afterAll(async () => {
  await steady?.stop().catch(() => undefined);
  await fleet?.close();
  await Promise.all([filled?.close(), sleepers?.close()]);
});

/** Waits until some sends that were accepted from now on have ended well: the processes that run take and make them. */
async function expectSends(): Promise<void> {
  const from = steady.sent.length;
  await eventually('more sends', () => steady.sent.length >= from + 5);
  for (const { id } of steady.sent.slice(from, from + 5))
    expect(await untilEnded(filled.shop.production, id)).toMatchObject({ status: 'completed' });
}

async function expectKeysAnswer(): Promise<void> {
  const { production } = filled.shop;
  for (const { path, body, key, answer } of filled.keys) {
    const repeat = await production.post(path, body, { 'idempotency-key': key });
    expect({ status: repeat.status, body: repeat.body }).toEqual({
      status: answer.status,
      body: answer.body,
    });
    expect(repeat.headers.get('idempotent-replay')).toBe('true');
    const other = await production.post(path, { to: 'user/42' }, { 'idempotency-key': key });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  }
}

const change = async (from: Release, to: Release): Promise<void> => {
  await fleet.replace('worker', { from, to });
  await expectSends();
  await fleet.replace('api', { from, to });
  await expectSends();
};

test('a database that the oldest release filled is migrated while sends go on, taken back and migrated again: nothing is lost, and nothing is sent twice', async () => {
  sleepers = await createSleepers(fleet, SLEEP_MS);
  filled = await fill(fleet, sleepers.due);
  const [first, second, third] = [
    await sleepers.begin('all'),
    await sleepers.begin('woken'),
    await sleepers.begin('woken'),
  ];
  const [webhook, erasure] = [await sleepers.beginWebhook(), await sleepers.beginErasure()];
  const before = await readAll(fleet, filled);
  await expectKeysAnswer();
  steady = keepSending(filled.shop.production);

  expect(await fleet.migrate()).toContain('All indexes of this release are there.');
  await change('old', 'new');
  expect(await readAll(fleet, filled)).toMatchObject(before);
  await expectKeysAnswer();
  await expectOperatorsFind(fleet, filled);
  const suppressedByNew = newAddress();
  await filled.suppress(suppressedByNew);
  await filled.suppress(suppressedByNew, filled.fresh);
  const suppressed = [...filled.suppressed, suppressedByNew];
  await expectSuppressed(filled, suppressed);
  await expectErased(filled);
  await expectRedelivered(filled);
  filled.heal();
  await Promise.all(second.map(sleepers.wake));
  for (const one of second) await sleepers.expectDelivered(one);
  await Promise.all([webhook.told(), erasure.done()]);

  // Going back: workers and API of the old release again.
  const byNew = await sleepers.begin('woken');
  await fleet.replace('api', { from: 'new', to: 'old' });
  await fleet.replace('worker', { from: 'new', to: 'old' });
  await expectSends();
  await expectKeysAnswer();
  await expectSuppressed(filled, suppressed);
  // The old release cannot read the encrypted key of its first suppression, as the upgrade notes say.
  const refused = await filled.fresh.production.post('/v1/send/plain', { to: newAddress() });
  expect(refused).toMatchObject({ status: 500 });
  await Promise.all(third.map(sleepers.wake));
  for (const one of third) await sleepers.expectDelivered(one);
  // What the newer worker has begun to send waits for it, as the upgrade notes say.
  await Promise.all(byNew.map(sleepers.wake));
  for (const { id } of byNew) await untilTaskFailed(fleet, id, 60_000);

  await change('old', 'new');
  await expectSuppressed(filled, suppressed);
  const accepted = await filled.fresh.production.send('plain', { to: newAddress() });
  expect(await untilEnded(filled.fresh.production, accepted)).toMatchObject({ status: 'completed' });
  await Promise.all(first.filter(({ kind }) => kind === 'trial' || kind === 'confirmed').map(sleepers.wake));
  for (const one of [...first, ...byNew]) await sleepers.expectDelivered(one);
  for (const { id, to, mails } of [
    ...filled.open,
    ...(await steady.stop()).map((one) => ({ ...one, mails: ['plain'] })),
  ]) {
    expect(await untilEnded(filled.shop.production, id, 300_000)).toMatchObject({ status: 'completed' });
    const found = filled.subjectsTo(to);
    // An attempt that was cut off may have reached the mail server. The event says at_least_once.
    const isUnknown = (await fleet.store.notifications.get(id))?.messages.some(({ attempts }) =>
      attempts.some(({ outcome }) => outcome === 'unknown'),
    );
    expect({ to, mails: isUnknown ? [...new Set(found)] : found }).toEqual({ to, mails });
  }
  expect(await untilEnded(filled.shop.sandbox, filled.doubted)).toMatchObject({
    ...{ status: 'completed', messages: [{ channel: 'email' }, { channel: 'sms' }] },
  });
  const failed = await failedTasks(fleet);
  for (const line of failed) expect(line).toContain('patch marker encountered');
  process.stderr.write(
    `${steady.sent.length} sends while the releases changed, ${failed.length} failed workflow tasks\n`,
  );
}, 1_200_000);
