import type { BrandField } from '../sending/brand-fields';
import { type Origin, ORIGINS } from '../sending/origin';

/** Which value won for a message of a tenant. */
export interface Origins {
  integration: Origin;
  sender: Origin;
  brand: Partial<Record<BrandField, Origin>>;
}

/** Says where the values of a message come from, in one or two sentences. */
export function originText({ integration, sender, brand }: Origins): string {
  const parts = ORIGINS.flatMap((origin) => {
    const fields = Object.entries(brand).flatMap(([field, from]) => (from === origin ? [field] : []));
    return fields.length === 0 ? [] : `${fields.join(', ')} from the ${origin}`;
  });
  const branded = parts.length === 0 ? '' : ` Its brand has ${parts.join('; ')}.`;
  return `The ${sender} chose the sender, and the ${integration} chose the provider.${branded}`;
}
