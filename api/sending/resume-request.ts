import { unavailable } from '../http/api-error';
import type { SendDeps } from '../deps';
import { refuseOverBacklog } from './backlog';
import type { Slot } from './idempotency';
import { type Accepted, type SendOrder, refuseMisfits, withoutAccepted } from './order';
import { type SendRequest, readOrder } from './read-order';

/** What is left of a request, or all of it as it was accepted before. */
export type Resumed = SendOrder | { accepted: Accepted[] };

/**
 * Reads a request without the recipients whose notifications an earlier process of it has created. No later step knows of
 * takeovers. Returns the accepted recipients instead if no other is left.
 */
export async function resumeRequest(deps: SendDeps, request: SendRequest, slot: Slot): Promise<Resumed> {
  const accepted = slot.ids.flatMap((id, index) => (slot.existing?.has(id) ? { index, id } : []));
  // All are accepted, even if something has changed since. The sweep starts those without a workflow.
  if (accepted.length > 0 && accepted.length === slot.ids.length) {
    // The process that was taken over may have died before it did.
    await deps.store.quotas.settleAll(request.caller.scope, [slot.seed]);
    return { accepted };
  }
  // What this process encrypted, others could not read.
  if (deps.encryptionCheck.state() === 'changed')
    throw unavailable('The service cannot decrypt its stored data. Try again later.', 60);
  // A request that is taken over is not refused, because some of its notifications may exist.
  if (slot.existing === null) refuseOverBacklog(deps, request.caller);
  const order = await readOrder(deps, request, slot);
  // The shared payload of what an earlier process has accepted was checked with the declaration of its time.
  return accepted.length > 0
    ? refuseMisfits(withoutAccepted(order, accepted), { shared: false })
    : refuseMisfits(order);
}
