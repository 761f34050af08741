/** Filters of the audit log, as the address has them. */
export interface AuditSearch {
  /** An id or a name of what was changed, of its application, or of who changed it. */
  about?: string;
  from?: string;
  to?: string;
}

/** Reads the filters of an address. What is not a filter is left out. */
export function readAuditSearch({ about, from, to }: Record<string, unknown>): AuditSearch {
  const time = (value: unknown): string | undefined =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
  // The router reads a number where a name looks like one.
  const named = typeof about === 'string' || typeof about === 'number' ? String(about) : '';
  return { about: named || undefined, from: time(from), to: time(to) };
}
