import fc from 'fast-check';
import type { Limit } from '../../../../core/caps/limit';
import { cappedMessage, limitsOn } from '../../../../core/caps/limits-on';
import { subjectOf } from '../../../../core/caps/subject';
import type { Category } from '../../../../core/preferences/category';

const limit = (of: Partial<Limit> = {}): Limit => ({
  ...{ channel: 'email', most: 2, per: 'day', of: 'contact', timezone: 'UTC', over: 'skip' },
  ...of,
});
const category = (name: string, required = false): Category => ({
  ...{ name, labels: { en: { name } }, default: true, position: 1 },
  ...(required && { required }),
});
const CATEGORIES = [category('news'), category('security', true)];
const event = (of: { name?: string; category?: string; limits?: Limit[] } = {}) => ({ name: 'hello', ...of });
const on = (limits: Limit[], of: ReturnType<typeof event> | null = event()) =>
  limitsOn({ limits, event: of, categories: CATEGORIES, channel: 'email' });

describe('CAP-2: a limit applies', () => {
  test.each<[string, Partial<Limit>, ReturnType<typeof event> | null, boolean]>([
    ['to its channel', {}, event(), true],
    ['to no other channel', { channel: 'sms' }, event(), false],
    ['to its category', { category: 'news' }, event({ category: 'news' }), true],
    ['to no other category', { category: 'news' }, event({ category: 'offers' }), false],
    ['to its category only', { category: 'news' }, event(), false],
    ['to its events', { events: ['a', 'hello'] }, event(), true],
    ['to no other event', { events: ['a'] }, event(), false],
    ['to an event that is gone', {}, null, true],
    ['not to a required category', {}, event({ category: 'security' }), false],
    ['to a required category if it says so', { required: true }, event({ category: 'security' }), true],
    ['to a required category that it names', { category: 'security' }, event({ category: 'security' }), true],
    [
      'to an event of a required category that it names',
      { events: ['hello'] },
      event({ category: 'security' }),
      true,
    ],
  ])('%s', (_, of, asked, applies) => expect(on([limit(of)], asked)).toHaveLength(applies ? 1 : 0));

  test('of an event to the event, also if its category is required', () => {
    const own = event({ category: 'security', limits: [limit(), limit({ channel: 'sms' })] });
    expect(on([], own)).toMatchObject([{ owner: 'event', limit: limit() }]);
  });

  const name = fc.constantFrom('news', 'security', 'offers');
  const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
  const anyLimit = fc.record({
    channel: fc.constantFrom('email' as const, 'sms' as const),
    category: optional(name),
    events: optional(fc.uniqueArray(fc.constantFrom('hello', 'bye'), { minLength: 1 })),
    required: optional(fc.constant(true as const)),
  });

  it('as a naive reading of the rule says, for any limits', () => {
    fc.assert(
      fc.property(fc.array(anyLimit, { maxLength: 5 }), optional(name), (given, own) => {
        const limits = given.map((one) =>
          limit(Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined))),
        );
        const expected = limits.filter((one) => {
          if (one.channel !== 'email') return false;
          if ('category' in one && one.category !== own) return false;
          if ('events' in one && !one.events?.includes('hello')) return false;
          const isExempt = own === 'security' && !one.required && !('category' in one) && !('events' in one);
          return !isExempt;
        });
        expect(on(limits, event(own === undefined ? {} : { category: own })).map((one) => one.limit)).toEqual(
          expected,
        );
      }),
    );
  });
});

describe('CAP-6: a limit has other counters', () => {
  const keyOf = (of: Partial<Limit>) => on([limit(of)], event({ category: 'news' }))[0]?.key;
  test.each<[string, Partial<Limit>]>([
    ['if its number changes', { most: 3 }],
    ['if its period changes', { per: 'week' }],
    ['if its zone changes', { timezone: 'Asia/Tokyo' }],
    ['if it counts by another thing', { of: 'address' }],
    ['if it has a category', { category: 'news' }],
    ['if it has events', { events: ['hello'] }],
    ['if it has a name', { name: 'daily' }],
  ])('%s', (_, of) => expect(keyOf(of)).not.toBe(keyOf({})));

  test('and none if it is the same, or holds for required categories too', () => {
    expect(keyOf({ required: true })).toBe(keyOf({}));
    expect(keyOf({ events: ['hello', 'a'] })).toBe(keyOf({ events: ['a', 'hello'] }));
  });

  test('than the same limit of an event', () => {
    const [own] = on([], event({ limits: [limit()] }));
    expect(own?.key).not.toBe(keyOf({}));
    expect(on([], event({ name: 'bye', limits: [limit()] }))[0]?.key).not.toBe(own?.key);
  });
});

describe('CAP-7: counted together are', () => {
  const KEY = Buffer.alloc(32).toString('base64');
  const of = (
    by: Limit['of'],
    channel: 'email' | 'sms' | 'slack',
    address: string,
    contactId: string | null = 'c',
  ) => subjectOf(by, { contactId, channel, address }, KEY);

  test('all addresses of a contact', () => expect(of('contact', 'email', 'a@example.com')).toBe('c'));
  test('an address in all of its spellings, for all contacts', () => {
    expect(of('address', 'email', 'Ada@example.com', 'c')).toBe(
      of('address', 'email', 'ada@EXAMPLE.com', 'd'),
    );
    expect(of('address', 'email', 'ada@example.com')).not.toBe(of('address', 'email', 'bob@example.com'));
    expect(of('address', 'email', 'ada@example.com')).not.toContain('ada');
  });
  test('numbers that differ in the last four digits', () => {
    expect(of('prefix', 'sms', '+12025550123')).toBe(of('prefix', 'sms', '+12025559999'));
    expect(of('prefix', 'sms', '+12025550123')).not.toBe(of('prefix', 'sms', '+12025560123'));
    expect(of('prefix', 'sms', '+12025550123')).not.toBe(of('address', 'sms', '+1202555'));
  });
  test('messages to one address without a contact', () => {
    expect(of('contact', 'slack', 'U1', null)).toBe(of('contact', 'slack', 'U1', null));
    expect(of('contact', 'slack', 'U1', null)).not.toBe(of('contact', 'slack', 'U2', null));
  });
});

test.each<[Partial<Limit>, string]>([
  [
    { name: 'daily', timezone: 'Europe/Berlin' },
    'It is over the limit daily of the application: at most 2 messages over email per day (Europe/Berlin) to a contact.',
  ],
  [
    { most: 1, per: '10m', channel: 'sms', of: 'prefix', category: 'codes', events: ['a', 'b'] },
    'It is over the limit of the application: at most 1 message of category codes of a, b over sms per 10m to numbers of a prefix.',
  ],
])('CAP-1: the error names the limit: %j', (of, text) => {
  const free = new Date('2026-01-16T00:00:00Z');
  expect(cappedMessage({ limit: limit(of), owner: 'application' }, free)).toBe(
    `${text} The next one can be sent at 2026-01-16T00:00:00.000Z.`,
  );
});
