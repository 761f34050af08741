import { lineDiff } from '../../../cli/line-diff';

const text = (lines: string): string => [...lines].join('\n');

describe('the difference of two texts', () => {
  it.each([
    ['equal ones', 'abc', 'abc', ''],
    ['a changed line', 'abc', 'axc', '@@ 2 @@|-b|+x'],
    ['an added line', 'abc', 'abxc', '@@ 3 @@|+x'],
    ['a removed line', 'abc', 'ac', '@@ 2 @@|-b'],
    ['an end', 'ab', 'abcd', '@@ 3 @@|+c|+d'],
    ['two places', 'abcdef', 'xbcde', '@@ 1 @@|-a|+x|@@ 6 @@|-f'],
    ['a repeated line', 'aab', 'ab', '@@ 2 @@|-a'],
    ['a moved line', 'abcd', 'bcad', '@@ 1 @@|-a|@@ 3 @@|+a'],
    ['none in common', 'ab', 'xy', '@@ 1 @@|-a|-b|+x|+y'],
  ])('%s', (_what, before, after, expected) => {
    expect(lineDiff(text(before), text(after)).join('|')).toBe(expected);
  });

  it('of very long ones has all lines between the equal ends', () => {
    const lines = (letter: string): string =>
      [
        'first',
        ...Array.from({ length: 3_000 }, (_, index) => `${letter}${index % 2 ? index : ''}`),
        'last',
      ].join('\n');
    const found = lineDiff(lines('a'), lines('b'));
    expect(found).toHaveLength(6_001);
    expect(found.slice(0, 2)).toEqual(['@@ 2 @@', '-a']);
  });
});
