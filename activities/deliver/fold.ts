import { createHash } from 'node:crypto';
import { limitText, type LimitOn } from '../../core/caps/limits-on';
import { freeAt } from '../../core/caps/window';
import { digestKeyOf } from '../../core/sequences/digest-key';
import { foldMembers } from '../../store/caps/folds';
import type { PlaceRequest } from '../../store/caps/counters';
import type { Message, Notification } from '../../store/notifications/model';
import type { Settlement } from '../../store/notifications/outcome-change';
import { windowKeyOf } from '../digests/window-key';
import type { Ready } from './prepare';
import type { Sending } from './sending';

/** How long the others wait for the first member to close the digest, milliseconds. */
const OTHERS_LATER_MS = 2000;

/** Returns the id of a message's places. A digest has one place in each limit for all its members. */
export const placeIdOf = ({ id, fold: digest }: Pick<Message, 'id' | 'fold'>): string => digest ?? id;

/** Whether a message that is over a limit waits for the digest of what is over it. Its template lists items behind a DIGEST step only. */
export const isFolded = ({ digest }: Pick<Notification, 'digest'>, { limit }: LimitOn): boolean =>
  limit.over === 'digest' && digest !== undefined;

/** Lets a message that is over a limit wait for the digest of what is over it, which has the next free place. */
export async function fold(
  { deps, input, message }: Sending,
  { notification }: Ready,
  { on, id, most, since, at }: PlaceRequest & { on: LimitOn },
): Promise<Settlement> {
  const { _id, contactId, startedAt } = notification;
  const { caps, folds } = deps.store;
  const member = { notificationId: _id, messageId: message.id, accepted: startedAt.getTime() };
  const free = (taken: Date): Date => freeAt(on.limit, taken);
  const joining = { key: keyOf({ on, step: input.step }, notification, message), member, contactId, now: at };
  const joined = await folds.join(joining, free(at));
  let { closesAt } = joined;
  if (!joined.reserved) {
    closesAt = await caps.reserve({ id, placeId: joined._id, contactId, most, since, at, freeAt: free });
    await folds.reserved(joined._id, closesAt);
  }
  deps.fault('fold-joined');
  const isFirst = foldMembers(joined)[0]?.messageId === message.id;
  return {
    kind: 'released',
    until: Math.max(closesAt.getTime(), at.getTime()) + (isFirst ? 0 : OTHERS_LATER_MS),
    folded: { id: joined._id, limit: limitText(on) },
  };
}

/**
 * Returns the key of a digest: as that of the DIGEST step, for each limit and SEND. A message that a provider has been asked to
 * send cannot be part of another one, so it waits alone. So does a retry of a digest, whose items are those of another notification.
 */
function keyOf(
  { on, step }: { on: LimitOn; step: string },
  notification: Ready['notification'],
  { id, attempts }: Message,
): string {
  const { _id, digest, payload } = notification;
  const isAlone = attempts.length > 0 || digest?.of !== _id;
  const own = digest?.key === undefined ? null : digestKeyOf(digest.key, payload ?? '{}');
  const parts = [on.key, step, windowKeyOf(notification, own), isAlone ? id : ''];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
