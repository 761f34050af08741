import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually';
import { newAddress } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { EVENT, takeoversOf } from '../../support/takeovers';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true, events: { [EVENT.name]: EVENT.content } });
});
afterAll(() => stack.stop());

const { dieAt, takenOver, quotaUsed } = takeoversOf(() => stack);
const quotas = () => stack.connection.mongoose.collection<{ _id: string; holders: object[] }>('quotas');
const notifications = () => stack.connection.mongoose.collection('notifications');
const held = async (): Promise<number> =>
  (await quotas().find().toArray()).flatMap(({ holders }) => holders).length;
/** Ten minutes pass for the shares that are held. */
const age = () =>
  quotas().updateMany(
    { 'holders.0': { $exists: true } },
    { $set: { 'holders.$[].at': new Date(Date.now() - 11 * 60_000) } },
  );

test('the sweep gives back what a request took that died and made nothing, and a late takeover takes it again', async () => {
  const [to, key, used] = [[newAddress(), newAddress()], randomUUID(), await quotaUsed()];
  await dieAt('after-contacts', [to, key]);
  expect(await quotaUsed()).toBe(used + 2);
  await age();
  await eventually('the quota to come back', async () => (await quotaUsed()) === used, 60_000);
  expect(await held()).toBe(0);
  expect((await takenOver(to, key)).status).toBe(200);
  expect(await quotaUsed()).toBe(used + 2);
});

test('the sweep leaves the share of a request that died and had made its notifications', async () => {
  const [to, key, used] = [[newAddress(), newAddress()], randomUUID(), await quotaUsed()];
  await dieAt('after-insert', [to, key]);
  await age();
  await eventually('the share to be settled', async () => (await held()) === 0, 60_000);
  expect(await quotaUsed()).toBe(used + 2);
});

test('the sweep gives back what a request takes after its takeover was answered', async () => {
  const [to, key, used] = [[newAddress(), newAddress()], randomUUID(), await quotaUsed()];
  await dieAt('after-contacts', [to, key]);
  const [late] = (
    await quotas()
      .find({ 'holders.0': { $exists: true } })
      .toArray()
  ).flatMap(({ _id, holders }) => holders.map((holder) => ({ _id, holder })));
  expect((await takenOver(to, key)).status).toBe(200);
  expect(await quotaUsed()).toBe(used + 2);
  // The write of the process that was taken over arrives.
  await quotas().updateOne({ _id: late?._id }, { $inc: { used: 2 }, $push: { holders: late?.holder } });
  await age();
  await eventually('the quota to come back', async () => (await held()) === 0, 60_000);
  expect(await quotaUsed()).toBe(used + 2);
});

test('LIMIT-5: what a request took that died stays taken after its notification is erased', async () => {
  const [to, other] = [newAddress(), newAddress()];
  const used = await quotaUsed();
  await dieAt('after-insert', [to, randomUUID()]);
  expect(await quotaUsed()).toBe(used + 1);
  const [made] = await notifications().find().sort({ startedAt: -1 }).limit(1).toArray();
  const path = `/v1/contacts/${encodeURIComponent(to)}`;
  expect((await stack.production.request('DELETE', path)).status).toBe(200);
  await eventually('the erasure', async () => (await notifications().findOne({ _id: made?._id })) === null);
  // The sweep has looked at the forgotten shares when it has returned this one.
  await dieAt('after-contacts', [other, randomUUID()]);
  expect(await quotaUsed()).toBe(used + 2);
  await age();
  await eventually('the shares to be settled', async () => (await held()) === 0, 60_000);
  expect(await quotaUsed()).toBe(used + 1);
});

test('LIMIT-5: the erasure of one recipient leaves the share of an array that a takeover finishes', async () => {
  const [to, key, used] = [[newAddress(), newAddress()], randomUUID(), await quotaUsed()];
  await dieAt('after-insert', [to, key]);
  const path = `/v1/contacts/${encodeURIComponent(to[0] ?? '')}`;
  const made = () =>
    notifications()
      .find({ startedAt: { $exists: true } })
      .sort({ startedAt: -1 })
      .limit(2)
      .toArray();
  const before = await made();
  expect((await stack.production.request('DELETE', path)).status).toBe(200);
  await eventually('the erasure', async () => {
    const left = await notifications().countDocuments({ _id: { $in: before.map(({ _id }) => _id) } });
    return left === 1;
  });
  expect(await held()).toBe(1);
  expect((await takenOver(to, key)).status).toBe(200);
  expect(await quotaUsed()).toBe(used + 2);
  expect(await held()).toBe(0);
});
