import type { Category } from '../../core/preferences/category';
import { categoriesIn } from '../../core/preferences/wish';
import { suppressibleAddresses } from '../../core/sending/reach';
import type { EventDefinition } from '../../core/events/definition';
import type { Channel } from '../../core/shared/channels';
import type { Scope } from '../../core/shared/scope';
import type { Contact } from '../../store/contacts/model';
import type { JobTarget } from '../../store/notifications/job-targets';
import { suppressedAmong } from '../../store/suppressions/suppress';
import type { SendDeps } from '../deps';

/** What a retry of some notifications meets now. */
export interface RetryFacts {
  /** Earlier retries that exist. */
  retries: ReadonlySet<string>;
  events: ReadonlyMap<string, EventDefinition>;
  contacts: ReadonlyMap<string, Contact>;
  /** Those that contacts can switch off. */
  categories?: readonly Category[];
  /** Countries that SMS may go to. Null or absent: all. */
  smsCountries?: readonly string[] | null;
  isSuppressed: (channel: Channel, address: string) => boolean;
}

/** Reads the facts of some notifications, with a few queries for all of them. */
export async function retryFactsOf(
  { store, vault, cached }: SendDeps,
  scope: Scope,
  targets: readonly JobTarget[],
): Promise<RetryFacts> {
  const names = [...new Set(targets.map(({ event }) => event))];
  const contactIds = [...new Set(targets.flatMap(({ contactId }) => contactId ?? []))];
  const retried = targets.flatMap(({ retriedAs }) => retriedAs ?? []);
  const [retries, events, found, application] = await Promise.all([
    retried.length === 0 ? new Set<string>() : store.notifications.existing(retried),
    Promise.all(names.map((name) => cached.event(scope, name))),
    contactIds.length === 0 ? [] : store.contacts.getMany(contactIds),
    // Not cached: its key of suppressions is given with the first one.
    store.applications.get(scope.applicationId),
  ]);
  const contacts = new Map(found.map((contact) => [contact._id, contact]));
  const addresses = targets.flatMap(({ to, contactId }) =>
    suppressibleAddresses({ to, contact: contacts.get(contactId ?? '') ?? null }),
  );
  return {
    retries,
    contacts,
    categories: categoriesIn(application, scope),
    smsCountries: application?.smsCountries,
    events: new Map(events.flatMap((event) => (event ? [[event.name, event] as const] : []))),
    isSuppressed: await suppressedAmong(
      { store, vault },
      application ?? {},
      addresses.map((address) => ({ scope, ...address })),
    ),
  };
}
