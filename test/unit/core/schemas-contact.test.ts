import { contactChanges, contactInput } from '../../../core/schemas/contact';

const inputOf = (body: unknown) => contactChanges.parse(body);
const pathOf = (body: unknown) => contactInput.safeParse(body).error?.issues[0]?.path.join('.');

describe('2.1: the fields of a contact', () => {
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
      email: 'ada@example.org',
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
  ])('%s cannot be %j', (field, value) => {
    expect(pathOf({ external_id: 'ada', [field]: value })).toBe(field);
  });

  it('that are null say nothing in a POST', () => {
    const body = { email: 'ada@example.org', phone: null, name: null, meta: null, city: null };
    expect(contactInput.parse(body)).toEqual({ email: 'ada@example.org', meta: { city: null } });
  });

  it.each([[null], [[]], ['ada'], [5]])('cannot come as %j', (body) => {
    expect(contactInput.safeParse(body).success).toBe(false);
  });
});

describe('2.1 rules 2 and 3: unknown fields', () => {
  it('become metadata in camelCase, whatever their values', () => {
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

  it('give way to a key of meta', () => {
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
