import { segmentBody } from '../../../../core/schemas/segments';
import { isMember, type SegmentFilter, topicsIn } from '../../../../core/segments/filter';
import { momentOf } from '../../../../core/segments/moment';
import { check } from '../../../../core/shared/schemas/check';

const ADA = {
  contact: {
    ...{ email: 'ada@example.com', language: 'de', timezone: null, created_at: '2026-03-01T09:00:00.000Z' },
    meta: { plan: 'pro', seats: 5, tags: ['vip'], trial: { ends: '2026-05-01' }, $where: 'x', born: 'May' },
  },
  hasAddress: (channel: string) => channel === 'email',
  isInTopic: (topic: string) => topic === 'news',
};
const NO = { value: 'contact.meta.plan', is: 'free' };
const YES = { value: 'contact.meta.plan', is: 'pro' };

test.each<[string, SegmentFilter, boolean]>([
  ['a value is this', YES, true],
  ['types count', { value: 'contact.meta.seats', is: '5' }, false],
  ['a value is another', { value: 'contact.meta.plan', is_not: 'free' }, true],
  ['an absent value is another', { value: 'contact.meta.none', is_not: 'free' }, true],
  ['one of', { value: 'contact.language', in: ['en', 'de'] }, true],
  ['a list contains', { value: 'contact.meta.tags', contains: 'vip' }, true],
  ['exists', { value: 'contact.timezone', exists: true }, false],
  ['exists not', { value: 'contact.timezone', exists: false }, true],
  ['a range of numbers', { value: 'contact.meta.seats', at_least: 5, at_most: 5 }, true],
  ['a text is no number', { value: 'contact.meta.plan', at_least: 0 }, false],
  ['a date in metadata, since', { value: 'contact.meta.trial.ends', since: '2026-05-01' }, true],
  ['a date in metadata, before', { value: 'contact.meta.trial.ends', before: '2026-05-01' }, false],
  ['a time', { value: 'contact.created_at', before: '2026-03-01T11:00:01+02:00' }, true],
  ['a text is no date', { value: 'contact.meta.born', since: '1900-01-01' }, false],
  ['an absent value is no date', { value: 'contact.meta.none', before: '2100-01-01' }, false],
  ['a key that is an operator elsewhere', { value: 'contact.meta.$where', is: 'x' }, true],
  ['an inherited key', { value: 'contact.meta.constructor', exists: true }, false],
  ['an address', { channel: 'email', exists: true }, true],
  ['no address', { channel: 'sms', exists: false }, true],
  ['a topic', { topic: 'news', exists: true }, true],
  ['not in a topic', { topic: 'news', exists: false }, false],
  ['all', { all: [YES, NO] }, false],
  ['any', { any: [NO, YES] }, true],
  ['all of any', { all: [YES, { any: [NO, { topic: 'offers', exists: false }] }] }, true],
])('SEGMENT-2: %s', (_, filter, expected) => {
  expect(isMember(filter, ADA)).toBe(expected);
});

const wrong = (filter: unknown) => check(segmentBody, { filter });
const deep = { any: [{ all: [{ any: [YES] }] }] };

test.each<[string, unknown, string, RegExp]>([
  ['no filter', undefined, 'filter', /is required/],
  ['a list', [], 'filter', /must be an object, not an array/],
  ['nothing', {}, 'filter', /must have one of value, channel, topic, all, any/],
  ['two forms', { ...YES, topic: 'news' }, 'filter.topic', /cannot stand next to value/],
  ['an empty list', { all: [] }, 'filter.all', /must not be empty/],
  ['no comparison', { value: 'contact.name' }, 'filter', /needs one of is, is_not/],
  ['a comparison of a channel', { channel: 'sms', is: 'x' }, 'filter.is', /cannot stand next to channel/],
  ['an unknown channel', { channel: 'fax' }, 'filter.channel', /must be one of/],
  ['an unknown field', { value: 'contact.age', is: 1 }, 'filter.value', /one of email, .*created_at/],
  ['the payload', { value: 'payload.a', is: 1 }, 'filter.value', /must be contact\./],
  ['all metadata', { value: 'contact.meta', exists: true }, 'filter.value', /contact\.meta\.plan/],
  ['an operator', { value: 'contact.name', $regex: 'a' }, 'filter.$regex', /is not a known field/],
  ['an object as value', { value: 'contact.name', is: { $ne: 1 } }, 'filter.is', /must be text or a number/],
  ['no date', { value: 'contact.created_at', since: 'May' }, 'filter.since', /such as 2026-03-01/],
  ['a wrong part', { all: [YES, { any: [{ topic: 'A B' }] }] }, 'filter.all[1].any[0].topic', /must/],
  ['three levels', deep, 'filter.any[0].all[0].any', /is not a known field/],
  ['21 conditions', { all: [{ any: Array(20).fill(YES) }, YES] }, 'filter', /at most 20 conditions, not 21/],
])('SEGMENT-3: %s is refused by the name of the field', (_, filter, field, message) => {
  const read = wrong(filter);
  expect(read).toMatchObject({ ok: false, field });
  expect(!read.ok && read.message).toMatch(message);
});

test('SEGMENT-3: a channel and a topic exist if nothing else is said', () => {
  const filter = { any: [{ channel: 'sms' }, { all: [{ topic: 'a' }, { topic: 'b', exists: false }] }] };
  const read = check(segmentBody, { filter });
  expect(read).toEqual({
    ok: true,
    data: {
      description: null,
      filter: {
        any: [
          { channel: 'sms', exists: true },
          {
            all: [
              { topic: 'a', exists: true },
              { topic: 'b', exists: false },
            ],
          },
        ],
      },
    },
  });
  expect([...topicsIn(filter as SegmentFilter)].sort()).toEqual([
    ['a', 'filter.any[1].all[0].topic'],
    ['b', 'filter.any[1].all[1].topic'],
  ]);
});

test.each([
  ['2026-03-01', Date.UTC(2026, 2, 1)],
  ['2026-03-01T02:00:00+02:00', Date.UTC(2026, 2, 1)],
  ['1985-12-31', Date.UTC(1985, 11, 31)],
  ['2026-02-30', null],
  ['2026-02-30T00:00:00Z', null],
  ['2026-03-01T25:00:00Z', null],
  ['2026-03-01T09:00:00', null],
  ['2026', null],
  [2026, null],
])('SEGMENT-2: %p is read as a moment', (given, expected) => {
  expect(momentOf(given)).toBe(expected);
});
