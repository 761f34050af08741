import type { Client } from '@temporalio/client';
import { withTimeout } from '../core/shared/with-timeout';
import { isTemporalUnavailable, withDeadline } from './with-deadline';

export interface CircuitBreakerOptions {
  /** Maximum wait for the answer to a call or a probe, milliseconds. @default 1000 */
  deadlineMs?: number;
  /** Maximum time of a call, milliseconds: a busy Temporal answers late, and does what it was asked. @default 10_000 */
  callMs?: number;
  /** Time between two probes while Temporal is unreachable, milliseconds. @default 1000 */
  probeMs?: number;
  /** Called when Temporal becomes unreachable, and when it answers again. */
  onChange?: (isReachable: boolean) => void;
}

/** Creates a circuit breaker in front of Temporal. */
export function createCircuitBreaker(client: Client, options: CircuitBreakerOptions = {}) {
  const { deadlineMs = 1000, callMs = 10_000, probeMs = 1000, onChange } = options;
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
     * Makes a call. Returns false if there was no answer in time; the call may still reach Temporal after that. One late
     * call does not mean that Temporal is unreachable: it starts a probe. If the probe is late too, calls return false at
     * once until a probe is answered. `caller` is the client that the call uses, because each connection has its own
     * deadlines.
     */
    attempt: async (call: () => Promise<void>, caller = client): Promise<boolean> => {
      if (!reachable) return false;
      const answered = withDeadline(caller, callMs, call).then(
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
