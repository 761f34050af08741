import type { Client } from '@temporalio/client';
import { inTime, isTemporalUnavailable } from './with-deadline';

export interface CircuitBreakerOptions {
  /** How long a call may take, milliseconds. @default 1000 */
  deadlineMs?: number;
  /** How long between two looks at a server that was away, milliseconds. @default 1000 */
  probeMs?: number;
  /** Called when Temporal is found away, and when it answers again. */
  onChange?: (isAway: boolean) => void;
}

/** A circuit breaker before Temporal. */
export interface CircuitBreaker {
  /**
   * Runs a call with the deadline; false if there was no answer. A call that is late does not say that Temporal is away:
   * it has a probe made, and only if that is late too the next calls do not wait, until a probe is answered.
   */
  attempt(call: () => Promise<void>): Promise<boolean>;
  /** Whether calls go through now. */
  isOpen(): boolean;
  close(): void;
}

export function createCircuitBreaker(client: Client, options: CircuitBreakerOptions = {}): CircuitBreaker {
  const { deadlineMs = 1000, probeMs = 1000, onChange } = options;
  let away = false;
  let closed = false;
  let probing = false;
  let timer: NodeJS.Timeout | undefined;

  async function probe(): Promise<void> {
    probing = true;
    const answered = await inTime(client, deadlineMs, () => client.workflowService.getSystemInfo({})).then(
      () => true,
      () => false,
    );
    if (closed) return;
    if (away === answered) {
      away = !answered;
      onChange?.(away);
    }
    probing = away;
    if (away) timer = setTimeout(() => void probe(), probeMs);
  }

  return {
    attempt: async (call) => {
      if (away) return false;
      try {
        await inTime(client, deadlineMs, call);
        return true;
      } catch (error) {
        if (!isTemporalUnavailable(error)) throw error;
      }
      if (!probing && !closed) void probe();
      return false;
    },
    isOpen: () => !away,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}
