import { causeOf, lastFailureOf } from '../../../../core/sending/failure-keys';
import type { Message } from '../../../../store/notifications/model';
import { isSkip } from '../../notifications/message-story';
import { accountOf, type Facts, providerText } from './facts';
import { type Remedy, remedy, type RemedyCode, remedyFor, type Subject } from './remedy';
import type { Cause } from './schema';

/** Returns how a notification ended, and why. */
export function endedCause(facts: Facts): Cause {
  const { notification } = facts;
  const { event, status, completedAt, digestedInto, cancelledBy, messages, notes = [] } = notification;
  const since = completedAt?.toISOString() ?? null;
  if (digestedInto !== undefined)
    return {
      ...{ state: 'skipped', code: 'DIGESTED', since },
      about: { kind: 'notification', id: digestedInto, name: null },
      text: `${event} is in the digest of the notification ${digestedInto}.`,
    };
  if (status === 'stopped') {
    const who = cancelledBy === undefined ? '' : ` by ${cancelledBy}`;
    return { state: 'cancelled', code: 'CANCELLED', since, text: `${event} was cancelled${who}.` };
  }
  const done = handedOver(facts);
  if (done) return done;
  const message = messages.findLast(({ error }) => error !== null);
  if (message) return failedCause(facts, message);
  if (status === 'failed')
    return {
      ...{ state: 'failed', code: 'FAILED', since, remedy: mend(facts, 'RETRY', null) },
      text: `${event} has failed. ${notification.failure ?? 'Its story says why.'}`,
    };
  const isFalse = notes.some(({ code }) => code === 'CONDITION_FALSE');
  const [code, why] = isFalse ? ['CONDITION_FALSE', ' A condition was false.'] : ['NOTHING_DUE', ''];
  return { state: 'skipped', code, since, text: `${event} sent nothing, because no message was due.${why}` };
}

/** Returns what was handed over, if any message of an ended notification was. The best outcome counts. */
function handedOver({ notification: { event, messages }, application }: Facts): Cause | null {
  const message =
    messages.findLast(({ status }) => status === 'delivered') ??
    messages.findLast(({ status }) => status === 'sent');
  if (!message) return null;
  const { channel, provider, deliveredAt, sentAt, attempts } = message;
  const id = attempts.at(-1)?.providerId;
  const through = { channel, provider, about: accountOf(id, application) };
  const name = providerText({ id, provider }, application);
  if (message.status === 'delivered')
    return {
      ...{ state: 'delivered', code: 'DELIVERED', since: deliveredAt?.toISOString(), ...through },
      text: `${event} was delivered over ${channel}. ${name} reported it.`,
    };
  return {
    ...{ state: 'left', code: 'SENT', since: sentAt?.toISOString(), ...through },
    text: `${event} has left over ${channel}: ${name} accepted it and has not reported a delivery.`,
  };
}

function failedCause(facts: Facts, message: Message): Cause {
  const { notification, application } = facts;
  const { channel, error, createdAt, receipts = [] } = message;
  const last = lastFailureOf(message);
  const code = error?.code ?? 'PROVIDER_ERROR';
  const failure = causeOf(code, last) ?? code;
  const about = accountOf(last?.providerId, application);
  const at = receipts.at(-1)?.at ?? last?.at ?? notification.completedAt ?? createdAt;
  const words = error?.message ? ` ${error.message}` : '';
  const why = failure === code ? code : `${code}, last ${failure}`;
  const isOurs = last?.provider === null || last === undefined;
  const where = isOurs
    ? ''
    : ` at ${providerText({ id: last.providerId, provider: last.provider }, application)}`;
  return {
    ...{ state: isSkip(message) ? 'skipped' : 'failed', code, failure, channel, about },
    ...{ provider: last?.provider ?? message.provider, since: at.toISOString() },
    remedy: mend(facts, remedyFor(failure, { isOpen: false }), about, channel),
    text: isSkip(message)
      ? `${notification.event} sent nothing over ${channel}.${words}`
      : `${notification.event} has failed over ${channel} with ${why}${where}.${words}`,
  };
}

/** Returns a remedy for a failure. An account that works again, or that is gone, needs nothing but a retry. */
function mend(
  { notification, application }: Facts,
  wanted: RemedyCode,
  account: Subject | null,
  channel: string | null = null,
): Remedy {
  const { _id, event, contactId, contact } = notification;
  const isWell = account !== null && !application?.health?.[account.id ?? 'service_smtp'];
  const isGone = account === null || isWell;
  const fixes = account?.kind === 'smtp' ? 'CHECK_SMTP' : 'FIX_INTEGRATION';
  const code = wanted !== 'FIX_INTEGRATION' ? wanted : isGone ? 'RETRY' : fixes;
  const about: Subject =
    code === fixes && account
      ? account
      : code === 'ADD_PROVIDER'
        ? { kind: 'channel', id: channel, name: channel }
        : code === 'FIX_EVENT'
          ? { kind: 'event', id: event, name: event }
          : code === 'RETRY' || contactId === null
            ? { kind: 'notification', id: _id, name: null }
            : { kind: 'contact', id: contactId, name: contact.name ?? contact.email };
  return remedy(code, about, application?.name ?? null);
}
