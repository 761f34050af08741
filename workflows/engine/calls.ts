import {
  ApplicationFailure,
  condition,
  defineSignal,
  patched,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import type { Channel } from '../../core/shared/channels';
import type { NotificationStatus } from '../../core/shared/statuses';
import { fallbackKey } from '../../core/sequences/step-key';
import { awaitReceipt, checkCondition, nextTime } from '../activities';
import type { DeliverInput } from '../activities-contract';
import { type NotificationInput, RECEIPT } from '../contract';
import { createDelivery } from './delivery';
import { showWait } from './details';
import { SequenceEnded } from './sequence-ended';
import type { SendOutcome, SequenceApi } from './api';
import { gather } from './digest';
import { sendWithFallback } from './fallback';

const receiptSignal = defineSignal(RECEIPT);

export interface Calls {
  api: SequenceApi;
  /** The status that the last SEND left, null without one. */
  lastStatus(): NotificationStatus | null;
}

/** The calls of one run's sequence; `onEvents` is told of each SEND's outcome and of the webhook events that it raised. */
export function createCalls(input: NotificationInput, onEvents: (events: string[]) => void): Calls {
  const { notificationId, contactId, retryForMs } = input;
  const names = new Set<string>();
  const deliver = createDelivery(input);
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
    const input = { notificationId, contactId, step: key, dueAt, retryForMs, ...options };
    const result = await deliver(input, shown);
    if (result.outcome === 'skipped') return 'skipped';
    onEvents(result.events);
    if (result.outcome === 'stopped' || result.outcome === 'gone') throw new SequenceEnded(result.status);
    status = result.status;
    dueAt = Date.now();
    return result.outcome;
  };

  /** Sleeps until a planned time, which is what the next SEND counts from. */
  const sleepUntil = async (name: string, until: number): Promise<void> => {
    showWait(until, `WAIT ${name}`);
    await sleep(Math.max(1, until - Date.now()), { summary: name });
    dueAt = until;
  };

  /** The code of a run that goes on for an earlier one knows nothing of that one's signals, and may go another way. */
  const refuseParting = (name: string): void => {
    if (!api.isBehind() || input.reached?.includes(name) || !patched('reopened-parted')) return;
    const reached = (input.reached ?? []).filter((one) => !names.has(one)).join(', ');
    throw ApplicationFailure.nonRetryable(
      `it would send ${name} now where the run before it had come to ${reached}: signals of that run are not known any ` +
        'more. Retry the notification instead, and signal the new one',
      'REOPENED_ELSEWHERE',
    );
  };

  const api: SequenceApi = {
    isBehind: () => isBehind(names, input.reached),
    send: async (name, { channel, fallback, after = 'running', dueAt: planned = dueAt } = {}) => {
      dueAt = planned;
      if (names.has(name))
        throw ApplicationFailure.nonRetryable(`SEND name ${name} used twice`, 'SEQUENCE_ERROR');
      if (input.code !== undefined) refuseParting(name);
      const shown = channel ?? (names.size === 0 ? input.firstChannel : null);
      names.add(name);
      if (!fallback || input.forced)
        return (await sendOne(name, shown, { channel, after })) === 'sent' ? 'sent' : 'failed';
      return sendWithFallback(fallback, {
        first: () => sendOne(name, shown, { channel, after: 'running' }),
        next: (other) =>
          sendOne(fallbackKey(name, other), other, { channel: other, after: 'running', optional: true }),
        receipt: async (withinMs) => (await api.waitForReceipt(name, name, withinMs)).state,
      });
    },
    wait: async (name, durationMs) => {
      if (api.isBehind()) return;
      await sleepUntil(name, dueAt + durationMs);
    },
    waitForTimeOfDay: async (name, { hour, minute, days }, timezone) => {
      if (api.isBehind()) return null;
      const fromMs = Math.max(Date.now(), dueAt);
      const at = { hour, minute, ...(days && { days }) };
      const until = await nextTime.executeWithOptions({ summary: name }, [
        { notificationId, at, timezone, fromMs },
      ]);
      await sleepUntil(name, until);
      return until;
    },
    digest: async (name, window, after = 'running') => {
      dueAt = (await gather({ notificationId, name, window, dueAt, after })) ?? dueAt;
      return dueAt;
    },
    holds: async (name, test, after = { then: 'running', else: 'running' }) =>
      checkCondition.executeWithOptions({ summary: name }, [{ notificationId, condition: test, after }]),
    waitForReceipt: async (name, send, withinMs) => {
      const ask = (begin: boolean) =>
        awaitReceipt.executeWithOptions({ summary: `${name}: ${send}` }, [{ notificationId, send, begin }]);
      let until: number | null = null;
      for (;;) {
        const seen = receipts;
        const known = await ask(true);
        const isOver = known !== 'pending' || (api.isBehind() && patched('receipts-behind'));
        if (!isOver) {
          until ??= Date.now() + Math.max(1, withinMs);
          showWait(until, `a receipt of ${send}, ${name}`);
          await condition(() => receipts > seen, Math.max(1, until - Date.now()));
        }
        const state = await ask(false);
        const endedAt = until === null ? null : Math.min(Date.now(), until);
        // A wake-up may come twice, or late, and be meant for an earlier wait.
        const goesOn = !isOver && state === 'pending' && endedAt !== until && patched('receipt-again');
        if (goesOn) continue;
        dueAt = endedAt ?? dueAt;
        return { state, endedAt };
      }
    },
  };
  return { api, lastStatus: () => status };
}

/** Whether a run that goes on for an earlier one still is where that was: then its WAITs are over. */
const isBehind = (names: Set<string>, reached: string[] = []): boolean =>
  reached.some((name) => !names.has(name)) && [...names].every((name) => reached.includes(name));
