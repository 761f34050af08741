import { randomUUID } from 'node:crypto';
import { readEntry } from '../../../../core/topics/entry';
import { COUNTED_OF_ONE, estimatedSize } from '../../../../core/topics/size';
import { topicBody } from '../../../../core/schemas/topics';

test('TOPIC-4: the size of a large topic is estimated from the place of its ids, within five standard errors', () => {
  const size = 60_000;
  const ids = Array.from({ length: size }, () => randomUUID()).sort();
  const estimate = estimatedSize(COUNTED_OF_ONE, ids[COUNTED_OF_ONE - 1]!);
  expect(estimate.isExact).toBe(false);
  expect(Math.abs(estimate.count / size - 1)).toBeLessThan(5 / Math.sqrt(COUNTED_OF_ONE));
  expect(estimatedSize(10, 'ffffffff-ffff-4fff-bfff-ffffffffffff')).toEqual({ count: 10, isExact: false });
  expect(estimatedSize(10, '80000000-0000-4000-8000-000000000000').count).toBe(20);
});

test.each<[string, unknown, object]>([
  ['a text', 'user-42', { ok: true, entry: { kind: 'named', identifier: 'user-42' } }],
  ['an object', { email: 'ada@example.com' }, { ok: true, entry: { kind: 'described' } }],
  ['an empty text', ' ', { ok: false, field: 'c[0]', message: 'c[0] must not be empty.' }],
  ['a long text', 'x'.repeat(256), { ok: false, field: 'c[0]' }],
  ['a number', 5, { ok: false, field: 'c[0]', message: 'c[0] must be a string or an object.' }],
  ['a list', ['a'], { ok: false, field: 'c[0]' }],
  ['a wrong field', { email: 'ada' }, { ok: false, field: 'c[0].email' }],
  ['no identifier', { name: 'Ada' }, { ok: false, field: 'c[0]' }],
  ['a payload', { email: 'a@b.example', payload: {} }, { ok: false, field: 'c[0].payload' }],
])('TOPIC-3: an entry is read: %s', (_, given, expected) => {
  expect(readEntry(given, 'c[0]')).toMatchObject(expected);
});

test.each(['', 'News', '-news', 'a'.repeat(41), 'a b'])(
  'TOPIC-2: a category cannot be named %p',
  (category) => {
    expect(topicBody.safeParse({ category }).success).toBe(false);
  },
);
