import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { isGrpcServiceError } from '@temporalio/client';

const UNAVAILABLE = 14;
const DEADLINE_EXCEEDED = 4;
const CANCELLED = 1;

/** True for an error that says Temporal cannot be reached, as opposed to one about the call. */
export function isTemporalUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isGrpcServiceError(cause)) return [UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED].includes(cause.code);
  }
  return false;
}

export interface GateOptions {
  /** How long a call may take, milliseconds. @default 1000 */
  deadlineMs?: number;
  /** How long between two looks at a server that was away, milliseconds. @default 1000 */
  probeMs?: number;
  /** Called each time Temporal answers again. */
  onRecovered?: () => void;
}

/** A circuit breaker before Temporal. */
export interface TemporalGate {
  /**
   * Runs a call with the deadline; false when Temporal is away. Once a call has found it away the next ones do
   * not wait: only a probe in the background does, and opens the way again.
   */
  attempt(call: () => Promise<void>): Promise<boolean>;
  /** Whether calls go through now. */
  isOpen(): boolean;
  close(): void;
}

export function createTemporalGate(client: Client, options: GateOptions = {}): TemporalGate {
  const { deadlineMs = 1000, probeMs = 1000, onRecovered } = options;
  let away = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const withDeadline = <T>(call: () => Promise<T>): Promise<T> =>
    client.withDeadline(Date.now() + deadlineMs, call);

  async function probe(): Promise<void> {
    try {
      await withDeadline(() => client.workflowService.getSystemInfo({}));
      away = false;
      onRecovered?.();
    } catch {
      if (!closed) timer = setTimeout(() => void probe(), probeMs);
    }
  }

  return {
    attempt: async (call) => {
      if (away) return false;
      // The client's own retries can overstep the deadline by a whole backoff: the caller does not wait for them.
      const late = new AbortController();
      const timeout = sleep(deadlineMs, 'late' as const, { signal: late.signal }).catch(
        () => 'late' as const,
      );
      const called = withDeadline(call).then(
        () => 'done' as const,
        (error: unknown) => {
          if (!isTemporalUnavailable(error)) throw error;
          return 'away' as const;
        },
      );
      try {
        if ((await Promise.race([called, timeout])) === 'done') return true;
      } finally {
        late.abort();
        called.catch(() => undefined);
      }
      if (!away && !closed) {
        away = true;
        timer = setTimeout(() => void probe(), probeMs);
      }
      return false;
    },
    isOpen: () => !away,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}
