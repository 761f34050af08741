import { groupsOf } from '../../../dashboard/src/pages/audit/groups';
import { objectOf } from '../../../dashboard/src/pages/audit/object-of';

const APP = '6f1d2a52-0000-4000-8000-000000000001';
const KEY = '8a2e4c10-0000-4000-8000-000000000002';
const record = (over: object) =>
  ({ by: { id: 'setting' }, about: [], before: null, after: null, ...over }) as unknown as Parameters<
    typeof objectOf
  >[0];

test.each<[string, object, string | null]>([
  ['names of its path', { about: ['setting', APP, 'production', 'welcome'] }, 'production, welcome'],
  ['the name of what was made', { about: ['setting', APP], after: { name: 'shop' } }, 'shop'],
  [
    'the address of a removed operator',
    { about: [KEY], before: { email: 'ada@example.com' } },
    'ada@example.com',
  ],
  ['its last id, without a name', { about: ['setting', APP, KEY] }, '8a2e4c10'],
  ['nothing, if only its author is known', { about: ['setting'] }, null],
])('a change is about %s', (_name, over, wanted) => {
  expect(objectOf(record(over))).toBe(wanted);
});

test('changes that follow each other and read the same are one group', () => {
  const pause = { action: 'event.pause', about: ['welcome'], outcome: 'done', code: null };
  const records = [
    { ...pause, id: '1' },
    { ...pause, id: '2', about: ['welcome'] },
    { ...pause, id: '3', about: ['receipt'] },
    { ...pause, id: '4', outcome: 'refused' },
    { ...pause, id: '5' },
  ].map(record);
  expect(groupsOf(records).map((group) => group.map(({ id }) => id))).toEqual([
    ['1', '2'],
    ['3'],
    ['4'],
    ['5'],
  ]);
});
