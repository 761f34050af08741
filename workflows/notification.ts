import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  defineSignal,
  defineUpdate,
  isCancellation,
  setCurrentDetails,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import type { Channel } from '../core/channels';
import type { NotificationStatus } from '../core/statuses';
import { fallbackKey } from '../core/step-key';
import { awaitReceipt, checkCondition, close, nextTime } from './activities';
import type { DeliverInput, DeliverResult } from './activities-contract';
import type { NotificationInput } from './contract';
import { FIRST_OUTCOME, RECEIPT } from './contract';
import { createDelivery } from './delivery';
import { untilSendAt } from './send-at';
import type { SendOutcome, SequenceApi } from './sequences/api';
import { isFaultOfCode, runCode } from './sequences/code';
import { runDeclaredSteps } from './sequences/declared';
import { sendWithFallback } from './sequences/fallback';
import { tell } from './webhook';

const firstOutcome = defineUpdate<void>(FIRST_OUTCOME);
const receiptSignal = defineSignal(RECEIPT);

/** Thrown through a sequence to end it: the document says that nothing is left to do. */
class Over extends Error {
  constructor(readonly result: DeliverResult) {
    super(result.outcome);
  }
}

/**
 * The life of one notification. Its closing status follows the document's: it returns for `completed`, fails for
 * `failed` and is cancelled for `stopped`.
 */
export async function notification(input: NotificationInput): Promise<NotificationStatus> {
  const told: Promise<void>[] = [];
  let settled = false;
  setHandler(firstOutcome, () => condition(() => settled));
  const status = await runToItsEnd(input, told, () => (settled = true));
  settled = true;
  setCurrentDetails(`its steps are over: ${status}`);
  await CancellationScope.nonCancellable(() => Promise.all([...told, condition(allHandlersFinished)]));
  if (status === 'failed')
    throw ApplicationFailure.nonRetryable('The notification failed', 'NOTIFICATION_FAILED');
  if (status === 'stopped' && CancellationScope.current().consideredCancelled) {
    throw new CancelledFailure('The notification was cancelled');
  }
  return status;
}

async function runToItsEnd(
  input: NotificationInput,
  told: Promise<void>[],
  onOutcome: () => void,
): Promise<NotificationStatus> {
  const { notificationId } = input;
  try {
    const last = await runSequence(input, told, onOutcome);
    if (last && last !== 'running' && last !== 'waiting') return last;
    return (await closeAs(notificationId, 'ended')) ?? 'stopped';
  } catch (error) {
    if (error instanceof Over) return error.result.status;
    if (isFaultOfCode(input, error)) throw error;
    const cancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
    return (await closeAs(notificationId, cancelled ? 'stopped' : 'failed')) ?? 'stopped';
  }
}

/** Runs the steps; returns the status that the last SEND left, null without one. */
async function runSequence(
  input: NotificationInput,
  told: Promise<void>[],
  onOutcome: () => void,
): Promise<NotificationStatus | null> {
  const { notificationId, contactId, retryForMs } = input;
  const names = new Set<string>();
  const deliver = createDelivery(input.sendQueue);
  let dueAt = input.dueAt;
  let status: NotificationStatus | null = null;
  let receipts = 0;
  setHandler(receiptSignal, () => {
    receipts += 1;
  });
  /** One message of a SEND; a fallback's has its channel in its key. */
  const sendOne = async (
    key: string,
    shown: Channel | null | undefined,
    options: Pick<DeliverInput, 'channel' | 'after' | 'optional'>,
  ): Promise<SendOutcome | 'skipped'> => {
    setCurrentDetails(`sends ${key}${shown ? ` over ${shown}` : ''}`);
    const result = await deliver(shown ? `${key}: ${shown}` : key, {
      ...{ notificationId, contactId, step: key, dueAt, retryForMs },
      ...options,
    });
    if (result.outcome === 'skipped') return 'skipped';
    onOutcome();
    for (const eventId of result.events) told.push(tell(eventId, notificationId));
    if (result.outcome === 'stopped' || result.outcome === 'gone') throw new Over(result);
    status = result.status;
    dueAt = Date.now();
    return result.outcome;
  };
  const api: SequenceApi = {
    send: async (name, { channel, fallback, after = 'running', dueAt: planned = dueAt } = {}) => {
      dueAt = planned;
      if (names.has(name))
        throw ApplicationFailure.nonRetryable(`SEND name ${name} used twice`, 'SEQUENCE_ERROR');
      const shown = channel ?? (names.size === 0 ? input.firstChannel : null);
      names.add(name);
      if (!fallback) return (await sendOne(name, shown, { channel, after })) === 'sent' ? 'sent' : 'failed';
      return sendWithFallback(fallback, {
        first: () => sendOne(name, shown, { channel, after: 'running' }),
        next: (other) =>
          sendOne(fallbackKey(name, other), other, { channel: other, after: 'running', optional: true }),
        receipt: (withinMs) => api.waitForReceipt(name, name, withinMs),
      });
    },
    wait: async (name, durationMs) => {
      if (isBehind(names, input.reached)) return;
      const until = Math.max(Date.now(), dueAt) + durationMs;
      setCurrentDetails(`waits until ${new Date(until).toISOString()} (WAIT ${name})`);
      await sleep(durationMs, { summary: name });
      dueAt = until;
    },
    waitForTimeOfDay: async (name, { hour, minute, days }, timezone) => {
      if (isBehind(names, input.reached)) return;
      const fromMs = Math.max(Date.now(), dueAt);
      const at = { hour, minute, ...(days && { days }) };
      const until = await nextTime.executeWithOptions({ summary: name }, [
        { notificationId, at, timezone, fromMs },
      ]);
      setCurrentDetails(`waits until ${new Date(until).toISOString()} (WAIT ${name})`);
      await sleep(Math.max(1, until - Date.now()), { summary: name });
      dueAt = until;
    },
    holds: async (name, test, after = { then: 'running', else: 'running' }) =>
      checkCondition.executeWithOptions({ summary: name }, [{ notificationId, condition: test, after }]),
    waitForReceipt: async (name, send, withinMs) => {
      const seen = receipts;
      const ask = (begin: boolean) =>
        awaitReceipt.executeWithOptions({ summary: `${name}: ${send}` }, [{ notificationId, send, begin }]);
      setCurrentDetails(`waits for a receipt of ${send} (${name})`);
      const known = await ask(true);
      if (known === 'pending') await condition(() => receipts > seen, Math.max(1, withinMs));
      const state = await ask(false);
      dueAt = Date.now();
      return state;
    },
  };
  await untilSendAt(input.sendAt);
  await (input.code === undefined ? runDeclaredSteps(api, input.steps) : runCode(api, input));
  return status;
}

/** Whether a run that goes on for an earlier one still is where that was: then its WAITs are over. */
const isBehind = (names: Set<string>, reached: string[] = []): boolean =>
  reached.some((name) => !names.has(name)) && [...names].every((name) => reached.includes(name));

const closeAs = (
  notificationId: string,
  as: 'stopped' | 'failed' | 'ended',
): Promise<NotificationStatus | null> =>
  CancellationScope.nonCancellable(() => close({ notificationId, as }));
