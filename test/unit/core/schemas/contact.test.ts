import { MAX_PUSH_TOKENS } from '../../../../core/contacts/fields';
import { contactChanges, contactInput } from '../../../../core/contacts/shape';

const inputOf = (body: unknown) => contactChanges.parse(body);
const pathOf = (body: unknown) => contactInput.safeParse(body).error?.issues[0]?.path.join('.');

describe('the fields of a contact', () => {
  it('are read into the names of the domain, addresses in their one form', () => {
    const body = {
      email: 'Ada@Example.org',
      phone: '+1 (500) 555-0006',
      external_id: 'ada',
      name: 'Ada Lovelace',
      avatar: 'https://example.org/ada.png',
      username: 'ada',
      slack: 'U12345678',
      meta: { plan: 'pro' },
    };
    expect(inputOf(body)).toEqual({
      email: 'Ada@example.org',
      phone: '+15005550006',
      externalId: 'ada',
      name: 'Ada Lovelace',
      avatar: 'https://example.org/ada.png',
      username: 'ada',
      slack: 'U12345678',
      meta: { plan: 'pro' },
    });
  });

  it('that are absent are absent, that are null are null in a PATCH', () => {
    expect(inputOf({})).toEqual({});
    expect(inputOf({ email: null, phone: null, external_id: null, name: null, meta: null })).toEqual({
      email: null,
      phone: null,
      externalId: null,
      name: null,
      meta: null,
    });
  });

  it.each([
    ['email', 'ada'],
    ['email', ''],
    ['email', 5],
    ['email', ['ada@example.org']],
    ['email', 'ada@example.org\n'],
    ['phone', '070-174 06 05'],
    ['phone', '15005550006'],
    ['phone', 15005550006],
    ['phone', '+1'],
    ['external_id', ''],
    ['external_id', 4711],
    ['external_id', { $ne: null }],
    ['external_id', 'x'.repeat(256)],
    ['name', 'Ada\r\nBcc: eve@example.org'],
    ['name', ['Ada']],
    ['name', 'x'.repeat(256)],
    ['avatar', 'x'.repeat(2049)],
    ['username', 5],
    ['slack', ''],
    ['slack', 'a\nb'],
    ['meta', 'text'],
    ['meta', ['list']],
    ['language', 'klingon'],
    ['timezone', 'Mars/Olympus'],
    ['telegram', true],
    ['discord', 815],
    ['push_token', ''],
    ['push_tokens', 'one'],
  ])('%s cannot be %j', (field, value) => {
    expect(pathOf({ external_id: 'ada', [field]: value })).toBe(field);
  });

  it('that are null say nothing in a POST', () => {
    const body = {
      ...{ email: 'ada@example.org', phone: null, name: null, meta: null, city: null },
      ...{ slack_id: null, timezone: null, push_token: null, push_tokens: null },
    };
    expect(contactInput.parse(body)).toEqual({ email: 'ada@example.org', meta: { city: null } });
  });

  it.each([[null], [[]], ['ada'], [5]])('cannot come as %j', (body) => {
    expect(contactInput.safeParse(body).success).toBe(false);
  });
});

describe('the other spellings of fields', () => {
  it.each([
    [{ id: 'ada' }, { externalId: 'ada' }],
    [{ externalId: 'ada' }, { externalId: 'ada' }],
    [{ slack_id: 'U12345678' }, { slack: 'U12345678' }],
    [{ slackId: 'U12345678' }, { slack: 'U12345678' }],
    [{ push_token: 'one' }, { pushTokens: ['one'] }],
    [{ pushToken: 'one', push_tokens: ['two'] }, { pushTokens: ['one', 'two'] }],
    [{ pushTokens: ['one', 'two'] }, { pushTokens: ['one', 'two'] }],
    [{ push_tokens: [] }, {}],
  ])('RECIPIENT-9, CONTACT-5: %j is read', (body, input) => {
    expect(inputOf(body)).toEqual(input);
    expect(contactInput.parse(body)).toEqual(input);
  });

  it.each([
    [{ id: null }, { externalId: null }],
    [{ slackId: null }, { slack: null }],
    [{ push_token: null }, { pushTokens: null }],
    [{ pushTokens: null, push_token: 'one' }, { pushTokens: ['one'] }],
  ])('%j clears in a PATCH what it has no value for', (body, input) => {
    expect(inputOf(body)).toEqual(input);
  });

  it.each([
    [
      { id: 'a', external_id: 'b' },
      { externalId: 'b', meta: { id: 'a' } },
    ],
    [
      { id: 'a', externalId: 'b' },
      { externalId: 'a', meta: { externalId: 'b' } },
    ],
    [{ id: 'a', external_id: 'a' }, { externalId: 'a' }],
    [{ external_id: 'a', id: null }, { externalId: 'a' }],
    [{ external_id: null, id: 'a' }, { externalId: 'a' }],
    [{ id: 'a', external_id: null }, { externalId: 'a' }],
  ])('CONTACT-5: of %j the proper one with a value is the field, another value metadata', (body, input) => {
    expect(inputOf(body)).toEqual(input);
  });

  it('bring 100 tokens at most, under both names together', () => {
    const tokens = Array.from({ length: 100 }, (_, at) => `t${at}`);
    expect(inputOf({ push_token: 't0', push_tokens: tokens }).pushTokens).toHaveLength(101);
    expect(pathOf({ push_token: 'more', push_tokens: tokens })).toBe('push_tokens');
  });
});

describe('what the service reads of metadata', () => {
  const meta = { language: 'pt_BR', timezone: 'Asia/Tokyo', telegram: 4711, discord: '815' };

  it('METADATA-3: is metadata wherever it comes; beside `meta` in its one form, in it as sent, and there it wins', () => {
    expect(inputOf(meta)).toEqual({ meta: { ...meta, language: 'pt-BR', telegram: '4711' } });
    expect(inputOf({ meta })).toEqual({ meta });
    expect(inputOf({ timezone: 'UTC', meta: { timezone: 'Asia/Tokyo', a: 1 } })).toEqual({
      meta: { timezone: 'Asia/Tokyo', a: 1 },
    });
  });

  it('clears with null, in `meta` too', () => {
    expect(inputOf({ timezone: null })).toEqual({ meta: { timezone: null } });
    expect(inputOf({ timezone: null, meta: null })).toEqual({ meta: null });
    expect(contactInput.parse({ meta: { timezone: null } })).toEqual({ meta: { timezone: null } });
  });

  it.each([
    [{ language: 'klingon' }, 'meta.language'],
    [{ timezone: 'Mars/Olympus' }, 'meta.timezone'],
    [{ telegram: [] }, 'meta.telegram'],
    [{ discord: 815 }, 'meta.discord'],
  ])('METADATA-3: is refused in `meta` as beside it: %j', (invalid, field) => {
    expect(pathOf({ meta: { city: 'Paris', ...invalid } })).toBe(field);
  });
});

describe('unknown fields', () => {
  it('METADATA-1: become metadata in camelCase, whatever their values', () => {
    const body = { external_id: 'ada', favorite_color: 'red', tags: [1, { deep_key: null }], gone: null };
    expect(inputOf(body).meta).toEqual({ favoriteColor: 'red', tags: [1, { deep_key: null }], gone: null });
  });

  it('are merged into meta, which is kept as sent', () => {
    const body = { meta: { plan_name: 'pro', nested: { a_b: 1 } }, favorite_color: 'red' };
    expect(inputOf(body).meta).toEqual({
      plan_name: 'pro',
      nested: { a_b: 1 },
      favoriteColor: 'red',
    });
  });

  it('METADATA-2: give way to a key of meta', () => {
    expect(inputOf({ meta: { plan: 'pro' }, plan: 'free', my_plan: 'x' }).meta).toEqual({
      plan: 'pro',
      myPlan: 'x',
    });
  });

  it('with the names that every object has are metadata like any other', () => {
    const { meta } = inputOf({ external_id: 'ada', constructor: 1, toString: 2, hasOwnProperty: 3 });
    expect(Object.entries(meta ?? {})).toEqual([
      ['constructor', 1],
      ['toString', 2],
      ['hasOwnProperty', 3],
    ]);
  });
});

describe('the object form of `to`', () => {
  const tokens = Array.from({ length: MAX_PUSH_TOKENS }, (_, index) => `t${index}`);

  it('may have as many tokens as a contact, push_token counted too', () => {
    expect(contactInput.parse({ name: 'Ada' })).toEqual({ name: 'Ada' });
    expect(contactInput.parse({ push_token: 't0', push_tokens: tokens })).toEqual({
      pushTokens: ['t0', ...tokens],
    });
    expect(contactInput.safeParse({ push_token: 'more', push_tokens: tokens }).error?.issues).toMatchObject([
      { path: ['push_tokens'], message: expect.stringContaining(String(MAX_PUSH_TOKENS)) as string },
    ]);
  });

  it.each([[null], [['ada']], ['ada'], [5], [undefined]])('is not %j', (to) => {
    expect(contactInput.safeParse(to).success).toBe(false);
  });
});
