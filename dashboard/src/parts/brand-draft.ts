import type { components } from '../../../generated/admin-openapi';

export type Brand = components['schemas']['Application']['brand'];

/** The values of a brand that are one text each. */
export const BRAND_TEXTS = [
  { field: 'name', label: 'Name', maxLength: 255, description: 'brand.name in templates' },
  { field: 'logotype', label: 'Logotype', maxLength: 2048, description: 'Address of an image' },
  { field: 'color', label: 'Colour', maxLength: 64, description: 'Such as #3b5bdb' },
  { field: 'background_color', label: 'Background colour', maxLength: 64, description: 'Such as #ffffff' },
  { field: 'text_color', label: 'Colour of texts', maxLength: 64, description: 'Such as #212529' },
  { field: 'font', label: 'Font', maxLength: 255, description: 'Such as Inter, Arial, sans-serif' },
  { field: 'website', label: 'Website', maxLength: 2048, description: 'Address of a page' },
] as const;

/** A brand as the fields of a form have it. An empty field is an unset one. */
export type BrandDraft = Record<(typeof BRAND_TEXTS)[number]['field'], string> & {
  footer: string;
  /** One link on each line: its name, a space, its address. */
  social: string;
  /** JSON text. */
  languages: string;
};

/** Returns a brand as a form begins with it. */
export function brandDraftOf(brand: Brand): BrandDraft {
  const texts = BRAND_TEXTS.map(({ field }) => [field, brand[field] ?? '']);
  return {
    ...(Object.fromEntries(texts) as Pick<BrandDraft, (typeof BRAND_TEXTS)[number]['field']>),
    footer: brand.footer ?? '',
    social: Object.entries(brand.social ?? {})
      .map(([name, address]) => `${name} ${address}`)
      .join('\n'),
    languages: brand.languages ? JSON.stringify(brand.languages, null, 2) : '',
  };
}

/** Returns the brand that a form means. The API says what is wrong in it. */
export function brandIn(draft: BrandDraft): Brand {
  const texts = BRAND_TEXTS.map(({ field }) => [field, draft[field].trim()]);
  const links = draft.social.split('\n').flatMap((line) => {
    const [name = '', ...address] = line.trim().split(/\s+/);
    return name === '' ? [] : [[name, address.join(' ')]];
  });
  return Object.fromEntries([
    ...texts.filter(([, value]) => value !== ''),
    ...(draft.footer.trim() === '' ? [] : [['footer', draft.footer.trim()]]),
    ...(links.length === 0 ? [] : [['social', Object.fromEntries(links)]]),
    ...(draft.languages.trim() === '' ? [] : [['languages', jsonOf(draft.languages)]]),
  ]) as Brand;
}

/** Returns the value of a JSON text, or the text if it is none: the API then says that it must be an object. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
