import type { Place } from '../layout/place';

/** How long the pages of a list stay in memory, milliseconds, so that "Back" leads to the same place in it. */
export const LIST_KEPT_MS = 30 * 60_000;

/**
 * Returns what keeps the data of another query on the page until its own is there: of another range or search, but never of
 * another application or environment. Keys of such queries have their place second.
 */
export const keptIn =
  ({ app, environment }: Place) =>
  <Data>(data: Data | undefined, query?: { queryKey: readonly unknown[] }): Data | undefined => {
    const [, ofApp, ofEnvironment] = (query?.queryKey ?? []).flatMap((part) =>
      typeof part === 'object' && part !== null ? (Object.values(part) as unknown[]) : [part],
    );
    return ofApp === app && ofEnvironment === environment ? data : undefined;
  };
