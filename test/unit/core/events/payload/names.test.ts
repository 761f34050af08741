import { entryOf, followNames, typeOf, variablesOf } from '../../../../../core/events/payload/names';
import type { PayloadSchema } from '../../../../../core/events/payload/schema';

const TEXT: PayloadSchema = { type: ['string'] };
const COUNT: PayloadSchema = { type: ['integer'] };
const object = (properties?: PayloadSchema['properties'], more: PayloadSchema = {}): PayloadSchema => ({
  type: ['object'],
  ...(properties && { properties }),
  ...more,
});
const named = (...names: string[]) => object(Object.fromEntries(names.map((name) => [name, TEXT])));
const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `field${at}`);
const TWENTY =
  'field0, field1, field2, field3, field4, field5, field6, field7, field8, field9, field10, field11, field12, ' +
  'field13, field14, field15, field16, field17, field18, field19';

describe('names lead to', () => {
  it.each<[string, PayloadSchema, string[], PayloadSchema]>([
    ['a declared field', object({ a: object({ b: TEXT }) }), ['a', 'b'], TEXT],
    ['a value of a map', object({ a: COUNT }, { additionalProperties: TEXT }), ['b'], TEXT],
    ['anything in an object of which nothing is declared', object(), ['a'], {}],
    ['anything in an open object', object({ a: TEXT }, { additionalProperties: true }), ['b'], {}],
    [
      'anything in a value of several types',
      { type: ['object', 'string'], properties: { a: TEXT } },
      ['b'],
      {},
    ],
    ['an entry of a list', { type: ['array'], items: TEXT }, ['10'], TEXT],
    ['an entry of a list of anything', { type: ['array'] }, ['0'], {}],
    ['the length of a list', { type: ['array'], items: TEXT }, ['length'], COUNT],
    ['the length of a text', TEXT, ['length'], COUNT],
    ['a field of what may be null', { ...object({ a: TEXT }), type: ['object', 'null'] }, ['a'], TEXT],
  ])('%s', (_, schema, names, found) => expect(followNames(schema, names)).toEqual({ schema: found }));
});

describe('names lead nowhere', () => {
  const list: PayloadSchema = { type: ['array'], items: TEXT };
  const hint = 'is an array (its entries are in {{#each}})';
  it.each<[string, PayloadSchema, string[], string]>([
    ['in a text', object({ a: object({ b: TEXT }) }), ['a', 'b', 'c'], '"a.b.c": "a.b" is text'],
    ['in a number that has no name', { type: ['number'] }, ['a'], '"a": "this" is a number'],
    ['in a list, with a number and more', object({ a: list }), ['a', '1b'], `"a.1b": "a" ${hint}`],
    ['in a list, with more and a number', object({ a: list }), ['a', 'b1'], `"a.b1": "a" ${hint}`],
    ['in a closed object', object({ a: TEXT }, { additionalProperties: false }), ['bcd'], '"bcd" (known: a)'],
    [
      'beside 20 fields, which are all listed',
      named(...numbered(20)),
      ['zebra'],
      `"zebra" (known: ${TWENTY})`,
    ],
    [
      'beside more fields, of which 20 are listed',
      named(...numbered(21)),
      ['zebra'],
      `"zebra" (known: ${TWENTY}, …)`,
    ],
    [
      'near the 200th field, which is suggested',
      named(...numbered(199), 'zebra'),
      ['zebar'],
      '"zebar", did you mean "zebra"?',
    ],
    [
      'near the 201st field, which is not searched',
      named(...numbered(200), 'zebra'),
      ['zebar'],
      `"zebar" (known: ${TWENTY}, …)`,
    ],
  ])('%s', (_, schema, names, problem) =>
    expect(followNames(schema, names)).toEqual({ problem: `unknown field ${problem}` }),
  );

  it('in a closed object without fields', () =>
    expect(
      followNames(object({ a: object(undefined, { additionalProperties: false }) }), ['a', 'b']),
    ).toEqual({
      problem: 'unknown field "a.b"',
    }));
});

it.each<[PayloadSchema, string | undefined]>([
  [{}, undefined],
  [{ type: ['null'] }, undefined],
  [{ type: ['string', 'null'] }, 'string'],
  [{ type: ['string', 'number'] }, undefined],
])('the only type of %j is %s', (schema, type) => expect(typeOf(schema)).toBe(type));

it.each<[string, PayloadSchema, PayloadSchema]>([
  ['a list', { type: ['array'], items: TEXT }, TEXT],
  ['a list of anything', { type: ['array'] }, {}],
  ['a map', object(undefined, { additionalProperties: TEXT }), TEXT],
  ['an open object', object(undefined, { additionalProperties: true }), {}],
  ['an object with fields beside a map', object({ a: COUNT }, { additionalProperties: TEXT }), {}],
  ['what is no list, whatever its entries', { type: ['array', 'string'], items: TEXT }, {}],
])('an entry of %s has its schema', (_, schema, entry) => expect(entryOf(schema)).toEqual(entry));

describe('the variables of templates', () => {
  const ours = (payload: PayloadSchema) => ({
    payload,
    contact: {},
    brand: {},
    tenant: {},
    app: {},
    sender: {},
    event: TEXT,
    notification: {},
    unsubscribe_url: TEXT,
    preferences_url: TEXT,
  });
  const declared = object({ number: TEXT });
  const closed = object(undefined, { additionalProperties: false });

  it.each<[string, PayloadSchema, PayloadSchema]>([
    ['are the fields of the payload, and ours', declared, object({ number: TEXT, ...ours(declared) })],
    [
      'may have any name if nothing is declared',
      object(),
      object(ours(object()), { additionalProperties: true }),
    ],
    [
      'are only ours if the payload is closed and empty',
      closed,
      object(ours(closed), { additionalProperties: false }),
    ],
  ])('%s', (_, payload, variables) => expect(variablesOf(payload)).toEqual(variables));

  it('have the items of a digest, each with the fields of its payload', () =>
    expect(variablesOf(declared, { hasDigest: true })).toEqual(
      object({
        number: TEXT,
        ...ours(declared),
        digest: object({
          count: COUNT,
          items: { type: ['array'], items: object({ number: TEXT, payload: declared }) },
        }),
      }),
    ));
});
