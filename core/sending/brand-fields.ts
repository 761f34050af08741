/** What templates may name of `brand.*`. */
export const BRAND_FIELDS = [
  'name',
  'logotype',
  'color',
  'background_color',
  'text_color',
  'font',
  'website',
  'footer',
  'social',
] as const;
export type BrandField = (typeof BRAND_FIELDS)[number];
