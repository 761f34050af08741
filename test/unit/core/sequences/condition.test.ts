import fc from 'fast-check';
import { type Condition, type Facts, holds, unmetBy } from '../../../../core/sequences/condition';

const facts: Facts = {
  payload: { plan: 'pro', seats: 5, room: '15', tags: ['a', 'b'], nothing: null, nested: { deep: true } },
  contact: { name: 'Ada', meta: { tier: 'gold' } },
  messages: { 'send-1': ['failed', 'delivered'], 'send-2': ['sent'] },
};

test.each<[string, Condition, boolean]>([
  ['a value that is', { value: 'payload.plan', is: 'pro' }, true],
  ['a value that is another', { value: 'payload.plan', is: 'free' }, false],
  ['a number is no text', { value: 'payload.seats', is: '5' }, false],
  ['is_not of another value', { value: 'payload.plan', is_not: 'free' }, true],
  ['is_not of what is not there', { value: 'payload.none', is_not: 'free' }, true],
  ['one of several', { value: 'payload.plan', in: ['free', 'pro'] }, true],
  ['none of several', { value: 'payload.plan', in: ['free'] }, false],
  ['part of a text', { value: 'contact.name', contains: 'd' }, true],
  ['an element of a list', { value: 'payload.tags', contains: 'b' }, true],
  ['no element of a list', { value: 'payload.tags', contains: 'c' }, false],
  ['a number is no part of a text', { value: 'payload.seats', contains: '5' }, false],
  ['a number in a text', { value: 'payload.room', contains: 5 }, true],
  ['is_not of the same value', { value: 'payload.plan', is_not: 'pro' }, false],
  ['below at least', { value: 'payload.seats', at_least: 6 }, false],
  ['a number in a text is never at least', { value: 'payload.room', at_least: 0 }, false],
  ['a number in a text is never at most', { value: 'payload.room', at_most: 99 }, false],
  ['at most its own value', { value: 'payload.seats', at_most: 5 }, true],
  ['at least', { value: 'payload.seats', at_least: 5 }, true],
  ['at most', { value: 'payload.seats', at_most: 4 }, false],
  ['a range', { value: 'payload.seats', at_least: 1, at_most: 9 }, true],
  ['a text is never at least', { value: 'payload.plan', at_least: 0 }, false],
  ['what exists', { value: 'payload.nested.deep', exists: true }, true],
  ['null does not exist', { value: 'payload.nothing', exists: false }, true],
  ['a path through null leads nowhere', { value: 'payload.nothing.length', exists: false }, true],
  ['a path through a text leads nowhere', { value: 'payload.plan.length', exists: false }, true],
  ['a path through a prototype leads nowhere', { value: 'payload.constructor', exists: true }, false],
  ['meta of the contact', { value: 'contact.meta.tier', is: 'gold' }, true],
  [
    'a message that was delivered over its second channel',
    { message: 'send-1', status: ['delivered'] },
    true,
  ],
  ['a message that was not reached', { message: 'send-9', status: ['queued', 'failed'] }, false],
  [
    'all',
    {
      all: [
        { value: 'payload.plan', is: 'pro' },
        { message: 'send-2', status: ['sent'] },
      ],
    },
    true,
  ],
  [
    'all, of which one does not hold',
    {
      all: [
        { value: 'payload.plan', is: 'pro' },
        { value: 'payload.plan', is: 'x' },
      ],
    },
    false,
  ],
  [
    'any',
    {
      any: [
        { value: 'payload.plan', is: 'x' },
        { value: 'payload.plan', is: 'pro' },
      ],
    },
    true,
  ],
  ['not', { not: { value: 'payload.plan', is: 'pro' } }, false],
])('%s', (_name, condition, expected) => {
  expect(holds(condition, facts)).toBe(expected);
});

const [pro, free, sent]: Condition[] = [
  { value: 'payload.plan', is: 'pro' },
  { value: 'contact.plan', is: 'free' },
  { message: 'send-1', status: ['sent'] },
];
test.each<[Condition, string]>([
  [free!, 'contact.plan'],
  [sent!, 'message send-1'],
  [{ not: pro! }, 'payload.plan'],
  [
    { any: [free!, { not: { all: [pro!, { value: 'payload.seats', is: 5 }] } }, sent!] },
    'contact.plan, payload.plan, payload.seats, message send-1',
  ],
  [{ all: [pro!, sent!, free!] }, 'message send-1'],
  [{ all: [pro!, { all: [free!, sent!] }] }, 'contact.plan'],
  [{ all: [pro!] }, ''],
])('%j is not met by %j', (condition, by) => {
  expect(unmetBy(condition, facts)).toBe(by);
});

test('no payload makes it throw, and "not" is always the opposite', () => {
  const path = fc
    .array(fc.string({ maxLength: 4 }), { maxLength: 4 })
    .map((keys) => ['payload', ...keys].join('.'));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything()), path, fc.string(), (payload, value, contains) => {
      const condition = { value, contains };
      const at: Facts = { payload, contact: {}, messages: {} };
      expect(holds({ not: condition }, at)).toBe(!holds(condition, at));
    }),
  );
});
