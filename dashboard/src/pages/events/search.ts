/** What the address of the editor says to open first. */
export interface EventSearch {
  view?: 'source' | 'templates' | 'steps' | 'versions';
  step?: string;
  channel?: string;
  language?: string;
  /** With the view of versions: the one that is open. */
  version?: number;
}

const VIEWS = ['source', 'templates', 'steps', 'versions'] as const;

/** Reads the search of an address. What it does not know is left out. */
export function readEventSearch(search: Record<string, unknown>): EventSearch {
  const text = (name: string): string | undefined => {
    const value = search[name];
    // The router reads a number where a name looks like one.
    return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
  };
  return {
    view: VIEWS.find((view) => view === search.view),
    step: text('step'),
    channel: text('channel'),
    language: text('language'),
    version: Number(search.version) > 0 ? Number(search.version) : undefined,
  };
}
