import {
  type SenderSettings,
  formatMailbox,
  requestedSender,
  resolveSender,
} from '../../../../core/sending/sender';
import { parseMailbox } from '../../../../core/contacts/email-address';

const application: SenderSettings = {
  name: 'Demo',
  from: null,
  senders: [
    { type: 'phone', value: '+15005550006' },
    { type: 'email', value: 'ceo@other.example' },
    { type: 'domain', value: 'example.com' },
  ],
};
const nobody: SenderSettings = { ...application, senders: [] };
const named = (requested: string | null, event?: string) => ({ requested, event });

describe('the sender of an e-mail', () => {
  it('SENDER-4: is whom the request names, before the event’s and the application’s', () => {
    const of = { ...application, from: 'app@example.com' };
    expect(resolveSender(of, 'email', named('Me <me@example.com>', 'event@example.com'))).toEqual({
      ok: true,
      sender: { email: 'me@example.com', phone: null, name: 'Me' },
      origin: 'send',
    });
    expect(resolveSender(of, 'email', named('Me@example.com'))).toMatchObject({
      sender: { email: 'Me@example.com' },
    });
    expect(resolveSender(of, 'email', named(null, 'event@example.com'))).toMatchObject({
      sender: { email: 'event@example.com' },
    });
    expect(resolveSender(of, 'email', named(null))).toMatchObject({ sender: { email: 'app@example.com' } });
  });

  it('is made of the first verified domain, else the first verified address, where nobody is named', () => {
    expect(resolveSender(application, 'email', named(null))).toMatchObject({
      sender: { email: 'no-reply@example.com', name: 'Demo' },
    });
    const senders = application.senders.filter(({ type }) => type !== 'domain');
    expect(resolveSender({ ...application, senders }, 'email', named(null))).toMatchObject({
      sender: { email: 'ceo@other.example' },
    });
    expect(resolveSender(nobody, 'email', named(null))).toMatchObject({ ok: false });
  });

  it.each([
    ['me@example.com', true],
    ['Me@EXAMPLE.com', true],
    ['ceo@other.example', true],
    ['cto@other.example', false],
    ['me@sub.example.com', false],
    ['me@notexample.com', false],
    ['me@example.com.evil.example', false],
    ['no address', false],
  ])('SENDER-2: %s is verified: %s', (from, ok) => {
    expect(resolveSender(application, 'email', named(from)).ok).toBe(ok);
  });

  it('must be verified also where event or application name it', () => {
    expect(resolveSender(application, 'email', named(null, 'me@evil.example'))).toMatchObject({ ok: false });
    const of = { ...application, from: 'me@evil.example' };
    expect(resolveSender(of, 'email', named(null))).toMatchObject({ ok: false });
  });
});

describe('the sender of an SMS', () => {
  it('is the number that the request names, else the first verified one', () => {
    const senders = [...application.senders, { type: 'phone' as const, value: '+15005550007' }];
    const of = { ...application, senders };
    expect(resolveSender(of, 'sms', named('+15005550007'))).toMatchObject({
      ok: true,
      sender: { phone: '+15005550007', email: null },
    });
    expect(resolveSender(of, 'sms', named(null))).toMatchObject({ sender: { phone: '+15005550006' } });
  });

  it('is nobody where the application has no number', () => {
    expect(resolveSender(nobody, 'sms', named(null))).toMatchObject({ ok: true, sender: { phone: null } });
  });

  it('OVERRIDE-6: is a verified name where the request says so, or where there is no number', () => {
    const alphanumeric = { type: 'alphanumeric' as const, value: 'MYAPP' };
    const both = { ...application, senders: [alphanumeric, ...application.senders] };
    expect(resolveSender(both, 'sms', named('MYAPP'))).toMatchObject({ sender: { phone: 'MYAPP' } });
    expect(resolveSender(both, 'sms', named(null))).toMatchObject({ sender: { phone: '+15005550006' } });
    const alone = { ...nobody, senders: [alphanumeric] };
    expect(resolveSender(alone, 'sms', named(null))).toMatchObject({ sender: { phone: 'MYAPP' } });
    expect(resolveSender(alone, 'whatsapp', named(null))).toMatchObject({ sender: { phone: null } });
    expect(resolveSender(application, 'sms', named('MYAPP'))).toMatchObject({ ok: false });
    expect(resolveSender(both, 'sms', named('MyApp'))).toMatchObject({ ok: false });
  });

  it('is refused where it is not verified', () => {
    expect(resolveSender(application, 'sms', named('+15005550009'))).toMatchObject({ ok: false });
    expect(resolveSender(application, 'whatsapp', named('+15005550009'))).toMatchObject({ ok: false });
  });
});

test.each([
  ['email', 'me@evil.example', 'The sender me@evil.example is not verified.'],
  ['email', 'no @ddress', 'The sender is not an e-mail address.'],
  ['slack', 'me@evil.example', 'The sender me@evil.example is not verified.'],
  ['sms', '+15005550009', 'The sender +15005550009 is not verified.'],
] as const)('on %s the sender %j is refused: %s', (channel, from, message) => {
  expect(resolveSender(application, channel, named(from))).toEqual({ ok: false, message });
});

test('without any verified sender an e-mail is refused, and says what to do', () => {
  expect(resolveSender(nobody, 'email', named(null))).toEqual({
    ok: false,
    message: 'The application has no verified sender. Add an e-mail domain or address.',
  });
});

test('a chat has the name of the application, and no address', () => {
  const sender = { email: null, phone: null, name: 'Demo' };
  expect(resolveSender(application, 'slack', named(null))).toMatchObject({ ok: true, sender });
  expect(resolveSender(application, 'slack', named('me@example.com'))).toMatchObject({ ok: true, sender });
  expect(resolveSender(application, 'whatsapp', named(null))).toMatchObject({
    sender: { phone: '+15005550006' },
  });
});

describe('a sender that is named', () => {
  it('SENDER-3: must be verified also where the channel has no use for it', () => {
    expect(resolveSender(application, 'email', named('+15005550009'))).toMatchObject({ ok: false });
    expect(resolveSender(application, 'sms', named('me@evil.example'))).toMatchObject({ ok: false });
    expect(resolveSender(application, 'slack', named('me@evil.example'))).toMatchObject({ ok: false });
  });

  it('that is verified changes nothing on such a channel', () => {
    expect(resolveSender(application, 'email', named('+15005550006'))).toMatchObject({
      sender: { email: 'no-reply@example.com' },
    });
    expect(resolveSender(application, 'sms', named('me@example.com'))).toMatchObject({
      sender: { phone: '+15005550006' },
    });
  });

  it('is `from`, for an SMS `overrides.sms.sender_id` before it', () => {
    const body = { from: 'me@example.com', overrides: { sms: { sender_id: '+15005550006' } } };
    expect(requestedSender('sms', body)).toBe('+15005550006');
    expect(requestedSender('email', body)).toBe('me@example.com');
    expect(requestedSender('sms', { from: '+15005550006' })).toBe('+15005550006');
    expect(requestedSender('email', {})).toBeNull();
  });
});

test.each(['Ada', 'Lovelace, Ada', 'Ada "the first" L.', 'back\\slash', 'Åsa', 'x <y@z.co>'])(
  'the name %s survives in a From header',
  (name) => {
    const formatted = formatMailbox({ email: 'me@example.com', phone: null, name });
    expect(parseMailbox(formatted ?? '')).toEqual({ address: 'me@example.com', name });
  },
);

test('a sender without a name is its address, and without an address nothing', () => {
  expect(formatMailbox({ email: 'me@example.com', phone: null, name: null })).toBe('me@example.com');
  expect(formatMailbox({ email: null, phone: '+15005550006', name: 'Demo' })).toBeUndefined();
});
