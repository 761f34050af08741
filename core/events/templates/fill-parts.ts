import type { EscapingMode } from './escaping';
import type { Fill } from './fill';

/** Fills a flat map of templates. */
export function fillMap<T extends object>(map: T, place: string, fill: Fill): T {
  const filled = Object.entries(map).map(([key, source]) => [
    key,
    fill(`${place}.${key}`, source as string, 'text'),
  ]);
  return Object.fromEntries(filled) as T;
}

/** Fills lists and maps whose strings are templates. The key that a string stands under says how it is escaped. */
export function fillStructure<T>(
  value: T,
  place: string,
  fill: Fill,
  modeOf: (key: string) => EscapingMode,
  key = '',
): T {
  if (typeof value === 'string') return fill(place, value, modeOf(key)) as T;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      fillStructure<unknown>(item, `${place}[${index}]`, fill, modeOf, key),
    ) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    fillStructure<unknown>(item, `${place}.${name}`, fill, modeOf, name),
  ]);
  return Object.fromEntries(entries) as T;
}

/** Fills a text of a message. Spaces and line breaks at its end are left out. */
export const fillText = (fill: Fill, text: string | undefined, mode: EscapingMode = 'text'): string =>
  fill('text', text ?? '', mode).trimEnd();
