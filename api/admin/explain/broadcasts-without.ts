import pMap from 'p-map';
import { isLive } from '../../../core/broadcasts/broadcast';
import { broadcastRecipientIdOf } from '../../../core/shared/ids';
import { scopeKey } from '../../../core/shared/scope';
import type { BroadcastOutline } from '../../../store/broadcasts/broadcasts';
import type { Contact } from '../../../store/contacts/model';
import type { Store } from '../../../store/store';
import type { StoryEntry } from './entry';

/** Broadcasts of an environment that are looked at, the newest. */
const NEWEST = 20;
/** Topics of a contact that are looked at. */
const TOPICS = 200;
const AT_ONCE = 5;

type Stores = Pick<Store, 'broadcasts' | 'notifications' | 'subscriptions'>;

/**
 * Returns an entry for each of the newest broadcasts to a topic or to all that has made no notification of a contact in its
 * audience, and says why. Those who left the audience are not in it any more.
 */
export async function broadcastsWithout(
  store: Stores,
  contacts: readonly Contact[],
  from: Date,
): Promise<StoryEntry[]> {
  const scopes = new Map(contacts.map((contact) => [scopeKey(contact), contact]));
  const ofScope = new Map(
    await pMap(
      scopes,
      async ([key, scope]) => {
        const newest = await store.broadcasts.newest(scope, NEWEST);
        return [key, newest.filter(({ state, createdAt }) => isLive(state) || createdAt >= from)] as const;
      },
      { concurrency: AT_ONCE },
    ),
  );
  const asked = contacts.flatMap((contact) => {
    const broadcasts = ofScope.get(scopeKey(contact)) ?? [];
    return broadcasts.length > 0 ? [{ contact, broadcasts }] : [];
  });
  if (asked.length === 0) return [];
  const ids = asked.flatMap(({ contact, broadcasts }) => broadcasts.map((one) => idOf(one, contact)));
  const made = await store.notifications.existing(ids);
  const all = await pMap(asked, (one) => withoutContact(store, one, made), { concurrency: AT_ONCE });
  return all.flat();
}

async function withoutContact(
  store: Stores,
  { contact, broadcasts }: { contact: Contact; broadcasts: readonly BroadcastOutline[] },
  made: ReadonlySet<string>,
): Promise<StoryEntry[]> {
  const subscriptions = await store.subscriptions.ofContact(contact._id, { limit: TOPICS });
  const since = new Map(subscriptions.map(({ topicId, at }) => [topicId, at]));
  return broadcasts.flatMap((broadcast) => {
    if (made.has(idOf(broadcast, contact))) return [];
    const { topicId, all } = broadcast.audience;
    const joined = all ? contact.createdAt : topicId && since.get(topicId);
    const why = joined && whyWithout(broadcast, joined);
    if (!why) return [];
    const at = broadcast.startedAt ?? broadcast.createdAt;
    return [{ at: at.toISOString(), ...why, quote: null, notification_id: null, event: broadcast.event }];
  });
}

const idOf = (broadcast: BroadcastOutline, contact: Contact): string =>
  broadcastRecipientIdOf(broadcast._id, contact._id);

/** Returns why a broadcast has made no notification of a contact that has been in its audience since `joined`. */
function whyWithout(
  { _id, name, state, startedAt, endedAt, blocked }: BroadcastOutline,
  joined: Date,
): Pick<StoryEntry, 'kind' | 'code' | 'text'> | null {
  const named = `broadcast ${_id}${name === null ? '' : ` "${name}"`}`;
  if (startedAt && joined > startedAt)
    return {
      ...{ kind: 'skipped', code: 'BROADCAST_JOINED_LATER' },
      text: `The ${named} began before they joined its audience, so they get nothing of it.`,
    };
  // It was cancelled before it began, and has an audience of that moment.
  if (!startedAt && endedAt && joined > endedAt) return null;
  if (state === 'cancelled')
    return {
      ...{ kind: 'skipped', code: 'BROADCAST_CANCELLED' },
      text: `The ${named} was cancelled before their turn.`,
    };
  if (!isLive(state)) return null;
  const until = blocked?.until ? ` until ${blocked.until.toISOString()}` : '';
  const waits = blocked ? ` It waits${until}: ${blocked.code}.` : '';
  return {
    ...{ kind: 'waiting', code: 'BROADCAST_AHEAD' },
    text: `The ${state} ${named} has not reached them yet.${waits}`,
  };
}
