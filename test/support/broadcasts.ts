import { randomUUID } from 'node:crypto';
import type { Broadcast } from '../../store/broadcasts/broadcasts';
import type { Notification } from '../../store/notifications/model';
import { type Progress, progressOf } from '../../temporal/progress';
import { startBroadcast } from '../../temporal/workflow-calls';
import { broadcastWorkflowId } from '../../workflows/contract';
import { eventually } from './eventually';
import type { Stack } from './stack';

/** Makes contacts and puts them in a topic. Returns the topic's id. */
export async function topicOf(stack: Stack, topic: string, contacts: object[]): Promise<string> {
  const put = await stack.production.request('PUT', `/v1/topics/${topic}`, { name: topic });
  if (put.status >= 300) throw new Error(JSON.stringify(put.body));
  for (let at = 0; at < contacts.length; at += 1000) {
    const some = contacts.slice(at, at + 1000);
    const { status, body } = await stack.production.post(`/v1/topics/${topic}/subscriptions`, {
      contacts: some,
    });
    if (status >= 300) throw new Error(JSON.stringify(body));
  }
  const scope = { applicationId: stack.applicationId, environment: 'production' } as const;
  const stored = await stack.store.topics.get(scope, topic);
  if (!stored) throw new Error(`there is no topic ${topic}`);
  return stored._id;
}

type BroadcastOrder = Pick<Broadcast, 'audience' | 'event'> &
  Partial<Broadcast> & { payload?: Record<string, unknown> };

/** Stores a broadcast and starts it, as its route does. */
export async function broadcast(
  stack: Pick<Stack, 'store' | 'applicationId' | 'temporal' | 'name'>,
  { payload = { name: 'Ada' }, ...over }: BroadcastOrder,
): Promise<string> {
  const { store, applicationId } = stack;
  const _id = randomUUID();
  const scope = { applicationId, environment: 'production' } as const;
  const now = new Date();
  const answer = { environment: scope.environment, event: over.event, size: 0 };
  await store.batches.put({ id: _id, applicationId, answer, payload, overrides: null });
  await store.broadcasts.insert({
    ...{
      _id,
      ...scope,
      name: null,
      language: null,
      sendAt: null,
      localTime: null,
      perSecond: null,
      tenant: null,
    },
    ...{ state: 'scheduled', by: { id: 't', name: 'Test' }, createdAt: now, startedAt: null, endedAt: null },
    ...{ total: null, after: '', reachedAt: null, blocked: null, counted: null, pending: now },
    ...over,
  });
  await startBroadcast(stack.temporal, stack.name, { _id, applicationId, event: over.event });
  return _id;
}

/** Waits until a broadcast has ended, and its counts are final. If it does not end, the error says where it and its recipients are. */
export async function ended(stack: Stack, id: string, withinMs = 60_000): Promise<Broadcast> {
  const look = async (): Promise<Broadcast | undefined> => {
    const found = await stack.store.broadcasts.get(id);
    return found?.endedAt && !found.pending ? found : undefined;
  };
  try {
    return await eventually('the broadcast to end', look, withinMs);
  } catch (error) {
    const found = await whereabouts(stack, id).catch((unknown: unknown) => ({ unknown: String(unknown) }));
    throw new Error(`${(error as Error).message}\n${JSON.stringify(found)}`, { cause: error });
  }
}

/** Recipients that are described: what is printed of a failure in a long run is little. */
const DESCRIBED = 3;
const DESCRIBED_WITHIN_MS = 5_000;

/** Where a broadcast and its recipients are, as the database and Temporal say. */
async function whereabouts(stack: Stack, id: string): Promise<object> {
  const progress = async (workflowId: string): Promise<Progress['pending'] | Pick<Progress, 'details'>> => {
    const { details, pending } = await progressOf(stack.temporal, workflowId, DESCRIBED_WITHIN_MS);
    return pending ?? { details };
  };
  const [found, workflow] = await Promise.all([
    stack.store.broadcasts.get(id),
    progress(broadcastWorkflowId(id)),
  ]);
  const recipients = stack.connection.mongoose.collection<Notification>('notifications');
  const open = await recipients.find({ batchId: id, completedAt: null }).toArray();
  const described = open
    .slice(0, DESCRIBED)
    .map(async ({ _id, status, inFlight, startPending, messages }) => {
      const attempts = messages.flatMap((message) => message.attempts);
      return {
        ...{ _id, status, claimedUntil: inFlight && (inFlight.until ?? inFlight.at), startPending },
        attempts: attempts.map(({ at, code }) => [at, code]),
        workflow: await progress(_id),
      };
    });
  const { state, total, reachedAt, pending, endedAt } = found ?? {};
  return {
    ...{ at: new Date(), state, total, reachedAt, pending, endedAt, workflow, open: open.length },
    described: await Promise.all(described),
  };
}
