import type { Category } from '../../../../core/preferences/category';
import { categoryToLeave, changesOfOptIn, changesOfOptOut } from '../../../../core/preferences/opt-changes';
import type { PreferenceRow } from '../../../../core/preferences/preferences';

const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 27, hour));
const row = (of: Partial<PreferenceRow>): PreferenceRow => ({
  ...{ category: null, channel: 'sms', on: false, at: at(8), by: 'provider' },
  ...of,
});
const SMS = { category: null, channel: 'sms' } as const;

describe('PREFERENCE-50: an opt-out at a provider', () => {
  test.each<[string, PreferenceRow[], isMade: boolean]>([
    ['of who has chosen nothing', [], true],
    ['of who had it on before', [row({ on: true, by: 'page', at: at(8) })], true],
    ['of who had it on at the same moment', [row({ on: true, by: 'page', at: at(9) })], true],
    ['of who has switched it on after it', [row({ on: true, by: 'operator', at: at(10) })], false],
    ['of who has it off', [row({ by: 'page' })], false],
    ['of who has it off by an import', [row({ by: 'import' })], true],
    ['of who has it on by an import after it', [row({ on: true, by: 'import', at: at(10) })], true],
    ['that came before', [row({ at: at(9) })], false],
    ['of who has a finer choice', [row({ category: 'news', on: true, at: at(10), by: 'api' })], true],
  ])('%s', (_of, rows, isMade) => {
    expect(changesOfOptOut(SMS, at(9))(rows)).toEqual(isMade ? [{ ...SMS, on: false }] : []);
  });
});

describe('PREFERENCE-51: an opt-in at a provider', () => {
  const all = [
    row({}),
    row({ category: 'news' }),
    row({ category: 'offers' }),
    row({ channel: 'email' }),
    row({ category: 'late', at: at(11) }),
    row({ category: 'on', on: true }),
    row({ category: 'all', channel: null }),
    row({ category: 'page', by: 'page' }),
    row({ category: 'operator', by: 'operator' }),
  ];
  test.each<[string, (string | null)[] | undefined, (string | null)[]]>([
    ['takes back what opt-outs over its channel have set until then', undefined, [null, 'news', 'offers']],
    ['to a category takes back this one', ['news'], ['news']],
    ['of the channel leaves categories', [null], [null]],
    ['to what nobody left takes back nothing', ['late', 'page', 'operator', 'on', 'all'], []],
  ])('%s', (_what, only, expected) => {
    const made = changesOfOptIn({ channel: 'sms', until: at(10), only })(all);
    expect(made).toEqual(expected.map((category) => ({ category, channel: 'sms', on: null })));
  });
});

test('PREFERENCE-52: the category of a message that can be switched off is that of its event', () => {
  const of = (name: string, required?: true): Category => ({
    ...{ name, labels: { en: { name } }, default: true, position: 1 },
    ...(required && { required }),
  });
  const categories = [of('news'), of('security', true)];
  expect(categoryToLeave({ category: 'news' }, categories)).toBe('news');
  expect(categoryToLeave({ category: 'security' }, categories)).toBeNull();
  expect(categoryToLeave({ category: 'gone' }, categories)).toBeNull();
  expect(categoryToLeave({}, categories)).toBeNull();
  expect(categoryToLeave(null, categories)).toBeNull();
});
