import { type Limit, limitKeys } from '../../../dashboard/src/pages/applications/limit-words';

const limit = (over: Partial<Limit> = {}): Limit => ({
  ...{ channel: 'email', most: 2, per: 'day', timezone: 'UTC', of: 'contact', over: 'skip', required: false },
  ...over,
});

test('the row of a limit keeps its key if another one is removed, and equal ones have different keys', () => {
  const [first, second, third] = [limit({ name: 'a' }), limit(), limit({ most: 3 })];
  const before = [...limitKeys([first, second, third, limit()]).values()];
  expect(new Set(before).size).toBe(4);
  // As they are read again.
  const after = [...limitKeys([{ ...second }, { ...third }]).values()];
  expect(after).toEqual(before.slice(1, 3));
});
