import pMap from 'p-map';
import { isLive } from '../../../core/broadcasts/broadcast';
import { broadcastRecipientIdOf } from '../../../core/shared/ids';
import type { Broadcast } from '../../../store/broadcasts/broadcasts';
import type { Contact } from '../../../store/contacts/model';
import type { Store } from '../../../store/store';
import type { StoryEntry } from './entry';

/** Broadcasts of an environment that are looked at, the newest. */
const NEWEST = 20;
/** Topics of a contact that are looked at. */
const TOPICS = 200;
const AT_ONCE = 5;

/**
 * Returns an entry for each of the newest broadcasts to a topic or to all that has made no notification of a contact in its
 * audience, and says why. Those who left the audience are not in it any more.
 */
export async function broadcastsWithout(
  store: Store,
  contacts: readonly Contact[],
  from: Date,
): Promise<StoryEntry[]> {
  const all = await pMap(contacts, (contact) => withoutContact(store, contact, from), {
    concurrency: AT_ONCE,
  });
  return all.flat();
}

async function withoutContact(store: Store, contact: Contact, from: Date): Promise<StoryEntry[]> {
  const { applicationId, environment, _id } = contact;
  const listed = await store.broadcasts.list({ scope: { applicationId, environment }, limit: NEWEST });
  const broadcasts = listed.filter(({ state, createdAt }) => isLive(state) || createdAt >= from);
  if (broadcasts.length === 0) return [];
  const idOf = (broadcast: Broadcast): string => broadcastRecipientIdOf(broadcast._id, _id);
  const [subscriptions, made] = await Promise.all([
    store.subscriptions.ofContact(_id, { limit: TOPICS }),
    store.notifications.existing(broadcasts.map(idOf)),
  ]);
  const since = new Map(subscriptions.map(({ topicId, at }) => [topicId, at]));
  return broadcasts.flatMap((broadcast) => {
    if (made.has(idOf(broadcast))) return [];
    const { audience } = broadcast;
    if ('segment' in audience) return [];
    const joined = 'all' in audience ? contact.createdAt : since.get(audience.topicId);
    const why = joined && whyWithout(broadcast, joined);
    if (!why) return [];
    const at = broadcast.startedAt ?? broadcast.createdAt;
    return { at: at.toISOString(), ...why, quote: null, notification_id: null, event: broadcast.event };
  });
}

/** Returns why a broadcast has made no notification of a contact that has been in its audience since `joined`. */
function whyWithout(
  { _id, name, state, startedAt, endedAt, blocked }: Broadcast,
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
