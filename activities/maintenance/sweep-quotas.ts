import { possibleIds } from '../../core/shared/ids';
import type { Round } from './sweep-round';

const BATCH = 100;
/** Age of a forgotten share, milliseconds: more than a request or its takeover can take. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;

/**
 * Settles the shares of quotas that requests with an idempotency key have left. If such a request has made a notification, its
 * share is used. If not, all of it is returned, and a later takeover takes it again. A request settles its share before its
 * answer is stored, so one that is found after that was taken late by a process that had been taken over: it is returned.
 */
export async function settleForgottenShares({
  store: { quotas, notifications, reservations },
  each,
}: Pick<Round, 'store' | 'each'>): Promise<void> {
  const forgotten = await quotas.forgotten(new Date(Date.now() - FORGOTTEN_AFTER_MS), BATCH);
  const shares = forgotten.map((share) => ({ _id: share.holder.id, share }));
  await each(shares, {
    counts: 'shares',
    work: async ({ _id, share }) => {
      const made = await notifications.existing(possibleIds(_id));
      const reservationId = made.size > 0 ? await notifications.reservationOf([...made]) : null;
      const isLate = reservationId !== null && (await reservations.isAnswered(reservationId));
      if (made.size > 0 && !isLate) await quotas.settle(share.id, _id);
      else await quotas.release(share);
    },
  });
}
