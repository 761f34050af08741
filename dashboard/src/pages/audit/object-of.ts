import type { components } from '../../../../generated/admin-openapi';

type AuditRecord = components['schemas']['AuditRecord'];

const ID = /^[\da-f]{8}-[\da-f]{4}-/i;
/** Fields that name a thing, the best one first. */
const NAMES = ['name', 'label', 'email', 'value', 'domain', 'url'] as const;

/** Returns what a change was about in words that a reader knows, else the beginning of its id. Null: it has neither. */
export function objectOf({ about, by, before, after }: AuditRecord): string | null {
  const others = about.filter((one) => one !== by.id);
  const known = NAMES.map((name) => (after ?? before)?.[name]).find((value) => typeof value === 'string');
  const names = [
    ...new Set([...others.filter((one) => !ID.test(one)), ...(known === undefined ? [] : [known])]),
  ];
  if (names.length > 0) return names.join(', ');
  return others.at(-1)?.slice(0, 8) ?? null;
}
