import { fetchingMs } from '../channels/email/attachments';
import type { OutboundMessage, Provider, SendResult } from '../channels/provider';
import { withoutQuotes } from '../core/sensitive';
import type { Rendered } from '../store/notification-model';
import type { DeliverResult } from '../workflows/activities-contract';
import { afterAttempt, isAccountRefusal } from './after-attempt';
import { forgetDevices } from './devices';
import { providerBudgetMs } from './attempt-budget';
import { sendSignal } from './send-signal';
import { toOutbound } from './compose';
import { noteHealth } from './note-health';
import { noteOptOut } from './note-opt-out';
import type { Ready } from './prepare';
import { prepare } from './prepare';
import type { SettleDetails, Sending } from './settle';
import { attemptOf, settle } from './settle';

/** Hands a claimed message to its provider and settles what comes of it. */
export async function transmit(sending: Sending): Promise<DeliverResult> {
  const { deps, input, message } = sending;
  if (Date.now() >= input.dueAt + input.retryForMs) return expire(sending);
  const prepared = await prepare(sending);
  if ('ended' in prepared) return prepared.ended;
  const { provider, address, rendered, notification, copies } = prepared;
  const outbound = toOutbound(notification, { ...message, address }, rendered, copies.sent);
  const budgetMs = providerBudgetMs(sending.claim.at);
  // The database was so slow that the provider's answer could not be written in time.
  if (budgetMs < LEAST_BUDGET_MS + fetchingMs(outbound.content))
    return settle(sending, { kind: 'retry', code: 'TIMEOUT' });
  const [result, endpoint] = await Promise.all([
    send(provider, outbound, budgetMs).then((answer) =>
      // A provider may quote what it was given.
      notification.sensitive ? { ...answer, response: withoutQuotes(answer.response) } : answer,
    ),
    // Read beside the send; a failed look-up is made again when the outcome is written.
    deps.store.webhooks.ofScope(notification).catch(() => undefined),
  ]);
  const isKept = !message.rendered && !notification.sensitive;
  const details = { rendered: isKept ? keepable(rendered) : null, endpoint };
  const noted = Promise.all([
    forgetDevices(sending, result.gone),
    noteHealth(sending, prepared, result),
    noteOptOut(sending, result),
  ]);
  try {
    return await conclude(sending, prepared, result, details);
  } finally {
    await noted;
  }
}

/** The least that a provider needs. */
const LEAST_BUDGET_MS = 5000;
/** Bytes of content that are kept beside a message; a document with 100 of them must fit MongoDB's 16 MB. */
const KEPT_CONTENT = 128 * 1024;

/** Very large content is sent, but not kept: a retry renders it anew. */
const keepable = (rendered: Rendered): Rendered | null =>
  Buffer.byteLength(`${rendered.html ?? ''}${rendered.text ?? ''}${rendered.rich ?? ''}`) <= KEPT_CONTENT
    ? rendered
    : null;

/** A provider that throws instead of answering may have sent. */
async function send(provider: Provider, message: OutboundMessage, budgetMs: number): Promise<SendResult> {
  try {
    return await provider.send(message, sendSignal(budgetMs));
  } catch (error) {
    return { outcome: 'unknown', code: 'OUTCOME_UNKNOWN', response: String(error) };
  }
}

/** One exhaustive reading of a provider's classified answer. */
function conclude(
  sending: Sending,
  ready: Ready,
  result: SendResult,
  details: SettleDetails,
): Promise<DeliverResult> {
  const { deps, notification, claim, message } = sending;
  const { provider, picked, copies } = ready;
  const { movesOn, mayHaveSent, next } = afterAttempt(sending, ready, result);
  const attempt = attemptOf(claim, {
    provider: provider.name,
    providerId: picked.candidate.id,
    outcome: result.outcome,
    code: result.outcome === 'sent' ? null : result.code,
    response: result.response,
    ...(movesOn && { movesOn }),
    ...(mayHaveSent && { mayHaveSent }),
    ...(copies.leftOut.length > 0 && { leftOut: copies.leftOut }),
  });
  const withAttempt = { ...details, attempt };
  if (isAccountRefusal(result)) {
    const told = { provider: provider.name, notificationId: notification._id, messageId: message.id };
    deps.log.error(told, 'the provider refuses our account; messages wait for it, or go out by the next one');
  }
  switch (result.outcome) {
    case 'sent':
      return settle(sending, { kind: 'sent', providerMessageId: result.providerMessageId }, withAttempt);
    case 'permanent':
      return settle(sending, { kind: 'failed', code: result.code, message: result.response }, withAttempt);
    case 'unknown':
      if (notification.delivery === 'at_most_once') {
        const { response } = result;
        const failed = { kind: 'failed', code: 'OUTCOME_UNKNOWN', message: response } as const;
        return settle(sending, failed, withAttempt);
      }
      return settle(sending, { kind: 'retry', code: result.code, next }, withAttempt);
    case 'transient':
      return settle(sending, { kind: 'retry', code: result.code, next }, withAttempt);
    case 'rate_limited': {
      const { code, retryAfterMs } = result;
      return settle(sending, { kind: 'retry', code, retryAfterMs, next }, withAttempt);
    }
  }
}

/** Too late to be of use: `retry_for` is over (decisions: Statuses). */
function expire(sending: Sending): Promise<DeliverResult> {
  const last = sending.message.attempts.at(-1);
  const message = last?.response
    ? `Not sent in time; the last attempt said: ${last.response}`
    : 'Not sent in time: retry_for was over before a first attempt.';
  return settle(sending, { kind: 'failed', code: 'EXPIRED', message });
}
