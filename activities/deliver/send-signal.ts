import { Context } from '@temporalio/activity';

/**
 * Aborts a provider's call when its time is over, or when Temporal says that this attempt is no longer ours: it
 * timed out there or its run is gone, so another attempt may be sending. A cancel alone aborts nothing, for a send
 * that is with a provider is not recalled.
 */
export function sendSignal(budgetMs: number): AbortSignal {
  const context = Context.current();
  const lost = new AbortController();
  context.cancellationSignal.addEventListener('abort', () => {
    const details = context.cancellationDetails;
    if (details?.notFound || details?.timedOut || details?.reset) lost.abort();
  });
  return AbortSignal.any([AbortSignal.timeout(budgetMs), lost.signal]);
}
