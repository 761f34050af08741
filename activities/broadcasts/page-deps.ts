import { inBatches } from '../../store/in-batches';
import type { Contact } from '../../store/contacts/model';
import type { Notification } from '../../store/notifications/model';
import { recordTogether } from '../../store/notifications/together';
import type { Sources } from '../../store/notifications/sources';
import type { ActivityDeps } from '../deps';
import type { Places, Share } from './share';

/** Maximum age of what a page has read, milliseconds. After that it is read again (PREFERENCE-2). */
const FRESH_MS = 1000;

/**
 * Returns the dependencies with which the sends of pages share round trips: they write their outcomes and look up suppressed
 * addresses together, and have a share of each provider. What decides is the same as in a send on its own.
 */
export function together(
  deps: ActivityDeps,
  { share, pace, goesOn }: { share: Share; pace: Places; goesOn: () => Promise<boolean> },
): ActivityDeps {
  const { store } = deps;
  const { outcomes, suppressions } = store;
  const isSuppressed = inBatches(async (ids) => {
    const found = await suppressions.among(ids);
    return new Map([...found].map((id) => [id, true]));
  });
  return {
    ...deps,
    providers: share(deps.providers, pace, goesOn),
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

/**
 * Returns the dependencies of the sends of one page. They read together what they need, at most once in `FRESH_MS`. `contacts` were
 * read at `at`, by the monotonic clock.
 */
export function withSources(
  deps: ActivityDeps,
  { contacts, at, first }: { contacts: readonly Contact[]; at: number; first: Notification },
): ActivityDeps {
  const { store } = deps;
  const ids = contacts.map(({ _id }) => _id);
  const readAll = async (known: readonly Contact[] | null): Promise<PageSources> => {
    const [{ contact: _contact, ...shared }, found] = await Promise.all([
      store.sources.of(first),
      known ?? store.contacts.getMany(ids),
    ]);
    return { shared, contacts: new Map(found.map((contact) => [contact._id, contact])) };
  };
  const begin = (from: number, known: readonly Contact[] | null) => {
    const begun = { at: from, sources: readAll(known) };
    // Whoever needs it gets the failure, and the next one reads again.
    begun.sources.catch(() => {
      begun.at = -Infinity;
    });
    return begun;
  };
  let read = begin(at, contacts);
  return {
    ...deps,
    store: {
      ...store,
      sources: {
        of: async (notification) => {
          if (performance.now() - read.at > FRESH_MS) read = begin(performance.now(), null);
          const sources = await read.sources;
          // The notification by which the page reads was erased with its contact.
          if (!sources.shared.application) return store.sources.of(notification);
          return { ...sources.shared, contact: sources.contacts.get(notification.contactId ?? '') ?? null };
        },
      },
    },
  };
}

interface PageSources {
  contacts: ReadonlyMap<string, Contact>;
  shared: Omit<Sources, 'contact'>;
}
