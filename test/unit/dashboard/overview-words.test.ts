import { changeOf } from '../../../dashboard/src/pages/overview/words';

test.each([
  [12, 10, '↑', '20 % more than the 10 of the range before'],
  [5, 10, '↓', '50 % fewer than the 10 of the range before'],
  [10, 10, '→', 'As many as in the range before'],
])('%d after %d is %s', (now, before, arrow, words) =>
  expect(changeOf(now, before)).toMatchObject({ arrow, words }),
);

test('after nothing there is no change', () => expect(changeOf(3, 0)).toBeNull());
