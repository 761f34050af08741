import { randomUUID } from 'node:crypto';
import { expectRefusal, newEmail, newPhone, PING } from '../support/application';
import type { Answer } from '../support/http-api';
import { untilEnded } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

const EVERYWHERE = `
name: everywhere
channels: [discord, telegram, push, slack, whatsapp, sms, email]
templates:
  email: { en: { subject: 'Hi {{name}}', text: 'email {{name}}' } }
  sms: { en: { text: 'sms {{name}}' } }
  slack: { en: { text: 'slack {{name}}' } }
  push: { en: { text: 'push {{name}}' } }
  telegram: { en: { text: 'telegram {{name}}' } }
  whatsapp: { en: { text: 'whatsapp {{name}}' } }
  discord: { en: { text: 'discord {{name}}' } }
`;
const TWO_CHANNELS = `
name: two-channels
templates:
  email: { en: { subject: First, text: First } }
  sms: { en: { text: Second } }
sequence: [{ send: email }, { send: sms }]
`;
const NOTES = `
name: notes
templates: { slack: { en: { text: Note } } }
sequence: [{ send: slack }, { wait: 1h }, { send: slack }]
`;
const BRANDED = `
name: branded
templates:
  sms: { en: { text: '{{brand.name}} {{brand.color}} {{brand.website}}' } }
`;
const VERBOSE = `
name: verbose
templates:
  email: { en: { subject: S, text: '{{contact.firstName}} {{contact.meta.plan}} {{word}}' } }
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    events: {
      'everywhere.yaml': EVERYWHERE,
      'two-channels.yaml': TWO_CHANNELS,
      'notes.yaml': NOTES,
      'branded.yaml': BRANDED,
      'verbose.yaml': VERBOSE,
      'ping.yaml': PING,
    },
  });
});
afterAll(() => stack.stop());

const send = (path: string, body: unknown): Promise<Answer> => stack.sandbox.post(`/v1/send/${path}`, body);

/** Sends in sandbox, waits for the end, and returns the notification with what was captured of it. */
async function captured(path: string, body: unknown) {
  const id = await stack.sandbox.send(path, body);
  const view = await untilEnded(stack.sandbox, id);
  const all = await stack.store.inbox.list({ limit: 500 });
  return { id, view, entries: all.filter(({ notificationId }) => notificationId === id) };
}

/** What makes each channel reach a recipient, and the address that it then has. */
const REACH: [channel: string, to: Record<string, unknown>, address: string][] = [
  ['email', { email: 'ada@example.org' }, 'ada@example.org'],
  ['sms', { phone: '+12025550123' }, '+12025550123'],
  ['slack', { slack: 'U0123456789' }, 'U0123456789'],
  ['push', { push_token: 'one', push_tokens: ['two'] }, 'one\ntwo'],
  ['telegram', { telegram: 4711 }, '4711'],
  ['whatsapp', { phone: '+12025550124' }, '+12025550124'],
  ['discord', { discord: '815' }, '815'],
];

describe.each(REACH)('4.2: the channel %s', (channel, to, address) => {
  test('Environments: in sandbox its messages are captured and reported as sent', async () => {
    const { view, entries } = await captured(`everywhere/${channel}`, { to, payload: { name: 'Ada' } });
    expect(view).toMatchObject({
      status: 'completed',
      messages: [{ channel, status: 'sent', sent_at: expect.any(String), delivered_at: null, error: null }],
    });
    expect(entries).toMatchObject([{ channel, to: address, text: `${channel} Ada` }]);
    expect(stack.smtp.attempts).toBe(0);
  });

  test('Sending: without its identifier the send is 400 IDENTIFIER_MISSING with channel', async () => {
    const answer = await send(`everywhere/${channel}`, { to: { external_id: randomUUID() } });
    expectRefusal(answer, 400, 'IDENTIFIER_MISSING', { channel });
  });

  test('Sending: auto-routing takes it where it alone reaches the recipient', async () => {
    const only = { email: newEmail(), sms: newPhone(), whatsapp: newPhone() }[channel];
    const fresh = only === undefined ? to : { [channel === 'email' ? 'email' : 'phone']: only };
    const { view } = await captured('everywhere', { to: fresh });
    // A phone number reaches both, and WhatsApp stands first in this event.
    expect(view.messages).toMatchObject([{ channel: channel === 'sms' ? 'whatsapp' : channel }]);
  });
});

test('4.1: without identifier for any channel the send is 400 IDENTIFIER_MISSING, without channel', async () => {
  expectRefusal(await send('everywhere', { to: { external_id: randomUUID() } }), 400, 'IDENTIFIER_MISSING');
});

describe('Sending: the steps of a sequence', () => {
  test('the first SEND is checked when the send is accepted', async () => {
    expectRefusal(await send('two-channels', { to: newPhone() }), 400, 'IDENTIFIER_MISSING');
  });

  test('a later SEND that cannot be routed gives a failed message, and the notification completes', async () => {
    const { view } = await captured('two-channels', { to: newEmail() });
    expect(view).toMatchObject({
      status: 'completed',
      messages: [
        { channel: 'email', status: 'sent', error: null },
        {
          channel: 'sms',
          status: 'failed',
          sent_at: null,
          error: expect.stringMatching(/^INVALID_RECIPIENT: /),
        },
      ],
    });
  });
});

describe('4.2 rule 3: overrides', () => {
  test('Sending: sms.sender_id is who the SMS comes from, and must be verified', async () => {
    const senders = `/admin/v1/applications/${stack.applicationId}/senders`;
    await stack.admin.post(senders, { type: 'phone', value: '+15005550007' });
    const of = (sender_id: string) => ({ to: newPhone(), overrides: { sms: { sender_id } } });
    const { entries } = await captured('everywhere/sms', of('+1 500 555 0007'));
    expect(entries).toMatchObject([{ from: '+15005550007' }]);
    const refused = await send('everywhere/sms', of('+15005550009'));
    expectRefusal(refused, 400, 'SENDER_UNVERIFIED', { field: 'overrides.sms.sender_id' });
  });

  test('Sending: brand stands over the application’s own, key by key', async () => {
    const path = `/admin/v1/applications/${stack.applicationId}`;
    const brand = { name: 'Ours', color: 'red' };
    expect((await stack.admin.request('PATCH', path, { brand })).status).toBe(200);
    const overrides = { brand: { color: 'blue', website: 'https://example.org' } };
    const { entries } = await captured('branded', { to: newPhone(), overrides });
    expect(entries[0]?.text).toBe('Ours blue https://example.org');
  });
});

test('4.2 rule 2: each contact’s stored data is merged with the payload', async () => {
  const [ada, grace] = [newEmail(), newEmail()];
  await stack.sandbox.post('/v1/contacts', { email: ada, name: 'Ada Lovelace', meta: { plan: 'pro' } });
  const answer = await stack.sandbox.post<{ notifications: { id: string }[] }>('/v1/send/verbose', {
    to: [ada, { email: grace, name: 'Grace Hopper', plan: 'free' }],
    payload: { word: 'hello' },
  });
  const texts: (string | null | undefined)[] = [];
  for (const { id } of answer.body.notifications) {
    await untilEnded(stack.sandbox, id);
    const all = await stack.store.inbox.list({ limit: 500 });
    texts.push(all.find(({ notificationId }) => notificationId === id)?.text);
  }
  expect(texts).toEqual(['Ada pro hello', 'Grace free hello']);
});

test('1: a name given in `to` is kept on the contact for later sends', async () => {
  const email = newEmail();
  await stack.sandbox.send('ping', { to: { email, name: 'Ada Lovelace' } });
  const id = await stack.sandbox.send('ping', { to: email });
  expect((await stack.sandbox.notification(id)).contact).toEqual({ email, name: 'Ada Lovelace' });
});

test('Sending: a cancel names a Slack channel by the same string as the send', async () => {
  const id = await stack.sandbox.send('notes/slack', { to: '#general' });
  expect((await stack.sandbox.post('/v1/cancel/notes', { to: '#random' })).body).toMatchObject({
    cancelled: 0,
  });
  expect((await stack.sandbox.post('/v1/cancel/notes', { to: '#general' })).body).toEqual({
    success: true,
    cancelled: 1,
  });
  expect(await stack.sandbox.notification(id)).toMatchObject({
    status: 'stopped',
    contact: { email: null, name: null },
  });
});

test('Sending: an array in which all fail is 400 with the first reason, and makes no contact', async () => {
  const [first, second] = [newEmail(), newEmail()];
  const answer = await send('everywhere/sms', { to: [first, second] });
  expectRefusal(answer, 400, 'IDENTIFIER_MISSING', { channel: 'sms', field: 'to[0]' });
  for (const email of [first, second]) {
    const found = await stack.sandbox.get(`/v1/contacts/${encodeURIComponent(email)}`);
    expectRefusal(found, 404, 'CONTACT_NOT_FOUND');
  }
});

test('Sending: an array may have 1 to 1,000 recipients', async () => {
  expect((await send('ping', { to: [newEmail()] })).body).toMatchObject({
    notifications: [{ status: 'accepted' }],
  });
  for (const to of [[], Array.from({ length: 1001 }, () => 'a@example.org')]) {
    expectRefusal(await send('ping', { to }), 400, 'VALIDATION_ERROR', { field: 'to' });
  }
});
