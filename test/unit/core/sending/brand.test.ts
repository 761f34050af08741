import fc from 'fast-check';
import { brandOf } from '../../../../core/sending/brand';
import { BRAND_FIELDS, type BrandField } from '../../../../core/sending/brand-fields';
import { type Brand, brand } from '../../../../core/sending/brand-shape';

const texts = ['footer', 'color'] as const satisfies readonly BrandField[];
const LANGUAGES = ['de', 'de-AT', 'pt-BR', 'pt', 'en'] as const;
const values = fc.record(
  { footer: fc.constantFrom('1', '2', '3'), color: fc.constantFrom('red', 'blue') },
  { requiredKeys: [] },
);
const anyBrand = fc
  .tuple(values, fc.dictionary(fc.constantFrom(...LANGUAGES), values))
  .map(([own, languages]): Brand => ({ ...own, languages }));

/** Returns the languages in which a value is looked for, as the rule says it. */
const chainOf = (language: string): string[] =>
  language.includes('-') ? [language, language.slice(0, language.indexOf('-'))] : [language];

describe('the brand of a message', () => {
  it('TENANT-4: is of each field the first layer that has it, in the language before all languages', () =>
    fc.assert(
      fc.property(
        fc.tuple(anyBrand, anyBrand, anyBrand),
        fc.constantFrom(...LANGUAGES),
        ([send, tenant, application], language) => {
          const layers = [
            { origin: 'send', brand: send },
            { origin: 'tenant', brand: tenant },
            { origin: 'application', brand: application },
          ] as const;
          const resolved = brandOf(language, layers);
          for (const field of texts) {
            const all = layers.flatMap(({ origin, brand: one }) =>
              [...chainOf(language).map((tag) => one.languages?.[tag]?.[field]), one[field]].map((value) => ({
                value,
                origin,
              })),
            );
            const first = all.find(({ value }) => value !== undefined);
            expect([resolved.values[field], resolved.origins[field]]).toEqual([first?.value, first?.origin]);
          }
        },
      ),
    ));

  it('has no languages, and social links as one value', () => {
    const application = { social: { x: 'https://x.com/a' }, languages: { de: { name: 'A' } }, name: 'B' };
    const tenant = { social: { linkedin: 'https://www.linkedin.com/company/t' } };
    expect(
      brandOf('en', [
        { origin: 'tenant', brand: tenant },
        { origin: 'application', brand: application },
        { origin: 'service', brand: undefined },
      ]),
    ).toEqual({
      values: { social: tenant.social, name: 'B' },
      origins: { social: 'tenant', name: 'application' },
    });
  });
});

describe('the schema of a brand', () => {
  it.each([
    [{ languages: { english: { name: 'A' } } }, 'languages.english'],
    [{ languages: { de: { nmae: 'A' } } }, 'languages.de'],
    [{ social: { 'linked-in': 'https://x' } }, 'social.linked-in'],
    [{ social: { linkedin: 'javascript:alert(1)' } }, 'social.linkedin'],
    [{ footer: 'x'.repeat(4097) }, 'footer'],
    [
      {
        languages: Object.fromEntries(
          ['de', 'fr', 'it', 'es', 'pt'].map((tag) => [tag, { footer: 'x'.repeat(4000) }]),
        ),
      },
      '',
    ],
  ])('refuses %j', (given, path) => {
    const result = brand.safeParse(given);
    expect(result.error?.issues[0]?.path.join('.')).toBe(path);
  });

  it('takes each field, with line breaks in the footer', () => {
    const given = {
      ...Object.fromEntries(BRAND_FIELDS.map((field) => [field, 'x'])),
      ...{ footer: 'Acme GmbH\nBerlin', social: { linkedin: 'https://www.linkedin.com/company/acme' } },
    };
    expect(brand.parse({ ...given, languages: { de: given } })).toEqual({
      ...given,
      languages: { de: given },
    });
  });
});
