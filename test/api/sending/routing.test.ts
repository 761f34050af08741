import { randomUUID } from 'node:crypto';
import { expectRefusal, newEmail, newPhone, PING } from '../../support/application';
import { sendsOf } from '../../support/sends';
import { type Stack, startStack } from '../../support/stack';

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

const SHIPPED = { order_id: 'A-1', tracking_url: 'https://example.com/A-1' };

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    events: { 'everywhere.yaml': EVERYWHERE, 'two-channels.yaml': TWO_CHANNELS, 'ping.yaml': PING },
  });
});
afterAll(() => stack.stop());

const { send, capturedOf, expectNothingMade } = sendsOf(() => stack);

/** What makes each channel alone reach a recipient, but for SMS: WhatsApp stands before it in the event. */
const REACH: [path: string, channel: string, to: Record<string, unknown>, address: string][] = [
  ['everywhere', 'email', { email: 'ada@example.org' }, 'ada@example.org'],
  ['everywhere/sms', 'sms', { phone: '+12025550123' }, '+12025550123'],
  ['everywhere', 'slack', { slack: 'U0123456789' }, 'U0123456789'],
  ['everywhere', 'push', { push_token: 'one', push_tokens: ['two'] }, 'one\ntwo'],
  ['everywhere', 'telegram', { telegram: 4711 }, '4711'],
  ['everywhere', 'whatsapp', { phone: '+12025550124' }, '+12025550124'],
  ['everywhere', 'discord', { discord: '815' }, '815'],
];

test.each(REACH)(
  'KEY-10, CHANNEL-1, CHANNEL-4: auto-routing takes the channel that alone reaches the recipient; in sandbox its message is captured and sent: /%s, %s',
  async (path, channel, to, address) => {
    const { view, entry } = await capturedOf(path, { to, payload: { name: 'Ada' } });
    expect(view).toMatchObject({
      status: 'completed',
      messages: [{ channel, status: 'sent', sent_at: expect.any(String), delivered_at: null, error: null }],
    });
    expect(entry).toMatchObject({ channel, to: address, text: `${channel} Ada` });
    expect(stack.smtp.attempts).toBe(0);
  },
);

test.each([
  ['telegram', { telegram: 4711 }, '4711'],
  ['discord', { meta: { discord: '816' } }, '816'],
  ['push', { push_tokens: ['three'] }, 'three'],
  ['slack', { slack_id: 'U0123456780' }, 'U0123456780'],
] as const)(
  'METADATA-3: auto-routing takes %s where a POST gave the contact %j',
  async (channel, given, address) => {
    const id = randomUUID();
    expect((await stack.sandbox.post('/v1/contacts', { id, ...given })).status).toBe(200);
    const { entry } = await capturedOf('everywhere', { to: id, payload: { name: 'Ada' } });
    expect(entry).toMatchObject({ channel, to: address });
  },
);

describe('a forced channel', () => {
  test('CHANNEL-3: is taken before the event’s order', async () => {
    const [email, payload] = [newEmail(), { code: '123456' }];
    const to = { email, phone: newPhone() };
    const { entry } = await capturedOf('verification-code/email', { to, payload });
    expect(entry).toMatchObject({ channel: 'email', to: email });
  });

  test('SEND-3: that is none is 400 with field channel', async () => {
    const answer = await send('ping/fax', { to: newEmail() });
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'channel' });
  });

  test('CHANNEL-3: without a template is 400 TEMPLATE_MISSING with channel', async () => {
    const to = newEmail();
    await expectNothingMade(
      await send('order-shipped/sms', { to, payload: SHIPPED }),
      to,
      'TEMPLATE_MISSING',
      {
        channel: 'sms',
      },
    );
    await expectNothingMade(await send('ping/push', { to }), to, 'TEMPLATE_MISSING', { channel: 'push' });
  });

  test('CHANNEL-3: that cannot reach the recipient is 400 IDENTIFIER_MISSING with channel', async () => {
    for (const [, channel] of REACH) {
      const answer = await send(`everywhere/${channel}`, { to: { external_id: randomUUID() } });
      expectRefusal(answer, 400, 'IDENTIFIER_MISSING', { channel });
    }
    const [to, phone] = [newEmail(), newPhone()];
    await expectNothingMade(await send('ping/sms', { to }), to, 'IDENTIFIER_MISSING', { channel: 'sms' });
    const answer = await send('ping/email', { to: phone });
    await expectNothingMade(answer, phone, 'IDENTIFIER_MISSING', { channel: 'email' });
  });
});

test('CHANNEL-1: auto-routing takes the first channel in the event’s order that reaches the recipient', async () => {
  const [email, phone, payload] = [newEmail(), newPhone(), { code: '123456' }];
  // verification-code puts SMS before e-mail.
  const both = await capturedOf('verification-code', { to: { email, phone }, payload });
  expect(both.entry).toMatchObject({ channel: 'sms', to: phone });
  const other = newEmail();
  const one = await capturedOf('verification-code', { to: other, payload });
  expect(one.entry).toMatchObject({ channel: 'email', to: other });
});

test('CHANNEL-2: what no channel of the event can reach is 400 IDENTIFIER_MISSING without channel', async () => {
  const phone = newPhone();
  await expectNothingMade(
    await send('order-shipped', { to: phone, payload: SHIPPED }),
    phone,
    'IDENTIFIER_MISSING',
  );
  const answer = await send('everywhere', { to: { external_id: randomUUID() } });
  expectRefusal(answer, 400, 'IDENTIFIER_MISSING');
});

describe('the steps of a sequence', () => {
  test('CHANNEL-7: the first SEND is checked when the send is accepted', async () => {
    expectRefusal(await send('two-channels', { to: newPhone() }), 400, 'IDENTIFIER_MISSING');
  });

  test('CHANNEL-7, STATUS-3, MESSAGE-6: a later SEND that cannot be routed gives a failed message, and the notification completes', async () => {
    const { view } = await capturedOf('two-channels', { to: newEmail() });
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
