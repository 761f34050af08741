import type { Channel } from '../../core/shared/channels';
import { holds } from '../../core/sequences/condition';
import { type ReceiptState, receiptStateOf } from '../../core/receipts/state';
import type { MessageStatus, NotificationStatus } from '../../core/shared/statuses';
import { nextTimeOfDay } from '../../core/sequences/time-of-day';
import type { Activities, DeliverInput, DeliverResult } from '../activities-contract';

/** A SEND that a sequence made. */
export interface Recorded {
  name: string;
  /** Null: left to routing. */
  channel: Channel | null;
  /** When it was sent, by the server's clock. */
  at: Date;
  /** Milliseconds from the start of the sequence to this SEND. */
  afterMs: number;
  outcome: 'sent' | 'failed';
}

interface Begun {
  /** Milliseconds since 1970, by the server's clock. */
  begunAt: number;
  outcomes: Record<string, 'sent' | 'failed'>;
  payload: Record<string, unknown>;
  contact: Record<string, unknown>;
  complaint: (send: Recorded) => string | null;
}

/** What a receipt says about a SEND. */
export type Receipt = Exclude<ReceiptState, 'pending'>;

interface Run extends Begun {
  sends: Recorded[];
  receipts: Map<string, Receipt>;
  /** The SEND whose receipt it waits for. */
  waitsFor: string | null;
  complaints: string[];
  status: NotificationStatus;
  reason: string | null;
}

/** Replaces the service's activities while a sequence is tested, and records the SENDs. */
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
    const at = new Date(await now());
    const afterMs = at.getTime() - run.begunAt;
    const send: Recorded = { name: step, channel: channel ?? null, at, afterMs, outcome };
    const complaint = run.complaint(send);
    if (complaint !== null) run.complaints.push(complaint);
    run.sends.push(send);
    return { outcome, status: after === 'close' ? 'completed' : after, events: [], step };
  }

  const activities = {
    deliver,
    deliverFirst: deliver,
    checkCondition: async ({ notificationId, condition }) => {
      const run = runOf(notificationId);
      const messages = Object.fromEntries(run.sends.map((send) => [send.name, [statusOf(run, send)]]));
      return holds(condition, { payload: run.payload, contact: run.contact, messages });
    },
    awaitReceipt: async ({ notificationId, send, begin }) => {
      const run = runOf(notificationId);
      run.waitsFor = begin ? send : null;
      return stateOf(run, send);
    },
    nextTime: async ({ notificationId, at, timezone, fromMs }) => {
      const { timezone: own } = runOf(notificationId).contact;
      return nextTimeOfDay(at, [typeof own === 'string' ? own : null, timezone], fromMs);
    },
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
  } satisfies Partial<Activities>;

  return {
    activities,
    begin: (id: string, begun: Begun): readonly Recorded[] => {
      const sends: Recorded[] = [];
      const receipts = new Map<string, Receipt>();
      const none = { status: 'running', reason: null, waitsFor: null } as const;
      runs.set(id, { ...begun, ...none, complaints: [], sends, receipts });
      return sends;
    },
    /**
     * Records a receipt. Throws if no provider has taken a message of that SEND. Returns whether it wakes the run.
     */
    receive: (id: string, send: string, receipt: Receipt): boolean => {
      const run = runOf(id);
      const { sends, receipts, waitsFor } = run;
      const made = sends.filter(({ outcome }) => outcome === 'sent').map(({ name }) => name);
      if (!made.includes(send))
        throw new Error(
          `${send} is not sent by now, so it has no receipt; sent are ${made.join(', ') || 'none'}`,
        );
      receipts.set(send, receipt);
      return waitsFor !== null && stateOf(run, waitsFor) !== 'pending';
    },
    /** Returns how a run ended. Throws if a SEND was wrong, or if the test names one that the run has not made. */
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

const statusOf = ({ receipts }: Run, { name, outcome }: Recorded): MessageStatus =>
  outcome === 'failed' ? 'failed' : (receipts.get(name) ?? 'sent');

const stateOf = (run: Run, send: string): ReceiptState =>
  receiptStateOf(
    send,
    run.sends.map((one) => ({ step: one.name, status: statusOf(run, one) })),
  );
