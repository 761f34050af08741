import { randomUUID } from 'node:crypto';
import {
  expectRefusal,
  makeApplication,
  newEmail,
  newPhone,
  type TestApplication,
} from '../../support/application';
import { eventually } from '../../support/eventually';
import { untilEnded, untilStatus } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { type SweepRounds, sweepRoundsOf } from '../../support/sweep-rounds';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';

const NEWS = `
name: news
category: news
channels: [email, sms]
templates:
  email:
    en: { subject: News, text: News }
  sms:
    en: { text: News }
`;
const LATER = `
name: later
category: news
templates:
  email:
    en: { subject: Later, text: Later }
sequence:
  - send: { name: first }
  - wait: 8s
  - send: { name: second }
`;
const GATHERED = `
name: gathered
category: news
templates:
  email:
    en: { subject: Gathered, text: Gathered }
sequence:
  - digest: 8s
  - send: email
`;
const PLAIN = `
name: plain
templates:
  email:
    en: { subject: Plain, text: Plain }
`;
const CATEGORIES = {
  'categories/news.yaml': 'labels: { en: { name: News } }\nposition: 1\n',
  'categories/security.yaml': 'labels: { en: { name: Security } }\nrequired: true\nposition: 2\n',
};

interface Preferences {
  channels: Record<string, boolean>;
  categories: Record<string, Record<string, boolean>>;
  entries: { category: string | null; channel: string | null; on: boolean; at: string; by: string }[];
  effective: { category: string | null; channel: string; on: boolean; rule: string }[];
}

let stack: Stack;
let app: TestApplication;
let receiver: WebhookReceiver;
let sweep: SweepRounds;
beforeAll(async () => {
  stack = await startStack();
  [receiver, sweep] = await Promise.all([startWebhookReceiver(), sweepRoundsOf(stack)]);
  app = await makeApplication(stack, {
    ...CATEGORIES,
    ...{ 'news.yaml': NEWS, 'later.yaml': LATER, 'gathered.yaml': GATHERED, 'plain.yaml': PLAIN },
  });
});
afterAll(async () => {
  await Promise.all([receiver.stop(), sweep.close()]);
  await stack.stop();
});

const pathOf = (email: string): string => `/v1/contacts/${encodeURIComponent(email)}/preferences`;
async function change(email: string, body: object, method = 'PATCH'): Promise<Preferences> {
  const answer = await app.production.request<{ preferences: Preferences }>(method, pathOf(email), body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.preferences;
}
async function newContact(of: object = {}): Promise<string> {
  const email = newEmail();
  await app.production.post('/v1/contacts', { email, ...of });
  return email;
}
const SKIPPED = { status: 'failed', error: expect.stringMatching(/^PREFERENCE: /) as string };

test('PREFERENCE-7: a contact has what it chose, when, and what follows', async () => {
  const email = await newContact();
  const first = await change(email, { channels: { sms: false }, categories: { news: { email: false } } });
  expect(first).toMatchObject({
    channels: { sms: false },
    categories: { news: { email: false } },
    entries: [
      { category: null, channel: 'sms', on: false, by: 'api' },
      { category: 'news', channel: 'email', on: false, by: 'api' },
    ],
  });
  const second = await change(email, { channels: { sms: false }, categories: { news: true } });
  expect(second.categories).toEqual({ news: { email: false, all: true } });
  expect(second.entries.slice(0, 2)).toEqual(first.entries);
  const of = (category: string | null, channel: string) =>
    second.effective.find((one) => one.category === category && one.channel === channel);
  expect(of('news', 'email')).toMatchObject({ on: false, rule: 'category_and_channel' });
  expect(of('news', 'sms')).toMatchObject({ on: true, rule: 'category' });
  expect(of('security', 'sms')).toMatchObject({ on: true, rule: 'required' });
  expect(of(null, 'sms')).toMatchObject({ on: false, rule: 'channel' });
  const { entries, ...replaced } = await change(email, { categories: { news: true } }, 'PUT');
  expect(replaced).toMatchObject({ channels: {}, categories: { news: { all: true } } });
  expect(entries).toEqual([second.entries[2]]);
  const read = await app.production.get<{ preferences: Preferences }>(pathOf(email));
  expect(read.body.preferences.entries).toEqual(entries);
});

test('PREFERENCE-6: what cannot be chosen is refused, and changes nothing', async () => {
  const email = await newContact();
  const refuse = async (body: object, field: string) =>
    expectRefusal(await app.production.request('PATCH', pathOf(email), body), 400, 'VALIDATION_ERROR', {
      field,
    });
  await refuse({ channels: { sms: false }, categories: { nwes: false } }, 'categories.nwes');
  await refuse({ categories: { security: { email: false } } }, 'categories.security');
  await refuse({ channels: { fax: false } }, 'channels.fax');
  await refuse({ channels: { sms: 'no' } }, 'channels.sms');
  expectRefusal(await app.production.get(pathOf(newEmail())), 404, 'CONTACT_NOT_FOUND');
  const read = await app.production.get<{ preferences: Preferences }>(pathOf(email));
  expect(read.body.preferences.entries).toEqual([]);
});

test('PREFERENCE-2, PREFERENCE-4: the next channel is used, and a message that is not wanted is skipped', async () => {
  const email = await newContact({ phone: newPhone() });
  await change(email, { categories: { news: { email: false } } });
  const over = async (path: string) =>
    (await untilEnded(app.production, await app.production.send(path, { to: email }))).messages;
  expect(await over('news')).toMatchObject([
    { channel: 'sms', error: expect.stringMatching(/^NO_PROVIDER/) as string },
  ]);
  expect(await over('news/email')).toMatchObject([SKIPPED]);
  await change(email, { categories: { news: false } });
  const id = await app.production.send('news', { to: email });
  expect(await untilEnded(app.production, id)).toMatchObject({ messages: [SKIPPED] });
  expect(await over('plain')).toMatchObject([{ status: 'sent' }]);
  expect(stack.smtp.mailsTo(email)).toMatchObject([{ subject: 'Plain' }]);
  const { body } = await stack.admin.get<{ notification: { story: { kind: string; code: string }[] } }>(
    `/admin/v1/notifications/${id}`,
  );
  expect(body.notification.story).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'skipped', code: 'PREFERENCE' },
      text: expect.stringMatching(/has switched off category news over email since 20/) as string,
    }),
  );
});

test('PREFERENCE-3: a change counts at once for steps behind a wait, and for digests', async () => {
  const email = await newContact();
  const [later, gathered] = await Promise.all(
    ['later', 'gathered'].map((event) => app.production.send(event, { to: email })),
  );
  await Promise.all([later!, gathered!].map((id) => untilStatus(app.production, id, 'waiting')));
  await eventually('the first message', () => stack.smtp.mailsTo(email).length === 1);
  await change(email, { categories: { news: false } });
  expect(await untilEnded(app.production, later!)).toMatchObject({ messages: [{ status: 'sent' }, SKIPPED] });
  expect(await untilEnded(app.production, gathered!)).toMatchObject({ messages: [SKIPPED] });
  expect(stack.smtp.mailsTo(email)).toHaveLength(1);
});

test('PREFERENCE-8: concurrent changes are all kept, each in the history, which is erased with the contact', async () => {
  const email = await newContact();
  const channels = ['email', 'sms', 'push', 'slack', 'telegram'];
  await Promise.all(channels.map((channel) => change(email, { channels: { [channel]: false } })));
  const { body } = await app.production.get<{ preferences: Preferences }>(pathOf(email));
  expect(Object.keys(body.preferences.channels).sort()).toEqual([...channels].sort());
  const { uuid } = (
    await app.production.get<{ contact: { uuid: string } }>(pathOf(email).replace(/\/pref.*/, ''))
  ).body.contact;
  const history = await stack.store.preferenceChanges.list(uuid, { limit: 10 });
  expect(history.flatMap(({ changes }) => changes.map(({ channel }) => channel)).sort()).toEqual(
    [...channels].sort(),
  );
  const [newest, ...others] = history;
  const after = { at: newest!.at, id: newest!._id };
  expect(await stack.store.preferenceChanges.list(uuid, { limit: 10, after })).toEqual(others);
  await app.production.request('DELETE', pathOf(email).replace(/\/pref.*/, ''));
  await eventually(
    'the history to be erased',
    async () => (await stack.store.preferenceChanges.list(uuid, { limit: 1 })).length === 0,
  );
});

test('WEBHOOK-43: an endpoint that asks for it hears of each change once, also if the API dies in the middle', async () => {
  const made = await app.production.post<{ webhook: { uuid: string } }>('/v1/webhooks', {
    ...{ url: receiver.url, enabled_events: ['preference.changed'] },
  });
  const email = await newContact({ external_id: `user-${randomUUID()}` });
  const { uuid, externalId } = (
    await app.production.get<{ contact: { uuid: string; externalId: string } }>(
      pathOf(email).replace(/\/pref.*/, ''),
    )
  ).body.contact;
  await change(email, { channels: { sms: false }, categories: { news: false } });
  await change(email, { channels: { sms: false } });
  const heard = () => receiver.received.map(({ raw }) => JSON.parse(raw) as { contact: object });
  await eventually('the event', () => heard().length === 1);
  expect(heard()).toEqual([
    {
      event: 'preference.changed',
      contact: { uuid, external_id: externalId },
      changes: [
        { category: null, channel: 'sms', was: null, on: false },
        { category: 'news', channel: null, was: null, on: false },
      ],
      by: 'api',
      chosen_at: expect.any(String) as string,
      timestamp: expect.any(String) as string,
    },
  ]);
  // The endpoint has it before that is stored.
  const listed = await eventually('it to count as delivered', async () => {
    const { body } = await app.production.get<{ events: { status: string }[] }>(
      `/v1/webhooks/${made.body.webhook.uuid}/events`,
    );
    return body.events[0]?.status === 'delivered' && body.events;
  });
  expect(listed).toMatchObject([{ type: 'preference.changed', notification_id: null, test: false }]);

  // What a crash after the write of the contact leaves.
  const contact = await stack.store.contacts.get(uuid);
  const at = new Date();
  const [before] = await stack.store.preferenceChanges.list(uuid, { limit: 1 });
  const changes = [{ category: null, channel: 'push' as const, was: null, on: false }];
  await stack.store.contacts.replace({
    ...contact!,
    preferenceChange: {
      ...before!,
      ...{ _id: `${uuid}:${contact!.revision}`, at, changes },
      endpointId: (await stack.store.webhooks.ofScope(contact!))!._id,
    },
    preferencePending: at,
  });
  await sweep.round();
  await sweep.round();
  await eventually('the event of the sweep', () => heard().length === 2);
  expect(heard()[1]).toMatchObject({ changes });
  expect((await stack.store.preferenceChanges.list(uuid, { limit: 9 })).map((row) => row.changes)).toEqual([
    changes,
    before!.changes,
  ]);
  expect((await stack.store.contacts.unfinishedPreferences(new Date(), 10)).length).toBe(0);
});
