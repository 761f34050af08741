import { sealContent } from '../../store/notifications/content';
import type { Notification } from '../../store/notifications/model';
import { commitContacts } from '../contacts/commit';
import type { ApiDeps } from '../deps';
import type { Accepted, Refused, SendOrder } from './order';
import type { OrderShare } from './order-share';
import { type Planned, planRecipients } from './plan-recipients';
import { readRecipients } from './read-recipients';

/** A recipient that is ready for the commit: it has its quota, and its contact is written. */
export interface Placed extends Accepted {
  notification: Notification;
}

/**
 * Reads and plans recipients, takes quota for them and writes their contacts. If a contact has changed since it was read,
 * its recipients are read and planned again. If this fails, the share is given back.
 */
export async function placeRecipients(
  deps: ApiDeps,
  order: SendOrder,
  share: OrderShare,
): Promise<{ placed: Placed[]; refused: Refused[] }> {
  const { store, vault, fault } = deps;
  const ready: Planned[] = [];
  const refused: Refused[] = [];
  try {
    for (let { targets } = order; targets.length > 0;) {
      const known = await readRecipients(deps, order.caller, targets);
      const plan = planRecipients(order, targets, known);
      const quota = await share.take(plan.planned);
      fault('after-quota');
      const changed = await commitContacts(store.contacts, quota.granted, plan.contacts);
      fault('after-contacts');
      refused.push(...plan.refused, ...quota.refused);
      const isChanged = ({ contactId }: Planned): boolean => contactId !== null && changed.has(contactId);
      ready.push(...quota.granted.filter((one) => !isChanged(one)));
      targets = quota.granted.filter(isChanged);
    }
    await share.keep(ready);
    const placed = ready.map(({ index, id, notification }) => ({
      ...{ index, id },
      notification: sealContent(vault, notification),
    }));
    return { placed, refused };
  } catch (error) {
    await share.abandon([]);
    throw error;
  }
}
