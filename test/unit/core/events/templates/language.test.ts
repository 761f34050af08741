import fc from 'fast-check';
import ISO6391 from 'iso-639-1';
import { normalizeLanguage, pickLanguage } from '../../../../../core/events/templates/language';

const language = fc.constantFrom('en', 'sv', 'pt', 'de', 'zh');
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
    [['en', 'zh'], ['zh-Hant-TW'], 'zh'],
  ])('of %j picks for %j %s', (available, wanted, picked) => {
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

describe('normalizeLanguage', () => {
  it('spells every ISO 639-1 code, with region or not, one way', () => {
    for (const code of ISO6391.getAllCodes()) {
      expect(normalizeLanguage(code.toUpperCase())).toBe(code);
      expect(normalizeLanguage(`${code}_br`)).toBe(`${code}-BR`);
    }
    expect(normalizeLanguage('es-419')).toBe('es-419');
  });

  it.each(['xx', 'eng', 'e', '', 'en-', 'en-USA', 'en-US-x', 'svenska', 'en ', '../en', 'constructor'])(
    'knows that %j is none',
    (text) => {
      expect(normalizeLanguage(text)).toBeUndefined();
    },
  );
});
