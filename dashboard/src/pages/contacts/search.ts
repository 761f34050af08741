/** What the page of contacts shows, as the address has it. */
export interface ContactsSearch {
  tab?: 'suppressions';
  /** The beginning of a name or an identifier. */
  search?: string;
}

/** Reads what the page of contacts shows from an address. */
export function readContactsSearch({ tab, search }: Record<string, unknown>): ContactsSearch {
  // The router reads a number where a text looks like one.
  const text = typeof search === 'string' || typeof search === 'number' ? String(search) : '';
  return {
    tab: tab === 'suppressions' ? tab : undefined,
    search: text || undefined,
  };
}
