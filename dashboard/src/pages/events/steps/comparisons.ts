import { parse } from 'yaml';
import { COMPARED, EXISTS } from '../../../parts/comparisons';
import type { Field } from '../file/payload-fields';

/** The comparisons of a value, in the order of the menu. */
export const COMPARISONS = [...COMPARED, EXISTS] as const;
export type Comparison = (typeof COMPARISONS)[number]['value'];

const BY_TYPE: Readonly<Record<string, readonly Comparison[]>> = {
  string: ['is', 'is_not', 'in', 'contains', 'exists'],
  number: ['is', 'is_not', 'in', 'at_least', 'at_most', 'exists'],
  integer: ['is', 'is_not', 'in', 'at_least', 'at_most', 'exists'],
  boolean: ['is', 'is_not', 'exists'],
  array: ['contains', 'exists'],
  object: ['exists'],
};

/** Returns the only type of a field; undefined: it has several or any. */
export function typeOf(field: Field | undefined): string | undefined {
  const types = field?.types.filter((type) => type !== 'null') ?? [];
  return types.length === 1 ? types[0] : undefined;
}

/** Returns the comparisons that make sense for a field, and the one that is chosen. */
export const comparisonsFor = (field: Field | undefined, chosen: string) => {
  const fit = BY_TYPE[typeOf(field) ?? ''];
  return COMPARISONS.filter(({ value }) => !fit || fit.includes(value) || value === chosen);
};

/** Returns the value that a comparison of a field begins with. */
export function firstValue(field: Field | undefined, comparison: string): unknown {
  if (comparison === 'exists') return true;
  const [only] = field?.values ?? [];
  const type = typeOf(field);
  const value = only ?? (type === 'boolean' ? true : type === 'number' || type === 'integer' ? 0 : '');
  return comparison === 'in' ? [value] : value;
}

/** Returns a comparison as it begins. */
export function firstOf(field: Field | undefined): Record<string, unknown> {
  if (!field) return { value: 'payload.plan', is: 'pro' };
  const comparison = comparisonsFor(field, '')[0]?.value ?? 'is';
  return { value: field.path, [comparison]: firstValue(field, comparison) };
}

/** Returns what a person types as YAML reads it: `5` is a number, `"5"` a text. */
export function typed(text: string): unknown {
  try {
    const value: unknown = parse(text, { schema: 'core' });
    return ['string', 'number', 'boolean'].includes(typeof value) ? value : text;
  } catch {
    return text;
  }
}

/** Returns a value as a person types it: a text that YAML would read as a number is in quotes. */
export const asTyped = (value: unknown): string =>
  typeof value === 'string' && typed(value) === value ? value : JSON.stringify(value ?? '');
