import type { DeliverInput, DeliverResult } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { attempt } from './attempt';
import { claim } from './claim';
import { withLease } from './lease';
import type { Sending } from './sending';
import { settle } from './settle';

/**
 * Makes one attempt at one SEND: claim, prepare, transmit, settle. All races are decided by the conditional updates of the
 * claim and of the outcome (docs/internals/races/README.md). `onClaim` is called when the SEND is claimed, `raised` as in `Sending`.
 */
export async function attemptSend(
  deps: ActivityDeps,
  input: DeliverInput,
  options: { inTask: boolean; onClaim?: () => void; raised?: Sending['raised'] },
): Promise<DeliverResult> {
  const claimed = await claim(deps, input, options.inTask);
  options.onClaim?.();
  if ('outcome' in claimed) return { ...claimed, step: input.step };
  const { raised } = options;
  // A broadcast makes no room for its own recipients.
  if (claimed.notification.ofBroadcast) return attemptClaimed({ ...claimed, raised });
  const prepared = deps.waits.begin();
  return attemptClaimed({ ...claimed, raised, prepared }).finally(prepared);
}

/** Makes one attempt at a claimed SEND: prepare, transmit, settle. */
export async function attemptClaimed(claimed: Sending): Promise<DeliverResult> {
  const { deps, input, notification } = claimed;
  const { step } = input;
  const { applicationId, environment, event } = notification;
  const measured = deps.pace.begin({ applicationId, environment, event, step });
  let isSmooth = false;
  try {
    return await withLease(claimed, async () => {
      const settlement = await attempt(claimed);
      // Perhaps no provider was called.
      claimed.prepared?.();
      // Whether the next attempt of this kind may be made in a workflow task.
      const isOver = settlement.kind === 'sent' || settlement.kind === 'failed' || 'held' in settlement;
      isSmooth = isOver && settlement.hasFiles !== true;
      const result = await settle(claimed, settlement);
      return { ...result, step };
    });
  } finally {
    measured(isSmooth);
  }
}
