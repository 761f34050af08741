import fc from 'fast-check';
import { containsText } from '../../../../core/shared/contains-text';

const letters = (most: number) =>
  fc.array(fc.constantFrom('a', 'b', 'ä', '\u{1f600}'), { maxLength: most }).map((all) => all.join(''));

test('finds what includes finds', () => {
  fc.assert(
    fc.property(letters(60), letters(6), (text, part) => {
      expect(containsText(text, part)).toBe(text.includes(part));
    }),
  );
});

test('finds every part of a text', () => {
  fc.assert(
    fc.property(letters(200), fc.nat(200), fc.nat(200), (text, from, to) => {
      expect(containsText(text, text.slice(from, to))).toBe(true);
    }),
  );
});

test.each([
  ['', '', true],
  ['', 'a', false],
  ['a', '', true],
  ['aab', 'aaab', false],
  ['aaab', 'aab', true],
  ['abcabcabd', 'abcabd', true],
])('%j contains %j: %s', (text, part, expected) => {
  expect(containsText(text, part)).toBe(expected);
});

test('a part that nearly matches everywhere takes as long as a short one', () => {
  const text = 'a'.repeat(1_000_000);
  const half = 'a'.repeat(499);
  const least = (part: string): number =>
    Math.min(...Array.from({ length: 5 }, () => processorTime(() => containsText(text, part))));
  const [short, long] = [least('aba'), least(`${half}b${half}`)];
  // Of `includes` the ratio is over 20.
  expect(long).toBeLessThan(8 * short);
});

/** Microseconds. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
