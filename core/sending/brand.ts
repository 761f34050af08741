import { pickLanguage } from '../events/templates/language';
import { BRAND_FIELDS, type BrandField } from './brand-fields';
import type { Brand } from './brand-shape';

/** One of the brands that lie over each other, and where it comes from. */
export interface BrandLayer<Origin extends string> {
  origin: Origin;
  brand: Brand | undefined;
}

/** The brand of one message, and where each of its values comes from. */
export interface ResolvedBrand<Origin extends string> {
  values: { [Field in BrandField]?: Brand[Field] };
  origins: Partial<Record<BrandField, Origin>>;
}

/**
 * Returns the brand of a message in the language of its template. Each field is that of the first layer that has it. Within a
 * layer, the value of the language comes first, then that of the language without its last subtags (RFC 4647 section 3.4), then
 * the one for all languages (TENANT-4).
 */
export function brandOf<Origin extends string>(
  language: string,
  layers: readonly BrandLayer<Origin>[],
): ResolvedBrand<Origin> {
  const resolved: ResolvedBrand<Origin> = { values: {}, origins: {} };
  for (const field of BRAND_FIELDS) {
    for (const { origin, brand } of layers) {
      const value = brand && valueOf(brand, field, language);
      if (value === undefined) continue;
      Object.assign(resolved.values, { [field]: value });
      resolved.origins[field] = origin;
      break;
    }
  }
  return resolved;
}

function valueOf(brand: Brand, field: BrandField, language: string): unknown {
  const { languages = {} } = brand;
  const having = Object.keys(languages).filter((tag) => languages[tag]?.[field] !== undefined);
  const picked = having.length === 0 ? null : pickLanguage(having, [language], '');
  return picked === null ? brand[field] : languages[picked]?.[field];
}
