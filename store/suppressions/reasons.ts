import type { SuppressionReason } from '../../core/receipts/suppression';
import type { StoredSuppression, SuppressedFor, Suppression } from './model';

type Reasons = Suppression['reasons'];

/**
 * Returns the suppression with all of its reasons. Documents of older releases have one, in the fields of the document.
 * Such a release changes only these, so a newer time there counts too, and so does an erasure.
 */
export function readSuppression({
  reasons: stored,
  revision: _revision,
  choicePending: _choicePending,
  choiceName: _choiceName,
  ...rest
}: StoredSuppression): Suppression {
  const { reason, detail, notificationId, createdAt, at = createdAt } = rest;
  const first: SuppressedFor = { at, since: createdAt, detail, notificationId };
  const reasons: Reasons = { ...(stored ?? { [reason]: first }) };
  const own = reasons[reason];
  if (own && reason === 'opt_out' && at > own.at) reasons[reason] = { ...own, at };
  return { ...rest, at, reasons: rest.address === null ? withoutDetails(reasons) : reasons };
}

/** Returns the reasons, the oldest first. */
export const inOrder = (reasons: Reasons): [SuppressionReason, SuppressedFor][] =>
  (Object.entries(reasons) as [SuppressionReason, SuppressedFor][]).sort(
    ([, one], [, other]) => one.since.getTime() - other.since.getTime(),
  );

/** Returns reasons without what an erasure removes. */
export const withoutDetails = (reasons: Reasons): Reasons =>
  Object.fromEntries(
    inOrder(reasons).map(([reason, one]) => [reason, { ...one, detail: null, notificationId: null }]),
  );

/** Returns both sets of reasons. Of a reason in both, the first time it began and the last time it happened count. */
export function bothReasons(one: Reasons, other: Reasons): Reasons {
  const merged: Reasons = { ...one };
  for (const [reason, added] of inOrder(other)) {
    const known = merged[reason];
    const [first, last] = known && known.since <= added.since ? [known, added] : [added, known ?? added];
    merged[reason] = { ...first, at: first.at > last.at ? first.at : last.at };
  }
  return merged;
}

/**
 * Returns the fields that hold these reasons: the map, and the oldest one in the fields of older releases, so that these
 * still find the address suppressed. Null if there is none.
 */
export function reasonFields(reasons: Reasons) {
  const [first] = inOrder(reasons);
  if (!first) return null;
  const [reason, { at, detail, notificationId }] = first;
  return { reasons, reason, at, detail, notificationId };
}
