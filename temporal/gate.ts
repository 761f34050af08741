import type { Client } from '@temporalio/client';
import { inTime, isTemporalUnavailable } from './in-time';

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

  async function probe(): Promise<void> {
    try {
      await inTime(client, deadlineMs, () => client.workflowService.getSystemInfo({}));
      away = false;
      onRecovered?.();
    } catch {
      if (!closed) timer = setTimeout(() => void probe(), probeMs);
    }
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
