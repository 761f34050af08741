import { setTimeout as sleep } from 'node:timers/promises';
import { makeApplication, newEmail, type TestApplication } from '../../support/application';
import { dieInRequest } from '../../support/dying-processes';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { type OwnMongo, startOwnMongo } from '../../support/own-mongo';
import { SETTINGS } from '../../support/settings';
import { type Stack, startStack } from '../../support/stack';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';
import { whileHung } from '../../support/while-hung';

const HANGS_MS = 30_000;
const NEWS = `
category: news
templates: { email: { en: { subject: News, text: 'Stop: {{unsubscribe_url}}' } } }
`;
const LATER = `
category: news
templates: { email: { en: { subject: Later, text: 'Stop: {{unsubscribe_url}}' } } }
sequence: [{ wait: 15s }, { send: email }]
`;
const CATEGORIES = { 'categories/news.yaml': 'labels: { en: { name: News } }\nposition: 1\nbulk: true\n' };
const ONE_CLICK = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
const UNAVAILABLE = { status: 503, body: { code: 'UNAVAILABLE' } };

let mongo: OwnMongo;
let stack: Stack;
let app: TestApplication;
let receiver: WebhookReceiver;
beforeAll(async () => {
  mongo = await startOwnMongo();
  [stack, receiver] = await Promise.all([startStack({ mongodbUri: mongo.uri }), startWebhookReceiver()]);
  app = await makeApplication(stack, { ...CATEGORIES, 'news.yaml': NEWS, 'later.yaml': LATER });
  await app.production.post('/v1/webhooks', { url: receiver.url, enabled_events: ['preference.changed'] });
});
afterAll(async () => {
  await Promise.all([stack.stop(), receiver.stop()]);
  await mongo.remove();
});
jest.setTimeout(180_000);

const pathOf = (email: string): string => `/v1/contacts/${encodeURIComponent(email)}/preferences`;
const off = { categories: { news: { email: false } } };
const choose = (email: string, api = app.production) => api.request('PATCH', pathOf(email), off);
async function newContact(): Promise<{ email: string; uuid: string }> {
  const email = newEmail();
  const made = await app.production.post<{ contact: { uuid: string } }>('/v1/contacts', { email });
  return { email, uuid: made.body.contact.uuid };
}
/** What the contact, its history and the webhook have of the changes. */
async function recorded({ email, uuid }: { email: string; uuid: string }) {
  const { body } = await app.production.get<{ preferences: { entries: { on: boolean; at: string }[] } }>(
    pathOf(email),
  );
  const history = await stack.store.preferenceChanges.list(uuid, { limit: 9 });
  const heard = receiver.received
    .map(({ raw }) => JSON.parse(raw) as { contact: { uuid: string }; chosen_at: string })
    .filter(({ contact }) => contact.uuid === uuid);
  const timesOf = (rows: { at: Date }[]) => rows.map(({ at }) => at.toISOString());
  return {
    chosen: body.preferences.entries.map(({ at }) => at),
    history: timesOf(history),
    heard: heard.map(({ chosen_at }) => chosen_at),
  };
}
/** Waits until all three have one change, the same. */
const untilAgreed = (contact: { email: string; uuid: string }) =>
  eventually(
    'contact, history and webhook to have the change',
    async () => {
      const { chosen, history, heard } = await recorded(contact);
      return history.length > 0 && history.join() === chosen.join() && heard.join() === chosen.join();
    },
    60_000,
  );

test.each(['preference-stored', 'preference-in-history'] as const)(
  'PREFERENCE-8: an API that dies at %s leaves one change, in the history and the webhook too',
  async (point) => {
    const [repeated, left] = [await newContact(), await newContact()];
    for (const { email } of [repeated, left])
      await dieInRequest(stack, point, (baseUrl) => choose(email, app.production.at(baseUrl)));
    expect(await choose(repeated.email)).toMatchObject({ status: 200 });
    // The repeat has finished the change, and the sweep finishes the other one.
    expect(await recorded(repeated)).toMatchObject({ history: [expect.any(String) as string] });
    for (const contact of [repeated, left]) {
      await untilAgreed(contact);
      expect((await recorded(contact)).chosen).toHaveLength(1);
    }
  },
);

test('OUTAGE-1, PREFERENCE-3: while MongoDB hangs for 30 seconds changes are 503, and mail is decided after it', async () => {
  const [patched, clicked, before, on] = [
    await newContact(),
    await newContact(),
    await newContact(),
    await newContact(),
  ];
  await untilEnded(app.production, await app.production.send('news', { to: clicked.email }));
  const [, link = ''] = /Stop: (\S+)/.exec(stack.smtp.mailsTo(clicked.email)[0]?.text ?? '') ?? [];
  const oneClick = () =>
    fetch(link.replace(SETTINGS.PUBLIC_URL, stack.production.baseUrl), { redirect: 'manual', ...ONE_CLICK });
  const [skipped, sent] = await Promise.all(
    [before, on].map(({ email }) => app.production.send('later', { to: email })),
  );
  expect(await choose(before.email)).toMatchObject({ status: 200 });

  await whileHung(mongo.pid(), async () => {
    const over = sleep(HANGS_MS);
    const [patch, click] = await Promise.all([choose(patched.email), oneClick()]);
    expect(patch).toMatchObject(UNAVAILABLE);
    expect(click.status).toBe(503);
    expect(click.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await choose(patched.email)).toMatchObject(UNAVAILABLE);
    await over;
  });

  await eventually('the change', async () => (await choose(patched.email)).status === 200);
  await eventually('the click', async () => (await oneClick()).status === 200);
  for (const contact of [patched, clicked]) {
    await untilAgreed(contact);
    expect((await recorded(contact)).chosen).toHaveLength(1);
  }
  expect(await untilEnded(app.production, skipped!, 90_000)).toMatchObject({
    messages: [{ error: expect.stringMatching(/^PREFERENCE: /) as string }],
  });
  expect(await untilEnded(app.production, sent!, 90_000)).toMatchObject({ messages: [{ status: 'sent' }] });
  expect([before, on].map(({ email }) => stack.smtp.mailsTo(email).length)).toEqual([0, 1]);
});
