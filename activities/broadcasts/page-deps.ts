import { inBatches } from '../../store/in-batches';
import type { Contact } from '../../store/contacts/model';
import { recordTogether } from '../../store/notifications/together';
import type { Sources } from '../../store/notifications/sources';
import type { ActivityDeps } from '../deps';
import type { Share } from './share';

/** Maximum age of what a page has read, milliseconds. After that each of its sends reads for itself (PREFERENCE-2). */
const FRESH_MS = 1000;

/**
 * Returns the dependencies with which the sends of pages share round trips: they write their outcomes and look up suppressed
 * addresses together, and have a share of each provider. What decides is the same as in a send on its own.
 */
export function together(deps: ActivityDeps, share: Share): ActivityDeps {
  const { store } = deps;
  const { outcomes, suppressions } = store;
  const isSuppressed = inBatches(async (ids) => {
    const found = await suppressions.among(ids);
    return new Map([...found].map((id) => [id, true]));
  });
  return {
    ...deps,
    providers: share(deps.providers),
    store: {
      ...store,
      outcomes: { ...outcomes, record: recordTogether(outcomes) },
      suppressions: {
        ...suppressions,
        get: async (ids) => {
          const found = await Promise.all(ids.map((id) => isSuppressed(id)));
          return found.some((one) => one !== null) ? suppressions.get(ids) : null;
        },
      },
    },
  };
}

/** What the sends of a page read together, and when, by the monotonic clock. */
export interface PageSources {
  contacts: ReadonlyMap<string, Contact>;
  shared: Omit<Sources, 'contact'>;
  at: number;
}

/** Returns the dependencies of the sends of one page, which use what it has read for a second. */
export function withSources(deps: ActivityDeps, { contacts, shared, at }: PageSources): ActivityDeps {
  const { store } = deps;
  return {
    ...deps,
    store: {
      ...store,
      sources: {
        of: async (notification) => {
          const contact = contacts.get(notification.contactId ?? '');
          const isFresh = performance.now() - at <= FRESH_MS;
          return contact && isFresh ? { ...shared, contact } : store.sources.of(notification);
        },
      },
    },
  };
}
