import {
  CancellationScope,
  CancelledFailure,
  condition,
  isCancellation,
  patched,
  sleep,
  TemporalFailure,
} from '@temporalio/workflow';
import { noteWaiting } from '../activities';
import type { NotificationInput } from '../contract';
import { showWait } from '../details';
import { Over } from '../over';
import type { SequenceApi } from './api';
import type { CodeSequence, SequenceCodeApi } from './code-api';
import { SEQUENCES } from './registry';

/** A shorter wait is over before anybody reads its status. */
const SHOWN_WAIT_MS = 5_000;

/**
 * Whether an error says that the code of a sequence is wrong or missing. It must fail the workflow task, which Temporal
 * repeats until a worker comes that knows better, and not the notification, which would be lost.
 */
export const isFaultOfCode = ({ code }: NotificationInput, error: unknown): boolean =>
  code !== undefined && !(error instanceof TemporalFailure);

/** Runs the code that an event's file names. */
export async function runCode(base: SequenceApi, input: NotificationInput): Promise<void> {
  const sequence = sequenceOf(input.code ?? '');
  const { api, allSent, fault } = createCodeApi(base, input);
  await sequence(api);
  await allSent();
  // Whoever catches a fault has not mended it.
  const found = fault();
  if (found !== null && isFaultOfCode(input, found.error) && !(found.error instanceof Over))
    throw found.error;
  // Whoever catches the cancellation has not undone it.
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('The run was cancelled');
}

function sequenceOf(name: string): CodeSequence {
  if (Object.hasOwn(SEQUENCES, name)) return SEQUENCES[name as keyof typeof SEQUENCES];
  throw new Error(
    `This worker has no sequence "${name}" (workflows/sequences/registry.ts): notifications that run it ` +
      'wait until a worker with it is started',
  );
}

function createCodeApi(
  base: SequenceApi,
  input: NotificationInput,
): { api: SequenceCodeApi; allSent: () => Promise<unknown>; fault: () => { error: unknown } | null } {
  const { notificationId, applicationId, environment, event, contactId } = input;
  const run = CancellationScope.current();
  /** When the next SEND falls due, as long as nothing else has taken time since `at`. */
  let planned = { dueAt: input.dueAt, at: Date.now() };
  let last: Promise<unknown> = Promise.resolve();
  let sends = 0;
  /** The SENDs behind which the status says `waiting` already. */
  let shownAt = -1;
  /** What ended the notification; no call goes on behind it. */
  let over: { error: unknown } | null = null;

  const guarded = async <T>(call: () => Promise<T>): Promise<T> => {
    if (over) throw over.error;
    try {
      return await call();
    } catch (error) {
      // A sequence may cancel a scope of its own.
      if (!isCancellation(error) || run.consideredCancelled) over = { error };
      throw error;
    }
  };

  /** Whether an earlier run, which an operator lets go on, had this wait behind it. */
  const isPast = (): boolean => base.isBehind() && patched('code-waits-behind');

  /** Runs a wait and says meanwhile that it is one. The write may come late, but holds up nothing. */
  async function waiting<T>(name: string, durationMs: number, wait: () => Promise<T>): Promise<T> {
    showWait(Date.now() + durationMs, name);
    if (durationMs <= SHOWN_WAIT_MS || shownAt === sends) return wait();
    shownAt = sends;
    const note = new CancellationScope();
    const noted = note.run(() => noteWaiting({ notificationId, sends })).catch(() => undefined);
    try {
      return await wait();
    } finally {
      note.cancel();
      await noted;
    }
  }

  const wait = (name: string, durationMs: number): Promise<void> =>
    guarded(async () => {
      checked(name, durationMs);
      if (isPast()) return;
      const until = Date.now() + durationMs;
      await waiting(name, durationMs, () => sleep(durationMs, { summary: name }));
      planned = { dueAt: until, at: Date.now() };
    });

  const api: SequenceCodeApi = {
    waitForTimeOfDay: base.waitForTimeOfDay,
    holds: base.holds,
    waitForReceipt: base.waitForReceipt,
    facts: { notificationId, applicationId, environment, event, contactId },
    send: (name, { channel } = {}) => {
      const sent = last.then(() =>
        guarded(async () => {
          const { dueAt } = planned.at === Date.now() ? planned : { dueAt: Date.now() };
          const outcome = base.send(name, { channel, dueAt });
          sends += 1;
          const result = await outcome;
          planned = { dueAt: Date.now(), at: Date.now() };
          return result;
        }),
      );
      last = sent.catch(() => undefined);
      return sent;
    },
    wait,
    digest: (name, windowMs) =>
      guarded(async () => {
        checked(name, windowMs);
        const closedAt = await base.digest(name, { durationMs: windowMs });
        planned = { dueAt: closedAt, at: Date.now() };
      }),
    waitUntil: async (name, at) => {
      const durationMs = at.getTime() - Date.now();
      if (!(durationMs <= 0)) await wait(name, durationMs);
    },
    waitFor: (name, isTrue, timeoutMs) =>
      guarded(async () => {
        checked(name, timeoutMs);
        if (isPast()) return isTrue();
        const until = Date.now() + timeoutMs;
        const became = await waiting(name, timeoutMs, () => condition(isTrue, timeoutMs, { summary: name }));
        planned = { dueAt: became ? Date.now() : until, at: Date.now() };
        return became;
      }),
  };
  return { api, allSent: () => last, fault: () => over };
}

function checked(name: string, durationMs: number): void {
  if (Number.isFinite(durationMs) && durationMs >= 0) return;
  throw new RangeError(`wait "${name}": ${durationMs} is no duration in milliseconds`);
}
