import { startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { API_KEY, startResend } from '../../support/providers/resend-server';
import type { ApiServer } from '../../support/providers/api-server';
import { type TestApplication, makeApplication, newEmail, PING } from '../../support/application';
import { killWorkerAt } from '../../support/dying-processes';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let first: ApiServer;
let second: ApiServer;
let app: TestApplication;

beforeAll(async () => {
  [stack, first, second] = await Promise.all([startStack(), startPostmark(), startResend()]);
});
afterAll(async () => {
  await Promise.all([stack.stop(), first.close(), second.close()]);
});
beforeEach(async () => {
  first.requests.length = 0;
  second.requests.length = 0;
  app = await makeApplication(stack, { 'ping.yaml': PING });
});

interface PauseAnswer {
  pause: { since: string; by: string; reason: string | null; held: number; resumed_at: string | null } | null;
}
interface Details {
  held_since: string | null;
  pause: PauseAnswer['pause'];
  next: { state: string; text: string } | null;
  story: { code: string; text: string }[];
}

const addPostmark = async (priority = 1): Promise<string> =>
  add('postmark', priority, { server_token: TOKEN, base_url: first.url });
const addResend = async (priority = 2): Promise<string> =>
  add('resend', priority, { api_key: API_KEY, base_url: second.url });

async function add(provider: string, priority: number, settings: object): Promise<string> {
  const body = { channel: 'email', provider, check: false, priority, settings };
  const added = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, body);
  expect(added.status).toBe(201);
  return added.body.integration.id;
}

async function change(path: string, body: object = {}): Promise<PauseAnswer['pause']> {
  const answer = await stack.admin.post<PauseAnswer>(path, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.pause;
}
const event = () => `${app.path}/events/production/ping`;
const heldBy = async (path: string): Promise<number> =>
  (await stack.admin.get<{ event: PauseAnswer }>(path)).body.event.pause?.held ?? 0;
const untilHeld = (id: string): Promise<Details> =>
  eventually(`${id} to be held`, async () => {
    const details = await detailsOf(id);
    return details.held_since !== null && details;
  });
const detailsOf = async (id: string): Promise<Details> =>
  (await stack.admin.get<{ notification: Details }>(`/admin/v1/notifications/${id}`)).body.notification;

test('PAUSE-1, PAUSE-4: sends of a paused event are accepted and held, and are released once and in order', async () => {
  await addPostmark();
  await change(`${event()}/pause`, { reason: 'wrong price' });
  const ids: string[] = [];
  const addresses = Array.from({ length: 20 }, newEmail);
  for (const to of addresses) ids.push(await app.production.send('ping', { to }));
  await eventually('all to be held', async () => (await heldBy(event())) === 20);
  expect(first.requests).toHaveLength(0);
  const { body: waits } = await stack.admin.get(`${app.path}/waiting/production`);
  expect(waits).toMatchObject({
    running: { count: 0 },
    waiting: { count: 20, more: false },
    causes: [{ cause: 'PAUSE', kind: 'event', id: 'ping', name: 'ping', failure: null, count: 20 }],
  });
  expect((await stack.admin.get(`${app.path}/waiting/sandbox`)).body).toMatchObject({ causes: [] });
  const id = ids[0] ?? '';
  expect(await app.production.notification(id)).toMatchObject({
    status: 'waiting',
    messages: [{ status: 'queued', error: null }],
  });
  expect((await detailsOf(id)).next).toMatchObject({
    state: 'held',
    text: expect.stringMatching(/event ping has been paused since .* by .* \(wrong price\)/),
  });
  expect(await change(`${event()}/pause`, { reason: 'another' })).toMatchObject({ reason: 'wrong price' });

  await change(`${event()}/resume`);
  for (const one of ids) await untilEnded(app.production, one);
  expect(first.requests).toHaveLength(20);
  const released = await Promise.all(
    ids.map(async (one) => {
      const found = await stack.store.notifications.get(one);
      return found?.messages[0]?.holds?.[0]?.until?.getTime() ?? 0;
    }),
  );
  expect(released.every((at) => at > 0)).toBe(true);
  const { story } = await detailsOf(id);
  expect(story.find(({ code }) => code === 'HELD')?.text).toMatch(/^It was held .* event ping/);
  await eventually(
    'the pause to be over',
    async () => !(await stack.store.applications.get(app.id))?.pauses?.length,
  );
  expect(await change(`${event()}/resume`)).toBeNull();
});

test('PAUSE-3, PAUSE-8: a paused integration gives its messages to the next one, and holds them if it is the only one', async () => {
  const postmark = await addPostmark();
  const path = `${app.path}/integrations/${postmark}`;
  await change(`${path}/pause`);
  const id = await app.production.send('ping', { to: newEmail() });
  expect((await untilHeld(id)).next?.text).toContain('integration postmark has been paused');
  expect((await stack.admin.request('DELETE', path)).body).toMatchObject({ code: 'PAUSED' });
  await addResend();
  await untilEnded(app.production, await app.production.send('ping', { to: newEmail() }));
  expect([first.requests.length, second.requests.length]).toEqual([0, 1]);
  await change(`${path}/resume`);
  await untilEnded(app.production, id);
  expect(first.requests.length).toBe(1);
});

test('PAUSE-2, PAUSE-7: a cancel ends what is held, and a notification is paused by itself', async () => {
  await addPostmark();
  await change(`${event()}/pause`);
  const to = newEmail();
  const id = await app.production.send('ping', { to });
  await untilHeld(id);
  expect((await app.production.post('/v1/cancel/ping', { to })).body).toMatchObject({ cancelled: 1 });
  await untilEnded(app.production, id);
  await change(`${event()}/resume`);
  await eventually(
    'the pause to be over',
    async () => !(await stack.store.applications.get(app.id))?.pauses?.length,
  );

  // Longer than a busy machine needs until it is paused.
  const later = new Date(Date.now() + 8_000).toISOString();
  const alone = await app.production.send('ping', { to: newEmail(), send_at: later });
  const one = `/admin/v1/notifications/${alone}`;
  expect(await change(`${one}/pause`)).toMatchObject({ held: 0 });
  expect((await untilHeld(alone)).pause).toMatchObject({ held: 1 });
  expect(first.requests).toHaveLength(0);
  expect(await change(`${one}/resume`)).toBeNull();
  await untilEnded(app.production, alone);
  expect(first.requests).toHaveLength(1);
  expect((await stack.admin.post(`${one}/pause`, {})).body).toMatchObject({ code: 'NOTIFICATION_STATE' });
});

test('PAUSE-4: a worker that dies in the middle of a release loses nothing', async () => {
  await addPostmark();
  await change(`${event()}/pause`);
  const ids = await Promise.all(
    Array.from({ length: 3 }, () => app.production.send('ping', { to: newEmail() })),
  );
  await Promise.all(ids.map(untilHeld));
  await killWorkerAt(stack, 'signalled-held', async () => {
    await change(`${event()}/resume`);
  });
  await stack.startWorker();
  for (const id of ids) await untilEnded(app.production, id);
  // One that was with the provider when the worker died goes there again; it may have died before the request.
  const found = await Promise.all(ids.map((id) => stack.store.notifications.get(id)));
  const cut = found.filter((one) => one?.messages[0]?.attempts.some(({ outcome }) => outcome === 'unknown'));
  expect(first.requests.length).toBeGreaterThanOrEqual(3);
  expect(first.requests.length).toBeLessThanOrEqual(3 + cut.length);
});

test('PAUSE-4: sends that meet a resume are neither lost nor held for ever', async () => {
  await addPostmark();
  await change(`${event()}/pause`);
  const sends = Array.from({ length: 25 }, () => app.production.send('ping', { to: newEmail() }));
  await sends[0];
  await change(`${event()}/resume`);
  await change(`${event()}/pause`);
  await sends[12];
  await change(`${event()}/resume`);
  for (const id of await Promise.all(sends)) await untilEnded(app.production, id);
  expect(first.requests).toHaveLength(25);
});
