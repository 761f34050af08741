import { CancellationScope, condition, isCancellation, patched, sleep } from '@temporalio/workflow';
import { noteWaiting } from '../activities';
import type { NotificationInput } from '../contract';
import { showWait } from './details';
import type { SequenceApi } from './api';
import type { SequenceCodeApi } from './code-api';
import { checkDuration, checkTimeOfDay } from './code-checks';

/** A shorter wait is over before anybody reads its status. */
const SHOWN_WAIT_MS = 5_000;

/** The calls that one run of a sequence in code makes, and what has become of them. */
export function createCodeApi(
  base: SequenceApi,
  input: NotificationInput,
): { api: SequenceCodeApi; allSent: () => Promise<unknown>; fault: () => { error: unknown } | null } {
  const { notificationId, applicationId, environment, event, contactId } = input;
  const run = CancellationScope.current();
  /** When the next SEND falls due, as long as nothing else has taken time since `at`. */
  let planned = { dueAt: input.dueAt, at: Date.now() };
  let last: Promise<unknown> = Promise.resolve();
  const called = new Set<string>();
  let lastReceipt: Promise<unknown> = Promise.resolve();
  let sends = 0;
  /** The SENDs behind which the status says `waiting` already. */
  let shownAt = -1;
  /** What ended the notification; no call goes on behind it. */
  let over: { error: unknown } | null = null;

  const stopWhenOver = (): void => {
    if (over) throw over.error;
  };
  const guarded = async <T>(call: () => Promise<T>): Promise<T> => {
    stopWhenOver();
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

  /** Runs what is no step that takes time: what was planned before it still is. */
  async function behindPlan<T>(call: () => Promise<T>): Promise<T> {
    const { at } = planned;
    const isPlanned = at === Date.now();
    const result = await call();
    if (isPlanned && planned.at === at) planned = { ...planned, at: Date.now() };
    return result;
  }

  const wait = (name: string, durationMs: number): Promise<void> =>
    guarded(async () => {
      checkDuration(name, durationMs);
      if (isPast()) return;
      const until = Date.now() + durationMs;
      await waiting(name, durationMs, () => sleep(durationMs, { summary: name }));
      planned = { dueAt: until, at: Date.now() };
    });

  const api: SequenceCodeApi = {
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
      called.add(name);
      return sent;
    },
    wait,
    waitForTimeOfDay: (name, at, timezone) =>
      guarded(async () => {
        checkTimeOfDay(name, at);
        const until = await base.waitForTimeOfDay(name, at, timezone);
        if (until !== null) planned = { dueAt: until, at: Date.now() };
      }),
    digest: (name, windowMs) =>
      guarded(async () => {
        checkDuration(name, windowMs);
        const closedAt = await base.digest(name, { durationMs: windowMs });
        planned = { dueAt: closedAt, at: Date.now() };
        // It has written that the run goes on.
        if (shownAt === sends && patched('shown-behind-digest')) shownAt = -1;
      }),
    waitUntil: async (name, at) => {
      const durationMs = at.getTime() - Date.now();
      if (!(durationMs <= 0)) await wait(name, durationMs);
    },
    waitFor: (name, isTrue, timeoutMs) =>
      guarded(async () => {
        checkDuration(name, timeoutMs);
        if (isPast()) return isTrue();
        const until = Date.now() + timeoutMs;
        const became = await waiting(name, timeoutMs, () => condition(isTrue, timeoutMs, { summary: name }));
        planned = { dueAt: became ? Date.now() : until, at: Date.now() };
        return became;
      }),
    waitForReceipt: (name, send, withinMs) =>
      guarded(async () => {
        checkDuration(name, withinMs);
        if (!called.has(send))
          throw new Error(`waitForReceipt "${name}": no SEND "${send}" was called before it`);
        const until = Date.now() + withinMs;
        const turn = Promise.all([last, lastReceipt]);
        const awaited = turn.then(() => {
          stopWhenOver();
          return behindPlan(() => base.waitForReceipt(name, send, until - Date.now()));
        });
        // The document notes one wait at a time.
        lastReceipt = awaited.catch(() => undefined);
        const { state, endedAt } = await awaited;
        if (endedAt !== null) planned = { dueAt: endedAt, at: Date.now() };
        return state;
      }),
    holds: (name, test) => guarded(() => behindPlan(() => base.holds(name, test))),
  };
  return { api, allSent: () => last, fault: () => over };
}
