import type { SendDeps } from '../deps';
import { commitOrder } from './commit-order';
import { Interrupted } from './interrupted';
import type { Accepted, RecipientOutcome, SendOrder } from './order';
import { openShare } from './order-share';
import { storeAnswer, storeBatch } from './store-batch';
import { placeRecipients } from './place-recipients';

/**
 * Accepts the recipients of an order (docs/internals/architecture.md). All refusals happen before the commit. Throws
 * `Interrupted` if it fails after that.
 */
export async function acceptOrder(deps: SendDeps, order: SendOrder): Promise<RecipientOutcome[]> {
  const { dispatcher } = deps;
  const share = openShare(deps, order);
  const { placed, kept, refused } = await placeRecipients(deps, order, share);
  const accepted: Accepted[] = [...kept];
  try {
    const isAccepted = placed.length + kept.length > 0 || order.decided.some((one) => 'id' in one);
    if (isAccepted) await storeBatch(deps, order, { placed, kept, refused });
    if (placed.length === 0) await share.settle();
    else {
      const { notifications, made, madeElsewhere, ...without } = await commitOrder(deps, order, placed);
      const stored = [...made, ...madeElsewhere];
      accepted.push(...stored.map(({ index, id }) => ({ index, id })), ...without.kept);
      refused.push(...without.refused);
      if (stored.length < placed.length) {
        await share.keep(stored);
        await storeAnswer(deps, order, { kept: accepted.filter((one) => one.kept), refused });
      }
      if (order.batchId === null) await Promise.all(notifications.map((one) => dispatcher.start(one)));
      else dispatcher.startInBackground(notifications);
      await share.settle(madeElsewhere);
    }
  } catch (error) {
    if (placed.length === 0) throw error;
    await share.abandon(placed);
    throw new Interrupted(error);
  }
  return [...order.decided, ...refused, ...accepted];
}
