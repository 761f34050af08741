import fc from 'fast-check';
import { sendBody } from '../../../../core/schemas/send';
import { parseRecipient } from '../../../../core/sending/recipient';
import { anyText } from '../../../support/any-text';

const parse = (to: unknown, slackChannels = false) => parseRecipient(to, { slackChannels });
const inputOf = (to: unknown) => {
  const parsed = parse(to);
  return parsed.ok && parsed.recipient.kind === 'contact' ? parsed.recipient : parsed;
};
const UUID = '0b8f9c1e-5d3a-4d7b-9a1f-2c3d4e5f6a7b';

describe('`to` as a string', () => {
  it.each([
    ['an e-mail address where it contains @', 'Ada@Example.org', { email: 'Ada@example.org' }],
    ['a phone number where it starts with +', '+1 500 555-0006', { phone: '+15005550006' }],
    ['a Slack member where it looks like one', 'U12345678', { slack: 'U12345678' }],
    ['a Slack member of an enterprise too', 'W12345678', { slack: 'W12345678' }],
    ['an external id where it is short of seven digits', '123456', { externalId: '123456' }],
    ['an external id where it has a letter', '1234567a', { externalId: '1234567a' }],
    ['an external id where it is a lower-case u', 'u12345678', { externalId: 'u12345678' }],
    ['an external id where a member id is too short', 'U1234567', { externalId: 'U1234567' }],
    ['an external id of anything else', 'user:42/ä', { externalId: 'user:42/ä' }],
  ])('RECIPIENT-7: is %s', (_what, to, input) => {
    expect(inputOf(to)).toMatchObject({ kind: 'contact', input });
  });

  it('that is a UUID may be a contact’s, else it is an external id', () => {
    expect(inputOf(UUID.toUpperCase())).toMatchObject({
      uuid: UUID,
      input: { externalId: UUID.toUpperCase() },
    });
    expect(inputOf('not-a-uuid')).not.toHaveProperty('uuid');
  });

  it.each([
    ['#general', true],
    ['#', false],
    ['#two words', true],
    ['C12345678', true],
    ['G12345678', true],
  ])('RECIPIENT-3: %s is a Slack channel where one may stand, and nowhere else', (to, ok) => {
    expect(parse(to)).toMatchObject({ ok: false, field: 'to' });
    expect(parse(to, true)).toMatchObject(
      ok ? { ok, recipient: { kind: 'slack_channel', channel: to } } : { ok, field: 'to' },
    );
  });

  it.each([
    ['', 'empty'],
    ['  ', 'blank'],
    ['ada@', 'not an e-mail address'],
    ['#chan@nel', 'with @, so not an e-mail address, also before a #'],
    ['+', 'a plus alone'],
    ['+12', 'not E.164'],
    ['+46701740605x', 'not E.164, for a letter'],
    ['0701740605', 'a national number'],
    ['1234567', 'seven digits'],
    ['(070) 174-06.05', 'a number with separators'],
    ['a\nb', 'with a line break'],
    ['a\u0000b', 'with NUL'],
    ['x'.repeat(256), 'too long'],
  ])('%j is refused: %s', (to) => {
    expect(parse(to)).toMatchObject({ ok: false, field: 'to', message: expect.stringContaining('to') });
  });

  it.each([
    ['', 'must not be empty'],
    ['x'.repeat(256), 'must have at most 255 characters'],
    ['a\nb', 'must not contain control characters'],
    ['ada@', 'contains @ and must be an e-mail address'],
    ['+12', 'must be a phone number in E.164 form, + then country code then number'],
    ['0701740605', 'looks like a phone number. Write it in E.164 form, + then country code then number'],
    ['#general', 'is a Slack channel. Send to it with /v1/send/{event}/slack'],
    [7, 'must be a string or an object'],
    [null, 'must be a string or an object'],
    [['ada@example.org'], 'must be a string or an object'],
    [{ name: 'Ada' }, 'must have at least one of email, phone, external_id, slack, telegram'],
  ])('%j is refused with words that say what to do', (to, words) => {
    expect(parse(to)).toMatchObject({ ok: false, message: expect.stringContaining(words) });
  });

  it('of 255 characters is taken, and a Slack channel without a name is told so', () => {
    expect(parse('x'.repeat(255))).toMatchObject({ ok: true });
    expect(parse('#', true)).toMatchObject({
      message: expect.stringContaining('must name a Slack channel after the #'),
    });
  });

  it('is always a recipient or a refusal that names `to`, whatever it is', () => {
    fc.assert(
      fc.property(anyText(), fc.boolean(), (to, slackChannels) => {
        const parsed = parse(to, slackChannels);
        if (!parsed.ok) expect(parsed.field).toBe('to');
      }),
    );
  });
});

test('RECIPIENT-4: on a send over Slack, a short member id is one', () => {
  const overSlack = (to: string) => parseRecipient(to, { slackChannels: true, shortMembers: true });
  expect(overSlack('U12345')).toMatchObject({ recipient: { input: { slack: 'U12345' } } });
  expect(overSlack('U')).toMatchObject({ recipient: { input: { externalId: 'U' } } });
  expect(parse('U12345', true)).toMatchObject({ recipient: { input: { externalId: 'U12345' } } });
});

describe('`to` as an object', () => {
  it('takes every field, and addresses in it are where the message goes', () => {
    const parsed = inputOf({
      email: 'Ada@Example.org',
      phone: '+1 500 555 0006',
      external_id: 'ada',
      name: 'Ada Lovelace',
      avatar: 'https://example.org/ada.png',
      username: 'ada',
      slack: 'U12345678',
      meta: { plan: 'pro' },
      language: 'PT_br',
      timezone: 'Europe/Stockholm',
      telegram: 4711,
      discord: '815',
      push_token: 'one',
      push_tokens: ['two'],
    });
    expect(parsed).toEqual({
      kind: 'contact',
      input: {
        email: 'Ada@example.org',
        phone: '+15005550006',
        externalId: 'ada',
        name: 'Ada Lovelace',
        avatar: 'https://example.org/ada.png',
        username: 'ada',
        slack: 'U12345678',
        meta: {
          ...{ plan: 'pro', language: 'pt-BR', timezone: 'Europe/Stockholm' },
          ...{ telegram: '4711', discord: '815' },
        },
        pushTokens: ['one', 'two'],
      },
      to: {
        email: 'Ada@example.org',
        sms: '+15005550006',
        whatsapp: '+15005550006',
        slack: 'U12345678',
        telegram: '4711',
        discord: '815',
      },
      language: 'pt-BR',
      warnings: [],
    });
  });

  it.each([
    [{ payload: { total: 1 } }, { payload: { total: 1 } }],
    [{ payload: [], meta: [] }, { input: { email: 'ada@example.org', meta: {} } }],
    [{ payload: null }, { input: { email: 'ada@example.org' } }],
  ])('RECIPIENT-18: %j beside an address is its own payload', (own, expected) => {
    const parsed = inputOf({ email: 'ada@example.org', ...own });
    expect(parsed).toMatchObject(expected);
    expect('payload' in parsed).toBe('payload' in expected);
  });

  it('RECIPIENT-19: refuses each other field of a send', () => {
    const { payload, language, ...beside } = sendBody.shape;
    for (const name of Object.keys({ ...beside, skipWaits: true }))
      expect(parse({ email: 'ada@example.org', [name]: 1 })).toMatchObject({
        ok: false,
        field: `to.${name}`,
      });
    expect([payload, language]).toHaveLength(2);
  });

  it.each([
    [{ emial: 'ada@example.org' }, [{ code: 'FIELD_UNKNOWN', field: 'to.emial', meant: 'email' }]],
    [{ phone: '+1234567890' }, [{ code: 'PHONE_LENGTH', field: 'to.phone' }]],
    [{ plan: 'pro', favorite_color: 'green', externalId: 'ada' }, []],
  ])('RECIPIENT-20: %j has warnings', (more, warnings) => {
    expect(inputOf({ email: 'ada@example.org', ...more })).toMatchObject({ warnings });
  });

  it('names the field that was probably meant if it is the only one', () => {
    expect(parse({ emial: 'ada@example.org' })).toMatchObject({
      message: expect.stringMatching(
        /^to must have at least one of .*to\.emial is none of them, did you mean email\?/,
      ),
    });
  });

  it('reads addresses in `meta` too', () => {
    expect(inputOf({ meta: { telegram: 4711, discord: '815' } })).toMatchObject({
      to: { telegram: '4711', discord: '815' },
    });
  });

  it('keeps unknown keys as metadata in camelCase', () => {
    expect(inputOf({ email: 'ada@example.org', favorite_color: 'red' })).toMatchObject({
      input: { meta: { favoriteColor: 'red' } },
    });
  });

  it.each([
    [{}, 'to'],
    [{ name: 'Ada' }, 'to'],
    [{ email: null }, 'to'],
    [{ $ne: null }, 'to'],
    [{ email: 'ada' }, 'to.email'],
    [{ email: { $gt: '' } }, 'to.email'],
    [{ email: 'ada@example.org\r\nBcc: eve@example.org' }, 'to.email'],
    [{ phone: '0701740605' }, 'to.phone'],
    [{ phone: 46701740605 }, 'to.phone'],
    [{ external_id: '' }, 'to.external_id'],
    [{ external_id: 4711 }, 'to.external_id'],
    [{ email: 'ada@example.org', name: 'A\r\nB' }, 'to.name'],
    [{ email: 'ada@example.org', meta: ['x'] }, 'to.meta'],
    [{ email: 'ada@example.org', payload: ['x'] }, 'to.payload'],
    [{ email: 'ada@example.org', payload: 'x' }, 'to.payload'],
    [{ email: 'ada@example.org', overrides: {} }, 'to.overrides'],
    [{ email: 'ada@example.org', sendAt: null }, 'to.sendAt'],
    [{ email: 'ada@example.org', language: 'klingon' }, 'to.language'],
    [{ email: 'ada@example.org', timezone: 'Mars/Olympus' }, 'to.timezone'],
    [{ email: 'ada@example.org', meta: { timezone: 'Mars/Olympus' } }, 'to.meta.timezone'],
    [{ slack: '' }, 'to.slack'],
    [{ push_tokens: ['one', ''] }, 'to.push_tokens[1]'],
  ])('%j is refused with field %s', (to, field) => {
    expect(parse(to)).toMatchObject({ ok: false, field });
  });

  it.each([
    [{ id: 5 }, 'to.id'],
    [{ externalId: '' }, 'to.externalId'],
    [{ slack_id: '' }, 'to.slack_id'],
    [{ slackId: 5 }, 'to.slackId'],
    [{ pushToken: '' }, 'to.pushToken'],
    [{ pushTokens: ['one', ''] }, 'to.pushTokens[1]'],
    [{ external_id: 5, id: 'a' }, 'to.external_id'],
  ])('ERROR-2: %j is refused with the name that the caller wrote, %s', (to, field) => {
    expect(parse(to)).toMatchObject({
      ok: false,
      field,
      message: expect.stringMatching(`^${field.replace(/[[\]]/g, '\\$&')} must .+\\.$`),
    });
  });

  it('names its place in an array', () => {
    const parsed = parseRecipient({ email: 'ada' }, { slackChannels: false, path: 'to[3]' });
    expect(parsed).toMatchObject({ ok: false, field: 'to[3].email' });
  });
});

test.each([[null], [5], [true], [[]], [['ada@example.org']]])(
  '`to` that is %j is refused with field to',
  (to) => {
    expect(parse(to)).toMatchObject({ ok: false, field: 'to' });
  },
);
