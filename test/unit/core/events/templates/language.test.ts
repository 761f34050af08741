import fc from 'fast-check';
import { normalizeLanguage, pickLanguage } from '../../../../../core/events/templates/language';

const language = fc.constantFrom('en', 'sv', 'pt', 'de', 'ja');
const tag = fc.oneof(
  language,
  fc.tuple(language, fc.constantFrom('BR', 'SE', 'TW', '419')).map(([base, region]) => `${base}-${region}`),
);
const anyCase = tag.chain((text) => fc.constantFrom(text, text.toLowerCase(), text.toUpperCase()));
const base = (text: string) => text.toLowerCase().split('-')[0]!;

describe('pickLanguage', () => {
  it.each([
    [['en', 'pt', 'pt-BR'], ['pt-BR'], 'pt-BR'],
    [['en', 'pt'], ['pt-BR'], 'pt'],
    [['en', 'pt-BR'], ['pt'], 'en'],
    [['en', 'sv'], ['de', 'sv-SE'], 'sv'],
    [['en', 'sv'], ['PT', 'SV'], 'sv'],
    [['en', 'sv'], [], 'en'],
    [['en', 'sv'], [null, undefined, ''], 'en'],
    // Old and new codes, and subtags that are removed
    [['en', 'no'], ['nb-NO'], 'no'],
    [['en', 'nb'], ['no'], 'nb'],
    [['no', 'nb'], ['nb'], 'nb'],
    [['en', 'he'], ['iw-IL'], 'he'],
    [['en', 'iw'], ['he'], 'iw'],
    [['en', 'fil'], ['fil-PH'], 'fil'],
    [['en', 'fil'], ['tl'], 'fil'],
    [['en', 'sr', 'sr-Latn'], ['sr-Latn-RS'], 'sr-Latn'],
    [['en', 'sr'], ['sr-Latn-RS'], 'sr'],
    [['en', 'de'], ['de-CH-1996'], 'de'],
    [['en', 'de-CH'], ['de-CH-1996-u-co-phonebk'], 'de-CH'],
    [['en'], ['en-AU'], 'en'],
    [['en', 'sv'], ['en-GB', 'sv'], 'en'],
    // Chinese scripts
    [['en', 'zh', 'zh-Hans', 'zh-CN'], ['zh-Hant-TW'], 'en'],
    [['en', 'zh', 'zh-Hant'], ['zh-TW'], 'zh-Hant'],
    [['en', 'zh', 'zh-TW'], ['zh-Hant-TW'], 'zh-TW'],
    [['en', 'zh'], ['zh-HK'], 'en'],
    [['en', 'zh'], ['zh_Hant'], 'en'],
    [['zh', 'en'], ['zh-Hant', 'en-US'], 'en'],
    [['en', 'zh'], ['zh-CN'], 'zh'],
    [['en', 'zh-Hans'], ['zh-SG'], 'zh-Hans'],
    [['en', 'zh-Hant'], ['zh-CN'], 'en'],
    [['en', 'yue', 'zh'], ['zh-yue'], 'yue'],
    // A variant of an earlier release under no language
    [['en', 'english'], ['english'], 'english'],
  ])('LANGUAGE-2, LANGUAGE-4: of %j picks for %j %s', (available, wanted, picked) => {
    expect(pickLanguage(available, wanted, 'en')).toBe(picked);
  });

  it('has nothing where not even the default is available', () => {
    expect(pickLanguage(['sv'], ['de'], 'en')).toBeNull();
    expect(pickLanguage([], ['de'], 'en')).toBeNull();
  });

  it('always picks an available one, the first wanted that has any variant', () => {
    fc.assert(
      fc.property(fc.uniqueArray(tag), fc.array(anyCase), tag, (others, wanted, fallback) => {
        const available = [...new Set([...others, fallback])];
        const picked = pickLanguage(available, wanted, fallback)!;
        expect(available).toContain(picked);
        const serves = (want: string) =>
          available.some((one) => [want.toLowerCase(), base(want)].includes(one.toLowerCase()));
        const first = wanted.find(serves);
        if (first === undefined) expect(picked).toBe(fallback);
        else expect(base(picked)).toBe(base(first));
      }),
    );
  });

  it('prefers the exact variant to the language without region', () => {
    fc.assert(
      fc.property(fc.uniqueArray(tag, { minLength: 1 }), fc.nat(), (available, index) => {
        const wanted = available[index % available.length]!;
        expect(pickLanguage(available, [wanted.toUpperCase()], 'xx')).toBe(wanted);
      }),
    );
  });

  it('does not care for case or for _ in place of -', () => {
    fc.assert(
      fc.property(fc.uniqueArray(tag), fc.array(tag), (available, wanted) => {
        const picked = pickLanguage(available, wanted, 'en');
        const twisted = wanted.map((one) => one.toUpperCase().replace('-', '_'));
        expect(pickLanguage(available, twisted, 'EN')).toBe(picked);
      }),
    );
  });
});

describe('LANGUAGE-3: normalizeLanguage', () => {
  it.each([
    ['PT_br', 'pt-BR'],
    ['es-419', 'es-419'],
    ['zh_hant_tw', 'zh-Hant-TW'],
    ['SR-LATN-RS', 'sr-Latn-RS'],
    ['fil-PH', 'fil-PH'],
    ['no', 'no'],
    ['iw', 'he'],
    ['eng', 'en'],
    ['xx', 'xx'],
    ['zh-cmn-Hans-CN', 'zh-Hans-CN'],
    ['de-1996', 'de-1996'],
    ['de-u-co-phonebk', 'de-u-co-phonebk'],
  ])('spells %s as %s', (tag, canonical) => {
    expect(normalizeLanguage(tag)).toBe(canonical);
  });

  it.each([
    'e',
    '',
    'en-',
    'en-USA',
    'en-US-x',
    'svenska',
    'english',
    'en ',
    '../en',
    'constructor',
    'x-a',
    'i-ami',
  ])('knows that %j is none', (text) => {
    expect(normalizeLanguage(text)).toBeUndefined();
  });
});
