import { sealContent } from '../../store/notifications/content';
import type { Notification } from '../../store/notifications/model';
import { commitContacts } from '../contacts/commit';
import type { SendDeps } from '../deps';
import { keepOpen } from './one-open';
import type { Accepted, Refused, SendOrder } from './order';
import type { OrderShare } from './order-share';
import { type Planned, planRecipients } from './plan-recipients';
import { readRecipients } from './read-recipients';

/** A recipient that is ready for the commit: it has its quota, and its contact is written. */
export interface Placed extends Accepted {
  notification: Notification;
}

/**
 * Reads and plans recipients, takes quota for them and writes their contacts. One whose open notification is kept needs no
 * quota. If a contact has changed since it was read,
 * its recipients are read and planned again. If this fails, the share is given back.
 */
export async function placeRecipients(
  deps: SendDeps,
  order: SendOrder,
  share: OrderShare,
): Promise<{ placed: Placed[]; kept: Accepted[]; refused: Refused[] }> {
  const { store, vault, fault } = deps;
  const ready: Planned[] = [];
  const kept: Accepted[] = [];
  const refused: Refused[] = [];
  try {
    for (let { targets } = order; targets.length > 0;) {
      const known = await readRecipients(deps, order.caller, targets);
      const plan = planRecipients(order, targets, known);
      const open =
        order.body.if_open === 'keep'
          ? await keepOpen(deps, order, plan.planned)
          : { kept: [], others: plan.planned };
      const quota = await share.take(open.others);
      fault('after-quota');
      const accepted = [...quota.granted, ...open.kept.map(({ one }) => one)];
      const changed = await commitContacts(store.contacts, accepted, plan.contacts);
      fault('after-contacts');
      refused.push(...plan.refused, ...quota.refused);
      const isChanged = ({ contactId }: Planned): boolean => contactId !== null && changed.has(contactId);
      ready.push(...quota.granted.filter((one) => !isChanged(one)));
      kept.push(...open.kept.flatMap(({ one, as }) => (isChanged(one) ? [] : as)));
      targets = accepted.filter(isChanged);
    }
    await share.keep(ready);
    const placed = ready.map(({ index, id, notification }) => ({
      ...{ index, id },
      notification: sealContent(vault, notification),
    }));
    return { placed, kept, refused };
  } catch (error) {
    await share.abandon([]);
    throw error;
  }
}
