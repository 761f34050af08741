import type { Channel } from '../core/channels';
import type { NotificationStatus } from '../core/statuses';
import type { Activities, DeliverInput, DeliverResult } from '../workflows/activities-contract';

/** A SEND that a sequence made. */
export interface Recorded {
  name: string;
  /** Null: left to routing. */
  channel: Channel | null;
  /** Milliseconds from the start of the sequence to this SEND. */
  afterMs: number;
  outcome: 'sent' | 'failed';
}

interface Begun {
  /** Milliseconds since 1970, by the server's clock. */
  begunAt: number;
  outcomes: Record<string, 'sent' | 'failed'>;
  complaint: (send: Recorded) => string | null;
}

interface Run extends Begun {
  sends: Recorded[];
  complaints: string[];
  status: NotificationStatus;
  reason: string | null;
}

/** What stands in for the service's activities while a sequence is tested: it writes down what it is asked. */
export function createRecorder(now: () => Promise<number>) {
  const runs = new Map<string, Run>();
  const runOf = (id: string): Run => {
    const run = runs.get(id);
    if (run) return run;
    throw new Error(`no run ${id} was begun here`);
  };

  async function deliver(input: DeliverInput): Promise<DeliverResult> {
    const { notificationId, step, channel, after } = input;
    const run = runOf(notificationId);
    const outcome = run.outcomes[step] ?? 'sent';
    const afterMs = (await now()) - run.begunAt;
    const send: Recorded = { name: step, channel: channel ?? null, afterMs, outcome };
    const complaint = run.complaint(send);
    if (complaint !== null) run.complaints.push(complaint);
    run.sends.push(send);
    return { outcome, status: after === 'close' ? 'completed' : after, events: [], step };
  }

  const activities: Pick<Activities, 'deliver' | 'close' | 'noteWaiting' | 'joinDigest' | 'closeDigest'> = {
    deliver,
    // Every run is the first of its window.
    joinDigest: async ({ window, dueAt }) => ({
      kind: 'gathers',
      closesAt: 'durationMs' in window ? dueAt + window.durationMs : dueAt,
      isFirst: true,
    }),
    closeDigest: async () => ({ kind: 'carries' }),
    close: async ({ notificationId, as, reason }) => {
      const run = runOf(notificationId);
      run.reason = reason ?? null;
      const failed = run.sends.length > 0 && run.sends.every(({ outcome }) => outcome === 'failed');
      run.status = as === 'ended' ? (failed ? 'failed' : 'completed') : as;
      return run.status;
    },
    noteWaiting: async () => undefined,
  };

  return {
    activities,
    begin: (id: string, begun: Begun): readonly Recorded[] => {
      const sends: Recorded[] = [];
      runs.set(id, { ...begun, sends, complaints: [], status: 'running', reason: null });
      return sends;
    },
    /** How a run ended; throws what was wrong with its SENDs, and where the test names some that it has not made. */
    endOf: (id: string): Pick<Run, 'status' | 'reason'> => {
      const { complaints, outcomes, sends, status, reason } = runOf(id);
      const made = sends.map(({ name }) => name);
      const unmade = Object.keys(outcomes).filter((name) => !made.includes(name));
      if (unmade.length > 0)
        complaints.push(`outcomes names ${unmade.join(', ')}; the SENDs were ${made.join(', ') || 'none'}`);
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
      return { status, reason };
    },
  };
}
