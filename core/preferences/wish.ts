import type { EventDefinition } from '../events/definition';
import type { Channel, Environment } from '../shared/channels';
import type { Category } from './category';
import { decide, type Wish } from './decide';
import type { PreferenceRow } from './preferences';

/** Returns the categories of an application in an environment. Null: the application was removed. */
export const categoriesIn = (
  application: { categories?: Partial<Record<Environment, Category[]>> } | null,
  { environment }: { environment: Environment },
): readonly Category[] => application?.categories?.[environment] ?? [];

/** Returns what is decided for a message of an event to a contact. Null: there is none, or it is gone. */
export const wishOf = ({
  event,
  contact,
  ...given
}: {
  event: Pick<EventDefinition, 'category'> | null;
  contact: { preferences?: PreferenceRow[] } | null;
  categories?: readonly Category[];
  channel: Channel;
}): Wish => ({ category: event?.category ?? null, rows: contact?.preferences, ...given });

/** Returns whether a contact wants no messages of an event over a channel. */
export const unwantedBy =
  (given: Omit<Parameters<typeof wishOf>[0], 'channel'>): ((channel: Channel) => boolean) =>
  (channel) =>
    !decide(wishOf({ ...given, channel })).on;
