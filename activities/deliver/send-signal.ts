import { Context } from '@temporalio/activity';
import { timeoutSignal } from '../../process/timeout-signal';

/**
 * Returns a signal that aborts a provider's call after `budgetMs`, or when Temporal says that this attempt is no longer ours:
 * it timed out there or its run is gone, so another attempt may be sending. `lost` says the same of a lease. A cancel does not abort the call, because a
 * message that a provider has cannot be recalled.
 */
export function sendSignal(budgetMs: number, lost: AbortController): AbortSignal {
  const context = Context.current();
  context.cancellationSignal.addEventListener('abort', () => {
    const details = context.cancellationDetails;
    if (details?.notFound || details?.timedOut || details?.reset) lost.abort();
  });
  return AbortSignal.any([timeoutSignal(budgetMs), lost.signal]);
}
