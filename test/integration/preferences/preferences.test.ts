import { randomUUID } from 'node:crypto';
import type { Message } from '../../../store/notifications/model';
import {
  expectRefusal,
  makeApplication,
  newEmail,
  newPhone,
  type TestApplication,
} from '../../support/application';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { type SweepRounds, sweepRoundsOf } from '../../support/sweep-rounds';
import { untilTime } from '../../support/until-time';
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
const eventOf = (name: string, more = ''): string =>
  `name: ${name}\ncategory: news\ntemplates: { email: { en: { subject: ${name}, text: Hi } } }\n${more}`;
/** Events whose messages wait, by what they wait for. The long ones are for a busy machine, and nobody waits for their end. */
const WAITING = {
  wait: {
    ticking: `sequence:\n${Array.from({ length: 12 }, (_, index) => `  - send: { name: s${index} }\n`).join('  - wait: 1s\n')}`,
  },
  digest: Object.fromEntries(
    [2, 4, 8, 12].map((seconds) => [
      `gathered-${seconds}`,
      `sequence: [{ digest: ${seconds}s }, { send: email }]\n`,
    ]),
  ),
  pause: { held: '' },
  retry: { retried: '' },
};
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
    ...{ 'news.yaml': NEWS, 'plain.yaml': PLAIN },
    ...Object.fromEntries(
      Object.values(WAITING).flatMap((events) =>
        Object.entries(events).map(([name, more]) => [`${name}.yaml`, eventOf(name, more)]),
      ),
    ),
  });
  // Before the worker knows the application: it would know of the pause a second later.
  const paused = await stack.admin.post(`${app.path}/events/production/held/pause`, {});
  expect(paused).toMatchObject({ status: 200 });
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

/** What PREFERENCE-3 allows. An attempt has the time at which it began, by the clock that gives a change its time. */
const WITHIN_MS = 1000;

test('PREFERENCE-3: nothing that waits is attempted later than a second after the change', async () => {
  const email = await newContact();
  stack.smtp.answer = (_to, { subject }) =>
    subject === 'retried' ? { code: 451, text: '4.3.0 later' } : null;
  const begin = async ([kind, events]: [string, object]) => {
    const ids = Object.keys(events).map((event) => app.production.send(event, { to: email }));
    return [kind, await Promise.all(ids)] as const;
  };
  const begun = new Map(await Promise.all(Object.entries(WAITING).map(begin)));
  const messagesOf = async (kind: string): Promise<Message[]> => {
    const found = await Promise.all(begun.get(kind)!.map((id) => stack.store.notifications.get(id)));
    return found.flatMap((notification) => notification?.messages ?? []);
  };
  await eventually('all to wait', async () => {
    const [sent, held, retried] = await Promise.all(['wait', 'pause', 'retry'].map(messagesOf));
    return sent![0]?.sentAt && held![0]?.holds && (retried![0]?.attempts.length ?? 0) > 0;
  });
  const { entries } = await change(email, { categories: { news: false } });
  const until = Date.parse(entries[0]!.at) + WITHIN_MS;
  await untilTime(until);
  expect(await stack.admin.post(`${app.path}/events/production/held/resume`, {})).toMatchObject({
    status: 200,
  });
  for (const kind of begun.keys()) {
    const messages = await eventually(`what waits for a ${kind} to be stopped`, async () => {
      const now = await messagesOf(kind);
      return now.some(({ error }) => error?.code === 'PREFERENCE') && now;
    });
    const late = messages.flatMap(({ attempts }) => attempts).filter(({ at }) => at.getTime() > until);
    expect([kind, late]).toEqual([kind, []]);
  }
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
  const email = await newContact({ external_id: `user-${randomUUID()}` });
  await stack.admin.request('POST', `${app.path}/preference-imports?environment=production`, {
    from: 'Knock',
    entries: [{ contact: email, channels: { slack: false } }],
  });
  const made = await app.production.post<{ webhook: { uuid: string } }>('/v1/webhooks', {
    ...{ url: receiver.url, enabled_events: ['preference.changed'] },
  });
  const { uuid, externalId } = (
    await app.production.get<{ contact: { uuid: string; externalId: string } }>(
      pathOf(email).replace(/\/pref.*/, ''),
    )
  ).body.contact;
  // What an import has switched off already is switched by nobody.
  await change(email, { channels: { slack: false } });
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
    [{ category: null, channel: 'slack', was: false, on: false }],
    [{ category: null, channel: 'slack', was: null, on: false }],
  ]);
  expect((await stack.store.contacts.unfinishedPreferences(new Date(), 10)).length).toBe(0);
});
