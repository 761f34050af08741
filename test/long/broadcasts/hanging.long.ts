import { setTimeout as sleep } from 'node:timers/promises';
import { broadcastRecipientIdOf } from '../../../core/shared/ids';
import { progressOf } from '../../../temporal/progress';
import { startNotification } from '../../../temporal/start-notification';
import { broadcastWorkflowId } from '../../../workflows/contract';
import { broadcast, ended, topicOf } from '../../support/broadcasts';
import { eventually } from '../../support/eventually';
import type { ApiFault, ApiServer } from '../../support/providers/api-server';
import { type PostmarkMail, startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { type Stack, startStack } from '../../support/stack';
import { untilExpired } from '../../support/until-time';
import { whileHung } from '../../support/while-hung';

const RECIPIENTS = 40;
/** The call has 25 s, and the provider then cools down for 10 s. */
const WITHIN_MS = 100_000;

let stack: Stack;
let postmark: ApiServer;
/** What becomes of the next calls for several messages. */
let faults: ApiFault[] = [];
beforeAll(async () => {
  stack = await startStack();
  postmark = await startPostmark(
    (handle) => (request) => (request.path === '/email/batch' && faults.shift()) || handle(request),
  );
  const added = await stack.admin.post(`/admin/v1/applications/${stack.applicationId}/integrations`, {
    ...{ channel: 'email', provider: 'postmark', check: false },
    settings: { server_token: TOKEN, base_url: postmark.url },
  });
  expect(added.status).toBe(201);
  // The worker may know the application without the integration for a second.
  await untilExpired(Date.now());
});
afterAll(() => Promise.all([stack.stop(), postmark.close()]));

/** Makes a broadcast to a new topic, and waits until its first call has the fault. */
async function hung(name: string, fault: ApiFault) {
  postmark.requests.length = 0;
  faults = [fault];
  const contacts = Array.from({ length: RECIPIENTS }, (_, at) => ({ email: `${name}-${at}@example.org` }));
  const topicId = await topicOf(stack, name, contacts);
  const id = await broadcast(stack, { event: 'welcome', audience: { topicId } });
  const [call] = await eventually(
    'the call that hangs',
    () => faults.length === 0 && postmark.requests.filter(({ path }) => path === '/email/batch'),
  );
  const cut = (call?.json as PostmarkMail[]).map(({ To }) => To);
  expect(cut.length).toBeGreaterThan(1);
  const ids = async (): Promise<string[]> => {
    const stored = await stack.store.subscriptions.ofTopic(topicId, { limit: RECIPIENTS });
    return stored.map(({ contactId }) => broadcastRecipientIdOf(id, contactId));
  };
  return { id, cut, ids };
}

/** In which the workflows look at the claims of the page so often that a delay which counts looks would be the longest. */
const LOOKS_MS = 14_000;
/** In which Temporal takes the looks of a worker that stands still for lost. */
const STILL_MS = 12_000;

test.each([
  { fault: 'hang', then: 'also if the worker then stands still', standsStill: true },
  { fault: 'stall', then: 'while the worker lives', standsStill: false },
] as const)(
  'BROADCAST-2, BROADCAST-12, MESSAGE-9: messages of a call without a whole answer may have been sent, and are tried again: $fault, $then',
  async ({ fault, standsStill }) => {
    const { id, cut, ids } = await hung(fault, fault);
    // The sweep does so with what began a minute ago. The workflows look at the claims of the page until the call has ended.
    for (const one of await ids())
      await stack.store.notifications
        .get(one)
        .then((found) => found && startNotification(stack.temporal, stack.name, found));
    if (standsStill) {
      await sleep(LOOKS_MS);
      await whileHung(stack.worker!.child.pid!, () => sleep(STILL_MS));
      const wasLost = async (one: string): Promise<boolean> =>
        (await progressOf(stack.temporal, one, 5_000)).pending?.failure?.timedOut === true;
      const all = await ids();
      await eventually('a look to be lost', async () => (await Promise.all(all.map(wasLost))).includes(true));
    }
    const { counted } = await ended(stack, id, WITHIN_MS);
    const none = { ahead: 0, waiting: 0, failed: 0, skipped: {}, cancelled: 0 };
    expect(counted).toMatchObject({ ...none, total: RECIPIENTS, sent: RECIPIENTS });
    const copies = new Map<string, number>();
    for (const { To } of postmark.requests.flatMap(({ json }) => json as PostmarkMail | PostmarkMail[]))
      copies.set(To, (copies.get(To) ?? 0) + 1);
    expect(copies.size).toBe(RECIPIENTS);
    for (const [to, count] of copies) expect({ to, count }).toEqual({ to, count: cut.includes(to) ? 2 : 1 });
    const stored = await Promise.all((await ids()).map((one) => stack.store.notifications.get(one)));
    for (const one of stored) {
      const [message, ...others] = one?.messages ?? [];
      expect(others).toEqual([]);
      const unknown = message?.attempts.filter(({ outcome }) => outcome === 'unknown') ?? [];
      const isCut = cut.some((to) => to.includes(message?.address ?? ''));
      expect(unknown).toEqual(
        isCut ? [expect.objectContaining({ provider: 'postmark', code: 'OUTCOME_UNKNOWN' })] : [],
      );
    }
    if (standsStill) return;
    // The heartbeats have gone on.
    const { events } = await stack.temporal.workflow.getHandle(broadcastWorkflowId(id)).fetchHistory();
    expect(events?.filter((event) => event.activityTaskTimedOutEventAttributes)).toEqual([]);
    const tries = events?.flatMap((event) => event.activityTaskStartedEventAttributes?.attempt ?? []);
    expect(new Set(tries)).toEqual(new Set([1]));
  },
  300_000,
);

test('BROADCAST-7: a cancel during a call that hangs sends nothing more, and the worker stops in its time', async () => {
  const { id, cut } = await hung('cancelled', 'hang');
  const begun = Date.now();
  expect(await stack.production.post(`/v1/broadcasts/${id}/cancel`, {})).toMatchObject({
    body: { broadcast: { state: 'cancelled' } },
  });
  // It does not wait for the call, which hangs for 25 s.
  expect(Date.now() - begun).toBeLessThan(8000);
  const { length } = postmark.requests;
  await stack.worker?.stop();
  // The call gets its 25 seconds, and what follows is quick.
  expect(Date.now() - begun).toBeLessThan(55_000);
  await stack.startWorker();
  const { counted } = await ended(stack, id, WITHIN_MS);
  expect(postmark.requests.length).toBe(length);
  // Other calls may have been answered before the cancel.
  const answered = postmark.requests.flatMap(({ json }) => json as PostmarkMail | PostmarkMail[]);
  const sent = new Set(answered.map(({ To }) => To).filter((to) => !cut.includes(to))).size;
  const none = { ahead: 0, waiting: 0, failed: 0, skipped: {} };
  expect(counted).toMatchObject({ ...none, total: RECIPIENTS, sent, cancelled: RECIPIENTS - sent });
  expect(counted?.cancelled).toBeGreaterThanOrEqual(cut.length);
}, 400_000);
