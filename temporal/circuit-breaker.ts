import type { Client } from '@temporalio/client';
import { withTimeout } from '../process/with-timeout';
import { isTemporalUnavailable, withDeadline } from './with-deadline';

export interface CircuitBreakerOptions {
  /** Maximum wait for the answer to a call or a probe, milliseconds. @default 1000 */
  deadlineMs?: number;
  /** Time between two probes while Temporal is unreachable, milliseconds. @default 1000 */
  probeMs?: number;
  /** Called when Temporal becomes unreachable, and when it answers again. */
  onChange?: (isReachable: boolean) => void;
}

export interface AttemptOptions {
  /** The client that the call uses: each connection has its own deadlines. @default the breaker's */
  caller?: Client;
  /** Maximum time of the call, milliseconds, also if its answer is no longer waited for. @default the deadline */
  lastsMs?: number;
}

/** Creates a circuit breaker in front of Temporal. */
export function createCircuitBreaker(client: Client, options: CircuitBreakerOptions = {}) {
  const { deadlineMs = 1000, probeMs = 1000, onChange } = options;
  let reachable = true;
  let closed = false;
  let probing = false;
  let timer: NodeJS.Timeout | undefined;

  async function probe(): Promise<void> {
    probing = true;
    const call = withDeadline(client, deadlineMs, () => client.workflowService.getSystemInfo({}));
    const answered = await call.then(
      () => true,
      () => false,
    );
    if (closed) return;
    if (reachable !== answered) {
      reachable = answered;
      onChange?.(reachable);
    }
    probing = !reachable;
    if (probing) timer = setTimeout(() => void probe(), probeMs);
  }

  return {
    /**
     * Makes a call. Returns false if there was no answer in time. One late call does not mean that Temporal is unreachable: it
     * starts a probe. If the probe is late too, calls return false at once until a probe is answered.
     */
    attempt: async (
      call: () => Promise<void>,
      { caller = client, lastsMs = deadlineMs }: AttemptOptions = {},
    ): Promise<boolean> => {
      if (!reachable) return false;
      const answered = withDeadline(caller, lastsMs, call).then(
        () => true,
        (error: unknown) => {
          if (!isTemporalUnavailable(error)) throw error;
          return false;
        },
      );
      // Nobody waits for a failure after the deadline: the sweep repeats the call.
      answered.catch(() => undefined);
      if (await withTimeout(answered, deadlineMs, () => false)) return true;
      if (!probing && !closed) void probe();
      return false;
    },
    /** Returns whether calls go through now. */
    isReachable: () => reachable,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}
