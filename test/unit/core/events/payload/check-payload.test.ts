import { checkPayload } from '../../../../../core/events/payload/check-payload';
import type { PayloadFormat, PayloadSchema } from '../../../../../core/events/payload/schema';

const UUID = '0b9f3c1e-2f0a-5a5c-8f0d-6d1e2b3c4d5e';
const TIME = '2030-01-31T08:00:00Z';

describe('a format', () => {
  it.each<[PayloadFormat, string, string]>([
    ['date', 'the first day of a month', '2030-01-01'],
    ['date', 'the last day of a short month', '2030-04-30'],
    ['date', 'a leap day of a year that 400 divides', '2000-02-29'],
    ['date-time', 'the last second of a day', '2030-01-31T23:59:59Z'],
    ['date-time', 'nanoseconds', '2030-01-31T08:00:00.123456789Z'],
    ['date-time', 'the largest offset', '2030-01-31T08:00:00-23:59'],
    ['email', 'the longest parts', `${'a'.repeat(64)}@${'b'.repeat(255)}`],
    ['uri', 'a scheme with +, - and .', 'web+a-b.c:x'],
    ['uuid', 'small letters', UUID],
  ])('%s has %s', (format, _, text) => expect(checkPayload({ format }, text)).toBeUndefined());

  it.each<[PayloadFormat, string, string]>([
    ['date', 'a second date', '2028-02-29 2028-02-29'],
    ['date', 'month 0', '2030-00-10'],
    ['date', 'day 0', '2030-01-00'],
    ['date', 'day 32', '2030-01-32'],
    ['date', 'April 31', '2030-04-31'],
    ['date', 'June 31', '2030-06-31'],
    ['date', 'September 31', '2030-09-31'],
    ['date', 'November 31', '2030-11-31'],
    ['date', 'a leap day of a year that 100 divides', '2100-02-29'],
    ['date-time', 'a second time', `${TIME} ${TIME}`],
    ['date-time', 'hour 24', '2030-01-31T24:00:00Z'],
    ['date-time', 'an offset of 24 hours', '2030-01-31T08:00:00+24:00'],
    ['date-time', 'ten digits of a second', '2030-01-31T08:00:00.1234567890Z'],
    ['date-time', 'a day that is none', '2030-02-29T08:00:00Z'],
    ['email', '65 characters before the @', `${'a'.repeat(65)}@example.com`],
    ['email', '256 characters after the @', `a@${'b'.repeat(256)}`],
    ['uri', 'a scheme that begins with a digit', '1a:b'],
    ['uri', 'a space at its end', 'https://example.com/a b'],
    ['uuid', 'a second UUID', `${UUID} ${UUID}`],
  ])('%s has not %s', (format, _, text) =>
    expect(checkPayload({ format }, text)).toEqual({
      path: [],
      rule: expect.stringMatching(/^must be an? /),
    }),
  );
});

describe('a value', () => {
  it.each<[string, PayloadSchema, unknown, string]>([
    ['that is missing is refused, even if any would do', {}, undefined, 'is required'],
    ['must be an object, which text is not', { type: ['object'] }, 'x', 'must be an object, not text'],
    ['must be an object, which null is not', { type: ['object'] }, null, 'must be an object, not null'],
    ['must be an integer, which text is not', { type: ['integer'] }, '5', 'must be an integer, not text'],
    ['must be an integer, which half of one is not', { type: ['integer'] }, 1.5, 'must be an integer'],
    ['must have all entries', { minItems: 2 }, [1], 'must have at least 2 entries'],
  ])('%s', (_, schema, value, rule) => expect(checkPayload(schema, value)).toEqual({ path: [], rule }));

  it.each([null, true, 'x', 5, [[]]])('that is no object needs no fields: %j', (value) =>
    expect(
      checkPayload(
        { type: ['object', 'null', 'boolean', 'string', 'number', 'array'], required: ['a'] },
        value,
      ),
    ).toBeUndefined(),
  );
});

describe('a field', () => {
  it.each<[string, PayloadSchema, string]>([
    [
      'with a type',
      { required: ['a'], properties: { a: { type: ['string'] } } },
      'is required and must be text',
    ],
    ['of any type', { required: ['a'], properties: { a: {} } }, 'is required'],
    ['that is not declared', { required: ['a'] }, 'is required'],
  ])('%s may be required', (_, schema, rule) =>
    expect(checkPayload(schema, {})).toEqual({ path: ['a'], rule }),
  );

  const closed = (...names: string[]): PayloadSchema => ({
    properties: Object.fromEntries(names.map((name) => [name, {}])),
    additionalProperties: false,
  });
  const LETTERS = [...'abcdefghijklmnopqrst'];

  it.each<[string, PayloadSchema, string]>([
    ['like no other', closed('plan', 'total'), 'is not a known field. Known fields: plan, total'],
    ['of an object without fields', closed(), 'is not a known field'],
    [
      'like the 21st',
      closed(...LETTERS, 'number'),
      'is not a known field. Known fields: a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t',
    ],
    ['like the 20th', closed(...LETTERS.slice(1), 'number'), 'is not a known field, did you mean "number"?'],
  ])('%s is unknown, and the error names at most 20 that are known', (_, schema, rule) =>
    expect(checkPayload(schema, { numbr: 1 })).toEqual({ path: ['numbr'], rule }),
  );

  it.each<[string, PayloadSchema, string]>([
    ['unknown', closed('plan'), 'is not a known field. Known fields: plan'],
    ['wrong', { additionalProperties: { type: ['string'] } }, 'must be text, not a number'],
  ])('with a long name that is %s is shown with 100 characters', (_, schema, rule) =>
    expect(checkPayload(schema, { ['x'.repeat(101)]: 1 })).toEqual({ path: ['x'.repeat(100)], rule }),
  );
});
