import fc from 'fast-check';
import type { Category } from '../../../../core/preferences/category';
import {
  changesOfLink,
  changesOfNone,
  changesOfPage,
  type Chosen,
} from '../../../../core/preferences/choices';
import { decide } from '../../../../core/preferences/decide';
import { changed, type PreferenceRow } from '../../../../core/preferences/preferences';
import { CATEGORIES } from '../../../support/preference-categories';

const at = new Date('2026-11-27T08:00:00.000Z');
const CELLS = [null, 'news', 'offers', 'security'].flatMap((name) =>
  (['email', 'sms'] as const).map((channel) => ({ category: name, channel })),
);
const after = (rows: readonly PreferenceRow[], changes: Parameters<typeof changed>[1]) =>
  changed(rows, changes, { at, by: 'page' }).rows;
const isOn = (rows: readonly PreferenceRow[]) =>
  CELLS.map((cell) => decide({ ...cell, rows, categories: CATEGORIES }).on);

const state = fc.constantFrom(null, true, false);
const anyRows = fc
  .array(
    fc.record({
      category: fc.constantFrom(null, 'news', 'offers'),
      channel: fc.constantFrom(null, 'email' as const, 'sms' as const),
      on: state,
    }),
  )
  .map((all) =>
    after(
      [],
      all.filter((one) => one.category !== null || one.channel !== null),
    ),
  );

test('PREFERENCE-38: after a save, everything is as the page said, for any choices', () => {
  fc.assert(
    fc.property(
      anyRows,
      fc.array(fc.boolean(), { minLength: CELLS.length, maxLength: CELLS.length }),
      (rows, wanted) => {
        const shown = isOn(rows);
        const chosen: Chosen[] = CELLS.map((cell, index) => ({
          ...cell,
          shown: shown[index]!,
          on: wanted[index]!,
        }));
        const saved = isOn(after(rows, changesOfPage(chosen, rows, CATEGORIES)));
        expect(saved).toEqual(
          CELLS.map((cell, index) => (cell.category === 'security' ? true : wanted[index])),
        );
      },
    ),
  );
});

test('PREFERENCE-38: what was changed elsewhere since the page was shown stays', () => {
  const rows = after([], [{ category: 'news', channel: 'email', on: false }]);
  const chosen = [{ category: 'news', channel: 'email', shown: true, on: true } as const];
  expect(changesOfPage(chosen, rows, CATEGORIES)).toEqual([]);
});

test('PREFERENCE-37: "unsubscribe from all" leaves on what is required and what has no category, for any choices', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const left = after(rows, changesOfNone(rows, CATEGORIES, ['email', 'sms']));
      const before = isOn(rows);
      expect(isOn(left)).toEqual(
        CELLS.map(({ category: name }, index) => (name === null ? before[index] : name === 'security')),
      );
    }),
  );
  expect(changesOfNone([], [], ['sms'])).toEqual([{ category: null, channel: 'sms', on: false }]);
});

test.each<[string, string | null, readonly Category[], object[]]>([
  ['its category', 'news', CATEGORIES, [{ category: 'news', channel: 'email', on: false }]],
  ['a category that is gone', 'old', CATEGORIES, [{ category: 'old', channel: 'email', on: false }]],
  ['nothing, if it is required', 'security', CATEGORIES, []],
  [
    'all that can be, without a category',
    null,
    CATEGORIES,
    ['news', 'offers'].map((name) => ({ category: name, channel: 'email', on: false })),
  ],
  ['the channel, if there is no category', null, [], [{ category: null, channel: 'email', on: false }]],
])('PREFERENCE-36: a link unsubscribes from %s', (_, name, categories, changes) =>
  expect(changesOfLink({ category: name, channel: 'email' }, categories, false)).toEqual(changes),
);
