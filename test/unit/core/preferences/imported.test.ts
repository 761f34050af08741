import { importedChanges } from '../../../../core/preferences/imported';
import { preferencesInput } from '../../../../core/preferences/input';
import {
  changed,
  type PreferenceBy,
  type PreferenceOf,
  type PreferenceRow,
} from '../../../../core/preferences/preferences';

const at = new Date('2026-11-27T08:00:00.000Z');
const row = (
  category: PreferenceOf['category'],
  channel: PreferenceOf['channel'],
  on: boolean,
  by: PreferenceBy,
) => ({ category, channel, on, at, by }) satisfies PreferenceRow;

/** Returns the choices after an import, and how many were left out. */
function after(rows: PreferenceRow[], input: unknown) {
  const { changes, kept } = importedChanges(preferencesInput.parse(input), rows);
  const result = changed(rows, changes, { at, by: 'import' }).rows;
  return [result.map(({ category, channel, on, by }) => [category, channel, on, by]), kept];
}

describe('PREFERENCE-25: an import', () => {
  it('of a category that it names replaces what an earlier import wrote, and of others leaves it', () => {
    const before = [
      row('news', null, false, 'import'),
      row('news', 'email', false, 'import'),
      row('offers', null, false, 'import'),
      row(null, 'sms', false, 'import'),
    ];
    expect(after(before, { categories: { news: { all: true } }, channels: { sms: null } })).toEqual([
      [
        ['offers', null, false, 'import'],
        ['news', null, true, 'import'],
      ],
      0,
    ]);
    expect(after(before, { categories: { news: {} } })[0]).toEqual([
      ['offers', null, false, 'import'],
      [null, 'sms', false, 'import'],
    ]);
  });

  it.each(['api', 'page', 'one_click', 'provider', 'operator'] as const)(
    'leaves what was chosen here (%s), and counts what it leaves out',
    (by) => {
      const own = [row('news', null, true, by), row(null, 'sms', false, by)];
      const same = own.map(({ category, channel, on }) => [category, channel, on, by]);
      expect(after(own, { categories: { news: false }, channels: { sms: null } })).toEqual([same, 1]);
      expect(after(own, { categories: { news: true }, channels: { sms: false } })).toEqual([same, 0]);
    },
  );

  it.each(['api', 'page', 'one_click', 'provider', 'operator'] as const)(
    'leaves what was chosen here as an earlier import had written it (%s)',
    (by) => {
      const imported = [row('news', null, false, 'import')];
      const off = [{ category: 'news', channel: null, on: false }];
      const { rows, made } = changed(imported, off, { at, by });
      expect([rows, made]).toEqual([[row('news', null, false, by)], [{ ...off[0], was: false }]]);
      expect(changed(rows, off, { at, by }).made).toEqual([]);
      expect(changed(imported, off, { at, by: 'import' }).made).toEqual([]);
      expect(after(rows, { categories: { news: true } })).toEqual([[['news', null, false, by]], 1]);
    },
  );

  it.each([
    [
      'a category over a channel, of one that is off',
      [row('news', null, false, 'page')],
      { news: { email: true } },
    ],
    ['a category, of a channel that is off', [row(null, 'sms', false, 'provider')], { news: true }],
    ['a category over a channel that is off', [row(null, 'sms', false, 'page')], { news: { sms: true } }],
  ])('switches nothing on that was switched off here: %s', (_, own, categories) => {
    expect(after(own, { categories })).toEqual([
      own.map(({ category, channel, on, by }) => [category, channel, on, by]),
      1,
    ]);
  });

  it('switches on what is no wider than what is off here', () => {
    const own = [row('news', 'sms', false, 'page'), row(null, 'push', false, 'page')];
    const [rows] = after(own, { categories: { news: { email: true }, offers: { email: true } } });
    expect(rows).toHaveLength(4);
  });
});
