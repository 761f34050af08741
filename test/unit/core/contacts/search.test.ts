import fc from 'fast-check';
import { listKey, listKeysOf, searchForm, searchRange } from '../../../../core/contacts/search';

const scope = { applicationId: 'app', environment: 'production' } as const;
const nobody = { name: null, emails: [], phones: [], externalId: null };

/** As MongoDB compares text: byte by byte of its UTF-8. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const inRange = (key: string, { from, before }: { from: string; before: string }): boolean =>
  compare(from, key) <= 0 && compare(key, before) < 0;
const finds = (search: string, name: string): boolean =>
  listKeysOf(scope, { ...nobody, name }).some((key) => inRange(key, searchRange(scope, search)));

/** Letters that have a case, several or none, at the edges of what text can be, and accents that combine. */
const letter = fc.oneof(
  fc.constantFrom('a', 'A', 'ß', 'Σ', 'σ', 'ς', 'İ', 'ı', 'ŉ', 'Å', 'A\u030a', '日', '\u{1f600}'),
  fc.constantFrom(' ', '.', '$', '*', '\0', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const letters = fc.array(letter, { maxLength: 8 });

describe('a search', () => {
  it('finds a text by every beginning of it, in any case', () => {
    fc.assert(
      fc.property(letters, fc.nat(8), (all, length) => {
        // An accent alone, after a cut, belongs to the letter before it.
        const text = all.map((one) => `${one}|`).join('');
        const beginning = all
          .slice(0, length)
          .map((one) => `${one}|`)
          .join('');
        expect(finds(beginning, text)).toBe(true);
        expect(finds(beginning.toUpperCase(), text)).toBe(true);
        expect(finds(beginning, text.toUpperCase())).toBe(true);
      }),
    );
  });

  it('finds nothing that does not begin so', () => {
    fc.assert(
      fc.property(letters, letters, (search, text) => {
        const [wanted, form] = [searchForm(search.join('')), searchForm(text.join(''))];
        expect(finds(search.join(''), text.join(''))).toBe(form.startsWith(wanted));
      }),
      // The last character before the surrogates, and the first after them.
      { examples: [[['\ud7ff'], ['\ue000']]] },
    );
  });

  it('finds nothing of another scope', () => {
    fc.assert(
      fc.property(letters, letters, (search, text) => {
        const keys = listKeysOf({ ...scope, environment: 'sandbox' }, { ...nobody, name: text.join('') });
        expect(keys.some((key) => inRange(key, searchRange(scope, search.join(''))))).toBe(false);
      }),
    );
  });

  it.each([
    ['straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ΣΑΣΑ', 'σας'],
    ['Åsa', 'a\u030a'],
    ['ǅ', 'ǆ'],
    ['straße', 'STRAẞE'],
    ['ΐ', '\u0399\u0308\u0301'],
    ['Ϊ\u0301', 'ΐ'],
  ])('%s is found by %s', (text, search) => {
    expect(finds(search, text)).toBe(true);
  });
});

describe('the form in which text is searched', () => {
  it('is one for every spelling of a letter', () => {
    const characters = Array.from({ length: 0x1f000 }, (_, point) => String.fromCodePoint(point)).filter(
      (one) => one !== one.toLowerCase() || one !== one.toUpperCase(),
    );
    expect(characters.length).toBeGreaterThan(2_000);
    const spellings = (one: string): string[] => {
      const cases = [one, one.toLowerCase(), one.toUpperCase()];
      return [
        ...cases,
        ...cases.map((text) => text.normalize('NFC')),
        ...cases.map((text) => text.normalize('NFD')),
      ];
    };
    const several = characters.filter((one) => new Set(spellings(one).map(searchForm)).size > 1);
    expect(several).toEqual([]);
  });
});

describe('the keys of a contact', () => {
  it('are its scope’s and one of each name and identifier, none twice', () => {
    const keys = listKeysOf(scope, {
      name: 'Ada',
      emails: ['new@example.org', 'old@example.org'],
      phones: ['+15005550006'],
      externalId: 'ADA',
    });
    expect(keys).toEqual([
      'app:production:',
      'app:production:ada',
      'app:production:new@example.org',
      'app:production:old@example.org',
      'app:production:+15005550006',
    ]);
    expect(listKeysOf(scope, nobody)).toEqual([listKey(scope)]);
  });
});
