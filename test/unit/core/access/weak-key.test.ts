import { randomBytes } from 'node:crypto';
import { newAdminKey } from '../../../../core/access/api-key';
import { weaknessOfAdminKey, weaknessOfKey } from '../../../../core/access/weak-key';

const bytes = (byteAt: (index: number) => number) =>
  Buffer.from(Array.from({ length: 32 }, (_, at) => byteAt(at)));

test.each<[string, Buffer, string | null]>([
  ['zeros', bytes(() => 0), 'is the byte 0 repeated'],
  ['one byte', bytes(() => 97), 'is the byte 97 repeated'],
  ['15 different bytes', bytes((at) => 200 + ((at * 7) % 15)), 'repeats itself'],
  ['16 different bytes', bytes((at) => 200 + ((at * 7) % 16)), null],
  ['a row', bytes((at) => at), 'is a sequence of numbers'],
  ['a row backwards by twos', bytes((at) => 100 - 2 * at), 'is a sequence of numbers'],
  ['a row that goes on at zero', bytes((at) => 240 + at), 'is a sequence of numbers'],
  ['text', Buffer.from(' The quick brown fox jumps over~'), 'is text'],
  ['text with a line break', Buffer.from('The quick brown fox jumps over.\n'), null],
  ['text with a byte that no text has', Buffer.from('The quick brown fox jumps over.\u007f'), null],
])('an encryption key of %s', (_, key, weakness) => {
  expect(key).toHaveLength(32);
  expect(weaknessOfKey(key)).toBe(weakness);
});

test.each<[string, string | null]>([
  ['admin_aaaaabbbbbcccccdddddeeeeeAAAAA', 'repeats itself'],
  ['aaaaabbbbbcccccdddddeeeeeffffff', null],
  ['admin_abcdefghijklmnopqrstuvwxyz', 'is a sequence of letters or digits'],
  ['0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'is a sequence of letters or digits'],
  ['x01234567890123456789xyzkfghtw', 'is a sequence of letters or digits'],
  ['x0123456789xyzkfghtwoiqm', null],
  ['xabcdefghijklmnopqrstuvwxyz', null],
  ['please-change-me-9f8a7b6c5d4e3f', 'is an example'],
  ['pleasechangeme9f8a7b6c5d4e3f', 'is an example'],
  ['MyPassword9f8a7b6c5d4e3f2a', 'is an example'],
  ['admin_9f8a7b6c5d4e3f2a1b0c9d8e7f', null],
])('the admin key %s: %s', (key, weakness) => {
  expect(weaknessOfAdminKey(key)).toBe(weakness);
});

test('a new key is not weak', () => {
  expect(weaknessOfKey(randomBytes(32))).toBeNull();
  expect(weaknessOfAdminKey(newAdminKey())).toBeNull();
});
