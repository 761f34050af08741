import { cancelBody, sendBody } from '../../../../core/schemas/send';

const of = (body: Record<string, unknown>) => sendBody.safeParse({ to: 'ada@example.org', ...body });
const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@example.org`);

describe('the body of a send', () => {
  it('takes all its fields', () => {
    const body = {
      to: { any: 'thing' },
      payload: { a: [1, null], $set: { 'a.b': 1 } },
      language: 'PT_br',
      overrides: {
        email: {
          subject: 'Hi',
          reply_to: 'Help@Example.org',
          cc: ['a@example.org', 'B@example.org'],
          bcc: [],
        },
        sms: { sender_id: '+1 500 555 0006' },
        brand: { name: 'Acme', logotype: 'https://x/y.png', color: '#fff', website: 'https://x' },
      },
      from: 'me@example.com',
    };
    expect(sendBody.parse(body)).toEqual({
      ...body,
      language: 'pt-BR',
      overrides: {
        ...body.overrides,
        email: {
          subject: 'Hi',
          reply_to: 'Help@example.org',
          cc: ['a@example.org', 'B@example.org'],
          bcc: [],
        },
        sms: { sender_id: '+15005550006' },
      },
    });
  });

  it.each([
    [{ paylaod: {} }],
    [{ overrides: { emial: {} } }],
    [{ overrides: { email: { replyTo: 'a@example.org' } } }],
    [{ overrides: { sms: { from: '+15005550006' } } }],
    [{ overrides: { brand: { colour: 'red' } } }],
    [{ from: { email: 'me@example.com', nmae: 'Me' } }],
    [{ payload: ['x'] }],
    [{ payload: 'text' }],
    [{ payload: null }],
    [{ language: 'english' }],
    [{ language: 'x' }],
    [{ language: '' }],
    [{ language: 'en-' }],
    [{ language: ['en'] }],
    [{ overrides: [] }],
    [{ overrides: { email: { subject: 'a\r\nBcc: eve@example.org' } } }],
    [{ overrides: { email: { subject: 'x'.repeat(999) } } }],
    [{ overrides: { email: { subject: '' } } }],
    [{ overrides: { email: { subject: ' \u00a0' } } }],
    [{ overrides: { email: { reply_to: 'nobody' } } }],
    [{ overrides: { email: { cc: ['a@example.org', 'nobody'] } } }],
    [{ overrides: { email: { bcc: 'a@example.org\r\nX: y' } } }],
    [{ from: '' }],
    [{ from: 'nobody' }],
    [{ from: 'a@example.com, b@example.com' }],
    [{ from: '+12' }],
    [{ from: 'Me <me@example.com>\r\nBcc: eve@example.org' }],
    [{ from: { email: 'me@example.com', name: 'Me\r\nBcc: eve@example.org' } }],
    [{ from: { name: 'Me' } }],
    [{ from: { email: 'me@example.com', phone: '+15005550006' } }],
    [{ from: 5 }],
  ])('refuses %j', (body) => {
    expect(of(body).success).toBe(false);
  });

  it.each(['A', 'MYAPP', '1st Shop', 'ElevenChars', '+15005550006'])(
    'OVERRIDE-6: takes the SMS sender %s',
    (sender_id) => {
      expect(of({ overrides: { sms: { sender_id } } }).data?.overrides?.sms).toEqual({ sender_id });
    },
  );

  it.each(['', '1234', 'TwelveLetter', 'MY-APP', 'MYÄPP', ' APP', 'APP ', '   ', 'a@b.cc', '+12'])(
    'OVERRIDE-6: refuses the SMS sender %j',
    (sender_id) => {
      expect(of({ overrides: { sms: { sender_id } } }).success).toBe(false);
    },
  );

  it('LIMIT-9: takes 50 addresses in reply_to, cc and bcc together, not 51', () => {
    const [first, ...rest] = many(51);
    const [second, ...others] = rest;
    const fifty = { reply_to: first, cc: second, bcc: others.slice(1) };
    expect(of({ overrides: { email: fifty } }).success).toBe(true);
    expect(of({ overrides: { email: { ...fifty, bcc: others } } }).success).toBe(false);
    expect(of({ overrides: { email: { cc: many(50) } } }).success).toBe(true);
    expect(of({ overrides: { email: { cc: many(51) } } }).success).toBe(false);
  });
});

describe('`from`', () => {
  it.each([
    ['me@example.com', 'me@example.com'],
    ['Me <me@example.com>', 'Me <me@example.com>'],
    ['+1 500 555 0006', '+15005550006'],
    [{ email: 'Me@Example.com' }, 'Me@example.com'],
    [{ email: 'me@example.com', name: 'Me, "myself"' }, '"Me, \\"myself\\"" <me@example.com>'],
    [{ phone: '+1 500 555 0006' }, '+15005550006'],
  ])('%j is read as %j', (from, read) => {
    expect(of({ from }).data?.from).toBe(read);
  });
});

test('what is said of a wrong send_at shows its form, and no time that would be refused', () => {
  const { error } = of({ send_at: 'tomorrow' });
  expect(error?.issues[0]?.message).toBe(
    'must be a time in ISO 8601 with Z or an offset: YYYY-MM-DDThh:mm:ssZ or YYYY-MM-DDThh:mm:ss+hh:mm',
  );
});

test('CANCEL-1: the body of a cancel has `to` and nothing else', () => {
  expect(cancelBody.safeParse({ to: 'ada@example.org' }).success).toBe(true);
  expect(cancelBody.safeParse({ to: 'ada@example.org', event: 'welcome' }).success).toBe(false);
});
