import { Context } from '@temporalio/activity';
import { attemptSignal } from '../../process/attempt-signal';

/**
 * Returns a signal that aborts a provider's call after `budgetMs`, or when Temporal says that this attempt is no longer ours:
 * it timed out there or its run is gone, so another attempt may be sending. `lost` says the same of a lease. A cancel does not abort the call, because a
 * message that a provider has cannot be recalled. Call `release` when the provider has answered.
 */
export function sendSignal(budgetMs: number, lost: AbortController) {
  const underWay = attemptsOf(Context.current());
  underWay.add(lost);
  const { signal, release } = attemptSignal(lost.signal, budgetMs);
  return {
    signal,
    release: (): void => {
      release();
      underWay.delete(lost);
    },
  };
}

/** A page of a broadcast has many attempts. */
const attempts = new WeakMap<AbortSignal, Set<AbortController>>();

/** Returns the attempts of an activity, which end with it if they are no longer ours. One listener serves them all. */
function attemptsOf(context: Context): Set<AbortController> {
  const { cancellationSignal } = context;
  const known = attempts.get(cancellationSignal);
  if (known) return known;
  const made = new Set<AbortController>();
  attempts.set(cancellationSignal, made);
  cancellationSignal.addEventListener('abort', () => {
    const details = context.cancellationDetails;
    if (details?.notFound || details?.timedOut || details?.reset) for (const lost of made) lost.abort();
  });
  return made;
}
