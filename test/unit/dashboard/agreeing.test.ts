import { agreeing } from '../../../dashboard/src/parts/agreeing';

test.each([
  [1, 'have ended already', 'has ended already'],
  [2, 'have ended already', 'have ended already'],
  [1, 'do not want such messages', 'does not want such messages'],
  [0, 'are gone', 'are gone'],
  [1, 'would fail again', 'would fail again'],
])('%i %s', (count, words, agreed) => {
  expect(agreeing(count, words)).toBe(agreed);
});
