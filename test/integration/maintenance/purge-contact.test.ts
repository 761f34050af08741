import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createPurgeContact } from '../../../activities/maintenance/purge-contact';
import type { ActivityDeps } from '../../../activities/deps';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('the erasure of a contact with many webhook events goes on where its last call ended', async () => {
  const contactId = randomUUID();
  const deliveries = stack.connection.mongoose.collection<{ _id: string; contactId: string }>(
    'webhookdeliveries',
  );
  const ids = Array.from({ length: 120 }, () => randomUUID());
  await deliveries.insertMany(ids.map((_id) => ({ _id, contactId, status: 'pending', attempts: [] })));
  const deps = { store: stack.store, client: stack.temporal } as unknown as ActivityDeps;
  const call = (ms: number) =>
    new MockActivityEnvironment().run(createPurgeContact(deps, ms), { contactId, last: false });
  const left = () => deliveries.countDocuments({ contactId });
  // A call without time removes one batch, and keeps what it has done.
  expect(await call(0)).toEqual({ more: true });
  expect(await left()).toBe(70);
  expect(await call(60_000)).toEqual({ more: false });
  expect(await left()).toBe(0);
});
