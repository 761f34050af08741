import { randomUUID } from 'node:crypto';
import { broadcastRecipientIdOf } from '../../../core/shared/ids';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBroadcast } from '../../../temporal/workflow-calls';
import { eventually } from '../../support/eventually';
import { broadcast, ended, topicOf } from '../../support/broadcasts';
import { type PostmarkMail, INACTIVE, startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { awayFromMidnight, untilExpired } from '../../support/until-time';

let stack: Stack;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  stack = await startStack();
});
afterEach(async () => {
  stack.smtp.answer = () => null;
  await stop?.();
  stop = undefined;
  // What a test that fails leaves behind would send for those after it.
  const path = `/admin/v1/applications/${stack.applicationId}/integrations`;
  const { body } = await stack.admin.get<{ integrations: { id: string }[] }>(path);
  for (const { id } of body.integrations) await stack.admin.request('DELETE', `${path}/${id}`);
});
afterAll(() => stack.stop());

const people = (name: string, count: number): { email: string }[] =>
  Array.from({ length: count }, (_, at) => ({ email: `${name}-${at}@example.org` }));

test('BROADCAST-2, BROADCAST-3: each contact of a topic gets one mail, without a workflow', async () => {
  const topicId = await topicOf(stack, 'all', people('all', 120));
  const id = await broadcast(stack, { event: 'welcome', audience: { topicId } });
  const { counted, state, total } = await ended(stack, id);
  expect({ state, total }).toEqual({ state: 'completed', total: 120 });
  expect(counted).toMatchObject({
    total: 120,
    ahead: 0,
    waiting: 0,
    sent: 120,
    failed: 0,
    skipped: {},
    cancelled: 0,
  });
  const got = stack.smtp.mails.flatMap(({ to }) => to).filter((to) => to.startsWith('all-'));
  expect(got.length).toBe(120);
  expect(new Set(got).size).toBe(120);
  const subscriptions = await stack.store.subscriptions.ofTopic(topicId, { limit: 1 });
  const one = broadcastRecipientIdOf(id, subscriptions[0]?.contactId ?? '');
  await expect(stack.temporal.workflow.getHandle(one).describe()).rejects.toThrow(/not found/);
  expect(await stack.production.get(`/v1/notifications/${one}`)).toMatchObject({
    body: { status: 'completed', broadcast_id: id },
  });
  const { body: shown } = await stack.admin.get<{ notification: { story: { text: string }[] } }>(
    `/admin/v1/notifications/${one}`,
  );
  expect(shown.notification.story.map(({ text }) => text).slice(0, 2)).toEqual([
    expect.stringMatching(/^The contact joined the topic \S+\.$/),
    expect.stringMatching(`of the broadcast ${id} to the topic `),
  ]);
});

const scope = () => ({ applicationId: stack.applicationId, environment: 'production' }) as const;
const mailsTo = (prefix: string) => stack.smtp.mails.filter(({ to }) => to[0]?.startsWith(prefix));

test('BROADCAST-4, BROADCAST-5: who wants none, cannot get one or is refused for the moment is told apart', async () => {
  const named = (name: string) => ({ email: `${name}@told.example` });
  const topicId = await topicOf(stack, 'told', [
    ...['plain', 'later', 'refused', 'unwanted'].map(named),
    { external_id: 'nowhere' },
  ]);
  await stack.production.request('PATCH', '/v1/contacts/unwanted@told.example/preferences', {
    channels: { email: false },
  });
  let laters = 0;
  stack.smtp.answer = (to) => {
    if (to.startsWith('later@')) return (laters += 1) === 1 ? { code: 451, text: 'Try again later' } : null;
    return to.startsWith('refused@') ? { code: 550, text: 'No such user' } : null;
  };
  const id = await broadcast(stack, { event: 'welcome', audience: { topicId } });
  const { counted } = await ended(stack, id);
  expect(counted).toMatchObject({
    ...{ total: 5, ahead: 0, waiting: 0, sent: 2, failed: 1, cancelled: 0 },
    skipped: { PREFERENCE: 1, UNREACHABLE: 1 },
  });
  expect(laters).toBe(2);
  const listed = async (filters: object): Promise<{ id: string; event: string }[]> => {
    const query = new URLSearchParams({ environment: 'production', broadcast: id, ...filters }).toString();
    const path = `/admin/v1/applications/${stack.applicationId}/notifications?${query}`;
    return (await stack.admin.get<{ notifications: { id: string; event: string }[] }>(path)).body
      .notifications;
  };
  expect((await listed({})).length).toBe(5);
  expect((await listed({ status: 'completed' })).length).toBe(2);
  expect((await listed({ error_code: 'PREFERENCE' })).length).toBe(1);
  const [unreachable] = await listed({ error_code: 'UNREACHABLE' });
  expect(await stack.production.get(`/v1/notifications?broadcast=${id}&status=completed`)).toMatchObject({
    body: { notifications: [{ broadcast_id: id }, { broadcast_id: id }] },
  });
  expect(await stack.admin.get(`/admin/v1/explain?who=${unreachable?.id}`)).toMatchObject({
    body: { verdict: { broadcast: { id, name: null, state: 'completed' } } },
  });
  expect(mailsTo('later@').length).toBe(1);
});

test('BROADCAST-7: a cancel stops what is ahead and what waits, and all is counted', async () => {
  const topicId = await topicOf(stack, 'cancelled', people('cancelled', 300));
  let cancelled = (): void => undefined;
  const cancelling = new Promise<void>((resolve) => (cancelled = resolve));
  stack.smtp.answer = async (to) => {
    await sleep(20);
    if (mailsTo('cancelled-').length > 30) await cancelling;
    return to.endsWith('7@example.org') ? { code: 451, text: 'Try again later' } : null;
  };
  const id = await broadcast(stack, { event: 'welcome', audience: { topicId } });
  await eventually('some mails', () => mailsTo('cancelled-').length > 30);
  expect(await stack.store.broadcasts.cancel(id, new Date())).toBe(true);
  cancelled();
  await startBroadcast(stack.temporal, stack.name, { _id: id, ...scope(), event: 'welcome' });
  const { counted } = await ended(stack, id);
  const { length } = mailsTo('cancelled-');
  expect(counted).toMatchObject({ total: 300, ahead: 0, waiting: 0, sent: length, failed: 0, skipped: {} });
  expect(counted?.cancelled).toBe(300 - length);
  expect(length).toBeLessThan(200);
});

test('BROADCAST-7: a cancel ends what a killed run has claimed with its lease, without the sweep', async () => {
  const audience = { topicId: await topicOf(stack, 'left', people('left', 1)) };
  const [contact] = await stack.store.subscriptions.ofTopic(audience.topicId, { limit: 1 });
  const idIn = (broadcastId: string) => broadcastRecipientIdOf(broadcastId, contact?.contactId ?? '');
  const earlier = await broadcast(stack, { event: 'welcome', audience });
  await ended(stack, earlier);
  const sent = (await stack.store.notifications.get(idIn(earlier)))!;
  const [message] = sent.messages;
  const [now, sendAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  const id = await broadcast(stack, { event: 'welcome', audience, sendAt });
  await stack.store.notifications.insertAll([
    {
      ...{ ...sent, _id: idIn(id), batchId: id, status: 'running', completedAt: null, startPending: now },
      messages: [{ ...message!, id: randomUUID(), status: 'queued', sentAt: null, attempts: [] }],
      inFlight: { token: 'killed', step: message!.step, runId: '', at: now, marked: false, until: now },
    },
  ]);
  await stack.store.broadcasts.cancel(id, now);
  await startBroadcast(stack.temporal, stack.name, { _id: id, ...scope(), event: 'welcome' });
  expect((await ended(stack, id, 45_000)).counted).toMatchObject({ total: 1, waiting: 0, cancelled: 1 });
  expect(mailsTo('left-').length).toBe(1);
});

/** Sends e-mail over a server that speaks Postmark's API, until the test ends. */
async function withPostmark() {
  const postmark = await startPostmark();
  stop = () => postmark.close();
  const added = await stack.admin.post(`/admin/v1/applications/${stack.applicationId}/integrations`, {
    ...{ channel: 'email', provider: 'postmark', check: false },
    settings: { server_token: TOKEN, base_url: postmark.url },
  });
  expect(added.status).toBe(201);
  return postmark;
}

test('BROADCAST-12: a provider that takes several messages in one call gets few calls, and answers each recipient', async () => {
  const postmark = await withPostmark();
  const topicId = await topicOf(stack, 'batched', [...people('batched', 59), { email: INACTIVE }]);
  const id = await broadcast(stack, { event: 'welcome', audience: { topicId } });
  const { counted } = await ended(stack, id);
  expect(counted).toMatchObject({
    total: 60,
    ahead: 0,
    waiting: 0,
    sent: 59,
    failed: 0,
    skipped: { SUPPRESSED: 1 },
  });
  const mails = postmark.requests.flatMap(({ json }) => json as PostmarkMail | PostmarkMail[]);
  expect(new Set(mails.map(({ To }) => To)).size).toBe(60);
  expect(mails.length).toBe(60);
  // A busy machine has fewer of them ready at a time.
  expect(postmark.requests.length).toBeLessThanOrEqual(40);
  const stored = await stack.store.subscriptions.ofTopic(topicId, { limit: 60 });
  const ids = await Promise.all(
    stored.map(async ({ contactId }) => {
      const one = await stack.store.notifications.get(broadcastRecipientIdOf(id, contactId));
      return one?.messages[0]?.providerMessageId ?? one?.messages[0]?.error?.code;
    }),
  );
  expect(new Set(ids).size).toBe(60);
  expect(ids).toContain('SUPPRESSED');
});

test('BROADCAST-11, BROADCAST-12: beside other sends, the messages of a broadcast still go together', async () => {
  const postmark = await withPostmark();
  const topicId = await topicOf(stack, 'beside', people('beside', 20));
  let isOver = false;
  const others = (async () => {
    for (let at = 0; !isOver; at += 1) {
      const to = { email: `other-${at}@example.org` };
      const { body } = await stack.production.post<{ id: string }>('/v1/send/welcome', { to });
      await untilEnded(stack.production, body.id);
      await sleep(100);
    }
  })();
  const reach = async () => {
    await eventually('another send in the worker', () => Promise.resolve(postmark.requests.length > 0));
    return ended(stack, await broadcast(stack, { event: 'welcome', audience: { topicId } }));
  };
  const { counted } = await reach().finally(() => (isOver = true));
  await others;
  expect(counted).toMatchObject({ total: 20, waiting: 0, sent: 20 });
  const calls = postmark.requests
    .map(({ json }) => [json as PostmarkMail | PostmarkMail[]].flat().map(({ To }) => To))
    .filter(([to]) => to?.startsWith('beside-'));
  expect(new Set(calls.flat()).size).toBe(20);
  expect(calls.length).toBeLessThan(20);
});

test('BROADCAST-13: broadcasts keep to the day of a warm-up, and a single send is counted and sent', async () => {
  await awayFromMidnight();
  const integrations = `/admin/v1/applications/${stack.applicationId}/integrations`;
  const plan = { first_day: 3, factor: 2, until: 100 };
  const added = await stack.admin.post<{ integration: { id: string } }>(integrations, {
    ...{ channel: 'email', provider: 'smtp', check: false, settings: { url: stack.smtp.url } },
    warm_up: plan,
  });
  expect(added.body).toMatchObject({
    integration: { warm_up: { ...plan, today: { day: 1, most: 3, used: 0 } } },
  });
  const { id: integration } = added.body.integration;
  const patch = (body: object) => stack.admin.request('PATCH', `${integrations}/${integration}`, body);
  const change = (warmUp: object | null) => patch({ warm_up: warmUp });
  const topicId = await topicOf(stack, 'warm', people('warm', 8));
  // The worker may know the application without the integration for a second.
  await untilExpired(Date.now());
  const id = await broadcast(stack, { event: 'welcome', audience: { topicId } });
  interface Shown {
    broadcast: { state: string; blocked: { until: string } | null; counts: Record<string, number> };
  }
  const shown = await eventually('three to be sent, and the broadcast to wait for tomorrow', async () => {
    const blocked = (await stack.store.broadcasts.get(id))?.blocked?.code === 'WARM_UP';
    const { broadcast: found } = (await stack.production.get<Shown>(`/v1/broadcasts/${id}`)).body;
    return blocked && (found.counts.sent ?? 0) >= 3 && found;
  });
  expect(mailsTo('warm-').length).toBe(3);
  const tomorrow = new Date(new Date().setUTCHours(24, 0, 0, 0)).toISOString();
  expect(shown).toMatchObject({
    state: 'running',
    blocked: { until: tomorrow },
    counts: { sent: 3, ahead: 5 },
  });
  const explained = await Promise.all(
    people('warm', 8).map(async ({ email }) => {
      const { body } = await stack.admin.get<{ entries: { code: string }[] }>(
        `/admin/v1/explain?who=${email}`,
      );
      return body.entries.filter(({ code }) => code === 'BROADCAST_AHEAD').length;
    }),
  );
  expect(explained.filter((count) => count === 1).length).toBe(5);
  const single = await stack.production.send('welcome', {
    to: { email: 'single@warm.example' },
    payload: { name: 'Ada' },
  });
  expect(await untilEnded(stack.production, single)).toMatchObject({ status: 'completed' });
  // A change of the plan lets the broadcast look again at once.
  const untilSent = (count: number) => eventually(`${count} mails`, () => mailsTo('warm-').length >= count);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  expect(await change({ ...plan, started_at: yesterday })).toMatchObject({
    body: { integration: { warm_up: { today: { day: 2, most: 6, used: 4 } } } },
  });
  await untilSent(5);
  expect(await patch({ warm_up: null, expected_warm_up: { ...plan, until: 50 } })).toMatchObject({
    ...{ status: 409, body: { code: 'SETTING_CHANGED', field: 'expected_warm_up' } },
  });
  expect(await patch({ warm_up: null, expected_warm_up: plan })).toMatchObject({ status: 200 });
  await untilSent(8);
  expect((await ended(stack, id)).counted).toMatchObject({ total: 8, sent: 8, failed: 0 });
});
