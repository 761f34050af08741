import { CancellationScope, condition, isCancellation, patched, sleep } from '@temporalio/workflow';
import type { Channel } from '../../core/shared/channels';
import type { NotificationStatus } from '../../core/shared/statuses';
import { fallbackKey } from '../../core/sequences/step-key';
import { whyOfWait } from '../../core/sequences/wait-details';
import { checkCondition, nextTime, noteWaiting } from '../activities';
import type { DeliverInput } from '../activities-contract';
import type { NotificationInput } from '../contract';
import type { SequenceApi } from './api';
import { checkDuration, checkTimeOfDay } from './checks';
import { createDelivery } from './delivery';
import { showWait } from './details';
import { gather, gatherAlone } from './digest';
import { sendWithFallback } from './fallback';
import { createPlan } from './plan';
import { createProgress } from './progress';
import { createReceiptWait } from './receipts';
import { SequenceEnded } from './sequence-ended';

/** The status of a shorter wait would be over before anybody reads it. */
const SHOWN_WAIT_MS = 5_000;

/** The calls of one run's sequence. `onEvents` gets the webhook events that each SEND's outcome has raised. */
export function createCalls(input: NotificationInput, onEvents: (events: string[]) => void) {
  const { notificationId, applicationId, environment, event, contactId, retryForMs } = input;
  const isCode = input.code !== undefined;
  const run = CancellationScope.current();
  const plan = createPlan(input.dueAt);
  const progress = createProgress(input);
  const deliver = createDelivery(input);
  const awaitReceipt = createReceiptWait(notificationId, plan, progress);
  const called = new Set<string>();
  let lastSend: Promise<unknown> | undefined;
  let lastReceipt: Promise<unknown> | undefined;
  let status: NotificationStatus | null = null;
  let failure: string | undefined;
  let messages = 0;
  /** How many messages there were when the status was last written as `waiting`. */
  let notedAt = -1;
  /** What ended the run. Every later call throws it. */
  let fault: { error: unknown } | null = null;

  const stopIfOver = (): void => {
    if (fault) throw fault.error;
  };
  const guarded = async <T>(call: () => Promise<T>): Promise<T> => {
    stopIfOver();
    try {
      return await call();
    } catch (error) {
      // A sequence may cancel a scope of its own.
      if (!isCancellation(error) || run.consideredCancelled) fault = { error };
      throw error;
    }
  };

  /**
   * Sends one message of a SEND. A fallback's message has its channel in its key. Every plain send comes this way, and the SDK
   * has a hook on each promise in a workflow, so there are few.
   */
  const sendOne = async (
    step: string,
    shown: Channel | null | undefined,
    options: Pick<DeliverInput, 'channel' | 'after' | 'optional'>,
  ): Promise<'sent' | 'failed' | 'skipped'> => {
    messages += 1;
    const send = { notificationId, contactId, step, dueAt: plan.dueAt(), retryForMs, ...options };
    const held = plan.hold();
    const result = await deliver(send, shown);
    held();
    if (result.outcome === 'skipped') {
      messages -= 1;
      return 'skipped';
    }
    onEvents(result.events);
    if (result.outcome === 'stopped' || result.outcome === 'gone') throw new SequenceEnded(result.status);
    status = result.status;
    failure = result.outcome === 'failed' ? result.failure : failure;
    plan.stepEnded(Date.now());
    return result.outcome;
  };

  /** Waits for a receipt when the waits before it are over, because the document notes one at a time. */
  const receiptInTurn: SequenceApi['waitForReceipt'] = (name, send, withinMs) => {
    const until = Date.now() + withinMs;
    const awaited = (lastReceipt ?? Promise.resolve()).then(() => {
      stopIfOver();
      return plan.keptDuring(() => awaitReceipt(name, send, until - Date.now()));
    });
    lastReceipt = awaited.catch(() => undefined);
    return awaited;
  };

  /** Runs a wait, and writes the status meanwhile if no step has written it. The write may come late, but holds up nothing. */
  async function noted<T>(
    name: string,
    { until, durationMs }: { until: number; durationMs: number },
    wait: () => Promise<T>,
  ): Promise<T> {
    showWait(until, whyOfWait(name));
    if (!isCode || durationMs <= SHOWN_WAIT_MS || notedAt === messages) return wait();
    notedAt = messages;
    const note = new CancellationScope();
    const writing = note.run(() => noteWaiting({ notificationId, sends: messages })).catch(() => undefined);
    try {
      return await wait();
    } finally {
      note.cancel();
      await writing;
    }
  }

  /** Whether a wait is over already, such as one of the run before this one. */
  const isPast = (): boolean => progress.skipsWaits() && (!isCode || patched('code-waits-behind'));

  const sleepUntil = async (name: string, until: number): Promise<void> => {
    await sleep(Math.max(1, until - Date.now()), { summary: name });
    plan.stepEnded(until);
  };
  const waitUntil = (name: string, durationMs: number, at: () => number): Promise<void> =>
    guarded(async () => {
      checkDuration(name, durationMs);
      if (isPast()) return;
      const until = at();
      await noted(name, { until, durationMs }, () => sleepUntil(name, until));
    });

  const api: SequenceApi = {
    facts: { notificationId, applicationId, environment, event, contactId },
    send: (name, { channel, fallback, after = 'running' } = {}) => {
      const begin = () =>
        guarded(() => {
          const shown = channel ?? (progress.isFirst() ? input.firstChannel : null);
          progress.begin(name);
          // Only an optional message is skipped.
          if (!fallback || input.forced)
            return sendOne(name, shown, { channel, after }) as ReturnType<SequenceApi['send']>;
          return sendWithFallback(fallback, {
            first: () => sendOne(name, shown, { channel, after: 'running' }),
            next: (other) =>
              sendOne(fallbackKey(name, other), other, { channel: other, after: 'running', optional: true }),
            receipt: (withinMs) => receiptInTurn(name, name, withinMs),
          });
        });
      called.add(name);
      // Steps come one after the other anyway.
      if (!isCode) return begin();
      const sent = (lastSend ?? Promise.resolve()).then(begin);
      lastSend = sent.catch(() => undefined);
      return sent;
    },
    wait: (name, durationMs) => waitUntil(name, durationMs, () => plan.dueAt() + durationMs),
    waitUntil: async (name, at) => {
      const durationMs = at.getTime() - Date.now();
      if (!(durationMs <= 0)) await waitUntil(name, durationMs, () => at.getTime());
    },
    waitFor: (name, isTrue, timeoutMs) =>
      guarded(async () => {
        checkDuration(name, timeoutMs);
        if (isPast()) return isTrue();
        const until = Date.now() + timeoutMs;
        const became = await noted(name, { until, durationMs: timeoutMs }, () =>
          condition(isTrue, timeoutMs, { summary: name }),
        );
        plan.stepEnded(became ? Date.now() : until);
        return became;
      }),
    waitForTimeOfDay: (name, at, timezone) =>
      guarded(async () => {
        checkTimeOfDay(name, at);
        if (progress.skipsWaits()) return;
        const { hour, minute, days } = at;
        const fromMs = Math.max(Date.now(), plan.dueAt());
        const asked = { notificationId, at: { hour, minute, ...(days && { days }) }, timezone, fromMs };
        const until = await nextTime.executeWithOptions({ summary: name }, [asked]);
        showWait(until, whyOfWait(name));
        await sleepUntil(name, until);
      }),
    waitForReceipt: (name, send, withinMs) =>
      guarded(async () => {
        checkDuration(name, withinMs);
        if (isCode && !called.has(send))
          throw new Error(`waitForReceipt "${name}": no SEND "${send}" was called before it`);
        const until = Date.now() + withinMs;
        await lastSend;
        return receiptInTurn(name, send, until - Date.now());
      }),
    holds: (name, test, after = { then: 'running', else: 'running' }) =>
      guarded(() =>
        plan.keptDuring(() =>
          checkCondition.executeWithOptions({ summary: name }, [
            { notificationId, step: name, condition: test, after },
          ]),
        ),
      ),
    digest: (name, window, after = 'running') =>
      guarded(async () => {
        if (typeof window === 'number') checkDuration(name, window);
        const asked = typeof window === 'number' ? { durationMs: window } : window;
        const dueAt = plan.dueAt();
        await plan.keptDuring(async () => {
          const member = { notificationId, window: asked, dueAt };
          const closedAt = input.skipWaits
            ? await gatherAlone(name, member, after)
            : await gather(name, member, after);
          if (closedAt !== null) plan.stepEnded(closedAt);
        });
        // The digest has written that the run continues.
        if (notedAt === messages && patched('shown-behind-digest')) notedAt = -1;
      }),
  };
  return {
    api,
    lastStatus: () => status,
    lastFailure: () => failure,
    /** Resolves when no SEND is in progress. */
    allSent: () => lastSend,
    fault: () => fault,
  };
}
