import type { Client } from '@temporalio/client';
import { isTemporalUnavailable, withDeadline } from './with-deadline';

export interface CircuitBreakerOptions {
  /** Deadline of a call, milliseconds. @default 1000 */
  deadlineMs?: number;
  /** Time between two probes while Temporal is unreachable, milliseconds. @default 1000 */
  probeMs?: number;
  /** Called when Temporal becomes unreachable, and when it answers again. */
  onChange?: (isReachable: boolean) => void;
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
     * Runs a call with the deadline. Returns false if there was no answer. One late call does not mean that Temporal is
     * unreachable: it starts a probe. If the probe is late too, calls return false at once until a probe is answered.
     * `caller` is the client that the call uses, because each connection has its own deadlines.
     */
    attempt: async (call: () => Promise<void>, caller = client): Promise<boolean> => {
      if (!reachable) return false;
      try {
        await withDeadline(caller, deadlineMs, call);
        return true;
      } catch (error) {
        if (!isTemporalUnavailable(error)) throw error;
      }
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
