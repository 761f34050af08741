import { fetchingMs } from '../../channels/email/attachments';
import type { OutboundMessage, Provider, SendResult } from '../../channels/provider';
import type { DeliveryErrorCode } from '../../core/sending/delivery-error';
import { lookupsOf } from '../../net/resolver/owner';
import { withoutQuotes } from '../../core/sending/sensitive';
import type { Rendered } from '../../store/notifications/model';
import type { Settlement } from '../../store/notifications/outcome-change';
import { countAttempt, observeQueueTime } from '../../telemetry/delivery-metrics';
import { inSpan, SpanKind } from '../../telemetry/tracing';
import { afterAttempt, isAccountRefusal, isUncalled } from './after-attempt';
import { toOutbound } from './outbound';
import { providerBudgetMs } from './deadlines';
import { forgetDevices } from './devices';
import { noteOptOut } from './note-opt-out';
import type { Ready } from './prepare';
import { noteHealth } from './provider-health';
import { noteMove } from './note-move';
import { giveBackPlaces } from './places';
import { isLease } from './lease';
import { countForGuard } from './sms-guard';
import { sendSignal } from './send-signal';
import type { CallDetails, Sending } from './sending';

/** Hands a prepared message to its provider, and returns what the attempt came to. `counters` have a place for it (CAP-3). */
export async function transmit(
  sending: Sending,
  ready: Ready,
  counters: string[],
): Promise<Settlement & Partial<CallDetails>> {
  const { deps, claim, lost, message } = sending;
  const { provider, picked, address, rendered, notification, copies, endpoint } = ready;
  const outbound = toOutbound(notification, { ...message, address }, rendered, {
    copies: copies.sent,
    attemptId: claim.token,
  });
  const hasFiles = (outbound.content.attachments ?? []).length > 0;
  // A workflow task does not wait for them.
  if (hasFiles && isLease(claim) && !sending.inPage) return { kind: 'released', queue: null };
  const budgetMs = providerBudgetMs(deps, claim.at);
  // The database was so slow that the provider's answer could not be written in time.
  if (budgetMs < LEAST_BUDGET_MS + fetchingMs(outbound.content)) return { kind: 'retry', code: 'TIMEOUT' };
  const of = { environment: notification.environment, channel: message.channel };
  if (message.attempts.length === 0) {
    const waitedMs = deps.store.now().getTime() - sending.input.dueAt;
    observeQueueTime(of, waitedMs);
    // A rate or a provider's rest makes it wait on purpose, which no broadcast can shorten.
    const isHeldUp = picked.candidate.queue === null && message.rest === undefined;
    if (!notification.ofBroadcast && isHeldUp) deps.waits.note(waitedMs);
  }
  sending.prepared?.();
  const begunAt = performance.now();
  const { signal, release } = sendSignal(budgetMs, lost);
  const answer = await lookupsOf(notification.applicationId, () =>
    send(provider, message.channel, outbound, signal),
  ).finally(release);
  const took = (performance.now() - begunAt) / 1000;
  const called = isUncalled(answer) ? 'none' : provider.name;
  countAttempt(of, { provider: called, outcome: answer.outcome, seconds: took });
  // A provider may quote the message in its answer.
  const result = notification.sensitive ? { ...answer, response: withoutQuotes(answer.response) } : answer;
  return {
    ...conclude(sending, ready, result),
    endpoint,
    hasFiles,
    note: () =>
      Promise.all([
        forgetDevices(sending, ready.contact, result.gone),
        noteHealth(sending, ready, result),
        noteOptOut(sending, result),
        noteMove(sending, ready, result),
        giveBackPlaces(sending, counters, result),
        countForGuard(sending, ready, result),
      ]),
  };
}

/** The least that a provider needs. */
const LEAST_BUDGET_MS = 5000;
/** Bytes of content that are kept beside a message; a document with 100 of them must fit MongoDB's 16 MB. */
const KEPT_CONTENT = 128 * 1024;

/** Very large content is sent, but not kept: a retry renders it again. */
const keepable = (rendered: Rendered): Rendered | null =>
  Buffer.byteLength(`${rendered.html ?? ''}${rendered.text ?? ''}${rendered.rich ?? ''}`) <= KEPT_CONTENT
    ? rendered
    : null;

/** Sends a message. A provider that throws instead of answering may have sent it. */
async function send(
  provider: Provider,
  channel: string,
  message: OutboundMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  const attributes = {
    'heliograph.channel': channel,
    'heliograph.provider': provider.name,
    'heliograph.notification_id': message.notificationId,
    'heliograph.message_id': message.id,
  };
  return inSpan(`send ${channel}`, { kind: SpanKind.CLIENT, attributes }, async (set) => {
    const result = await answerOf(provider.send(message, signal));
    set({ 'heliograph.outcome': result.outcome });
    return result;
  });
}

const answerOf = (answer: Promise<SendResult>): Promise<SendResult> =>
  answer.catch((error: unknown) => ({
    ...({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN', response: String(error) } as const),
  }));

function conclude(sending: Sending, ready: Ready, result: SendResult): Settlement {
  const { deps, notification, message } = sending;
  const { attempt, next } = afterAttempt(sending, ready, result);
  const isKept = !message.rendered && !notification.sensitive;
  const details = { attempt, rendered: isKept ? keepable(ready.rendered) : null };
  if (isAccountRefusal(result)) {
    deps.log.error(
      { provider: ready.provider.name, notificationId: notification._id, messageId: message.id },
      'the provider refuses the account of the integration; messages wait for it, or the next provider sends them',
    );
  }
  const failed = (code: DeliveryErrorCode): Settlement => ({
    ...details,
    kind: 'failed',
    code,
    message: result.response,
  });
  switch (result.outcome) {
    case 'sent':
      return { ...details, kind: 'sent', providerMessageId: result.providerMessageId };
    case 'permanent':
      return failed(result.code);
    case 'unknown':
      if (notification.delivery === 'at_most_once') return failed('OUTCOME_UNKNOWN');
      return { ...details, kind: 'retry', code: result.code, next };
    case 'transient':
      return { ...details, kind: 'retry', code: result.code, next };
    case 'rate_limited':
      return { ...details, kind: 'retry', code: result.code, retryAfterMs: result.retryAfterMs, next };
  }
}
