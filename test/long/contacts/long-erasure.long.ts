import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createPurgeContact } from '../../../activities/maintenance/purge-contact';
import type { ActivityDeps } from '../../../activities/deps';
import { eventually } from '../../support/eventually';
import { type OwnTemporal, startOwnTemporal } from '../../support/own-temporal';
import { ownDatabase } from '../../store/database';
import { notificationOf } from '../../store/documents';

const db = ownDatabase();
const namespace = process.env.HELIOGRAPH_TEST_TEMPORAL_NAMESPACE ?? '';
const taskQueue = 'long-erasure';
let temporal: OwnTemporal;
let connection: Connection;
let native: NativeConnection;

beforeAll(async () => {
  // A history that is long after few calls.
  temporal = await startOwnTemporal({}, { 'limit.historyCount.suggestContinueAsNew': 10 });
  connection = await Connection.connect({ address: temporal.address });
  native = await NativeConnection.connect({ address: temporal.address });
});
afterAll(async () => {
  await native.close();
  await connection.close();
  await temporal.remove();
});

test('the erasure of a contact with a long history continues as new, also at another worker, until nothing is left', async () => {
  const contactId = randomUUID();
  const all = Array.from({ length: 420 }, () => notificationOf({ contactId, recipient: contactId }));
  await db.store.notifications.insertAll(all);
  const client = new Client({ connection, namespace });
  // A call without time removes one batch of 50.
  const purgeContact = createPurgeContact({ store: db.store, client } as unknown as ActivityDeps, 0);
  const work = () =>
    Worker.create({
      ...{ connection: native, namespace, taskQueue, activities: { purgeContact } },
      workflowBundle: { codePath: process.env.HELIOGRAPH_TEST_BUNDLE ?? '' },
    });
  const left = async () => (await db.store.notifications.idsOf(contactId, 1000)).length;

  const handle = await client.workflow.start('erasure', {
    ...{ workflowId: `erasure-${contactId}`, taskQueue, args: [{ contactId, last: true }] },
  });
  const first = await work();
  await first.runUntil(eventually('a part to be removed', async () => (await left()) < 300));
  expect(await left()).toBeGreaterThan(0);
  const second = await work();
  await second.runUntil(handle.result());
  expect(await left()).toBe(0);
  const { runId } = await client.workflow.getHandle(handle.workflowId).describe();
  expect(runId).not.toBe(handle.firstExecutionRunId);
});
