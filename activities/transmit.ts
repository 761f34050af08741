import { ApplicationFailure } from '@temporalio/activity';
import { fetchingMs } from '../channels/email/attachments';
import type { OutboundMessage, Provider, SendResult } from '../channels/provider';
import { TemplateError } from '../core/templates/template-error';
import type { Notification, Rendered } from '../store/notification-model';
import type { DeliverResult } from '../workflows/activities-contract';
import type { ActivityDeps } from './deps';
import { addressNow, forgetDevices } from './devices';
import { providerBudgetMs } from './attempt-budget';
import { endErased } from './end-erased';
import { sendSignal } from './send-signal';
import { render, toOutbound } from './compose';
import type { SettleDetails, Sending } from './settle';
import { attemptOf, settle } from './settle';

/** Hands a claimed message to its provider and settles what comes of it. */
export async function transmit(sending: Sending): Promise<DeliverResult> {
  const { deps, input, message } = sending;
  if (Date.now() >= input.dueAt + input.retryForMs) return expire(sending);
  const prepared = await prepare(sending);
  if ('ended' in prepared) return prepared.ended;
  const { provider, address, rendered, notification } = prepared;
  const outbound = toOutbound(notification, { ...message, address }, rendered);
  const budgetMs = providerBudgetMs(sending.claim.at);
  // The database was so slow that the provider's answer could not be written in time.
  if (budgetMs < LEAST_BUDGET_MS + fetchingMs(outbound.content))
    return settle(sending, { kind: 'retry', code: 'TIMEOUT' });
  const [result, endpoint] = await Promise.all([
    send(provider, outbound, budgetMs),
    // Read beside the send; a failed look-up is made again when the outcome is written.
    deps.store.webhooks.ofScope(notification).catch(() => undefined),
  ]);
  const details = { rendered: message.rendered ? null : keepable(rendered), endpoint };
  const forgotten = forgetDevices(sending, result.gone);
  try {
    return await conclude(sending, provider, result, details);
  } finally {
    await forgotten;
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

type Prepared =
  | { provider: Provider; address: string; rendered: Rendered; notification: Notification }
  | { ended: DeliverResult };

/** All that comes before the provider. What goes wrong here has sent nothing, so the claim is given back. */
async function prepare(sending: Sending): Promise<Prepared> {
  const { deps, message } = sending;
  let { notification } = sending;
  try {
    notification = await withShared(deps, notification);
    const { contact, application, event } = await sourcesOf(sending);
    if (notification.contactId !== null && (!contact || contact.erasingSince)) {
      await endErased(deps, notification, contact);
      return { ended: { outcome: 'gone', status: 'stopped', events: [] } };
    }
    const { channel } = message;
    const address = addressNow(message, contact);
    if (address === null) {
      const why =
        message.address === null
          ? 'The recipient could not be reached over any channel.'
          : 'The recipient has none of these devices any more.';
      return { ended: await settle(sending, { kind: 'failed', code: 'INVALID_RECIPIENT', message: why }) };
    }
    const provider =
      application &&
      deps.providers.pick({ application, environment: notification.environment, channel, address });
    if (!provider) {
      const why = `No provider is set up for ${message.channel}.`;
      return { ended: await settle(sending, { kind: 'failed', code: 'NO_PROVIDER', message: why }) };
    }
    if (message.rendered) return { provider, address, rendered: message.rendered, notification };
    if (!event) throw new TemplateError(`event ${notification.event} does not exist any more`);
    const rendered = render({ notification, message, application, event, contact });
    return { provider, address, rendered, notification };
  } catch (error) {
    if (error instanceof TemplateError) {
      return {
        ended: await settle(sending, { kind: 'failed', code: 'TEMPLATE_ERROR', message: error.message }),
      };
    }
    if (error instanceof ApplicationFailure) throw error;
    deps.log.error(
      { err: error, notificationId: notification._id },
      'a send could not be prepared; it is tried again',
    );
    return { ended: await settle(sending, { kind: 'retry' }) };
  }
}

/** The notification with what its array holds for all of its kind. */
async function withShared({ store }: ActivityDeps, notification: Notification): Promise<Notification> {
  if (notification.batchId === null) return notification;
  const batch = await store.batches.get(notification.batchId);
  if (!batch) throw new TemplateError('the payload of its array is gone');
  return { ...notification, payload: batch.payload, overrides: batch.overrides };
}

/**
 * What a message is made of, as it is now: templates are read when their step runs, so a change made just before is in
 * it. A message that was rendered by an earlier attempt needs no event.
 */
async function sourcesOf({ deps, notification, message }: Sending) {
  const { store } = deps;
  const { contactId, applicationId } = notification;
  const [contact, application, event] = await Promise.all([
    contactId === null ? null : store.contacts.get(contactId),
    store.applications.get(applicationId),
    message.rendered ? null : store.events.get(notification, notification.event),
  ]);
  return { contact, application, event };
}

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
  provider: Provider,
  result: SendResult,
  details: SettleDetails,
): Promise<DeliverResult> {
  const { deps, notification, claim, message } = sending;
  const attempt = attemptOf(claim, {
    provider: provider.name,
    outcome: result.outcome,
    code: result.outcome === 'sent' ? null : result.code,
    response: result.response,
  });
  const withAttempt = { ...details, attempt };
  if (result.refusedAccount || (result.outcome === 'transient' && result.code === 'UNAUTHORIZED')) {
    const told = { provider: provider.name, notificationId: notification._id, messageId: message.id };
    deps.log.error(told, 'the provider refuses our credentials; messages wait until they are corrected');
  }
  switch (result.outcome) {
    case 'sent':
      return settle(sending, { kind: 'sent', providerMessageId: result.providerMessageId }, withAttempt);
    case 'permanent':
      return settle(sending, { kind: 'failed', code: result.code, message: result.response }, withAttempt);
    case 'rate_limited':
      return settle(
        sending,
        { kind: 'retry', code: result.code, retryAfterMs: result.retryAfterMs },
        withAttempt,
      );
    case 'unknown':
      if (notification.delivery === 'at_most_once') {
        return settle(
          sending,
          { kind: 'failed', code: 'OUTCOME_UNKNOWN', message: result.response },
          withAttempt,
        );
      }
      return settle(sending, { kind: 'retry', code: result.code }, withAttempt);
    case 'transient':
      return settle(sending, { kind: 'retry', code: result.code }, withAttempt);
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
