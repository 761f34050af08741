import { keptUntil } from '../../core/sending/quota-period';
import type { PlannedRecipient } from '../../store/broadcasts/page-plan';
import type { PageQuotaRequest } from '../../store/sending/page-quotas';
import type { Store } from '../../store/store';
import type { Principal } from '../http/middleware/authenticate';
import { noteUsed, quotasOf } from '../sending/quota';

/**
 * Counts the recipients of a page of a broadcast in the quotas, all or none. Returns false if one has no room. A recipient counts once,
 * however often the page runs (BROADCAST-14).
 */
export async function takePageQuota(
  { quotas, notifications }: Pick<Store, 'quotas' | 'notifications'>,
  { caller, broadcastId, at }: { caller: Principal; broadcastId: string; at: Date },
  recipients: readonly PlannedRecipient[],
): Promise<boolean> {
  const counting = recipients.flatMap(({ notification: { _id, contactId }, by }) =>
    by === 'skipped' || contactId === null ? [] : [{ _id, contactId }],
  );
  if (counting.length === 0) return true;
  const made = async (): Promise<ReadonlySet<string>> => {
    const ids = await notifications.existing(counting.map(({ _id }) => _id));
    return new Set(counting.filter(({ _id }) => ids.has(_id)).map(({ contactId }) => contactId));
  };
  const page = { broadcast: broadcastId, contactIds: counting.map((one) => one.contactId).sort(), made };
  const requests = quotasOf(caller.scope, caller.application, at).map((quota) => {
    const request: PageQuotaRequest = {
      ...{ ...page, id: quota.id, limit: quota.limit, expiresAt: keptUntil(quota.period) },
    };
    return { quota, request };
  });
  // One of several may have no room. Then the others do not count the page before its turn.
  if (requests.length > 1) {
    const rooms = await Promise.all(requests.map(({ request }) => quotas.hasRoom(request)));
    if (rooms.includes(false)) return false;
  }
  for (const { quota, request } of requests) {
    const { isTaken, current } = await quotas.takePage(request);
    noteUsed(caller.scope, quota, current);
    if (!isTaken) return false;
  }
  return true;
}
