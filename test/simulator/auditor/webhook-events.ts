import type { WebhookCall } from '../observation';
import { shownAtRest } from './acceptance';
import { activeEndpoint, type ActiveEndpoint } from './endpoint';
import { knownTaken } from './excuses';
import { erasureOf, isReopened, type History, type Message, type Seen, type View } from './history';
import { codeOf, isDone, isTaken } from './outcomes';
import { violation, type Judge, type Violation } from './violation';

type Type = WebhookCall['event'];

/** Each event of a message is sent to the active endpoint, and nothing else is (WEBHOOK-10 to WEBHOOK-19). */
export const judgeWebhookEvents: Judge = (history) => {
  const endpoint = activeEndpoint(history);
  const found: Violation[] = [];
  for (const notification of history.notifications.values())
    for (const message of notification.messages.values()) {
      const rest = shownAtRest(notification);
      const view = message.views.find(({ read }) => read.index === rest?.index);
      for (const webhook of message.webhooks)
        found.push(...contents(webhook), ...untrue(history, message, webhook));
      if (!view) continue;
      found.push(...contradicted(message, view));
      if (endpoint) found.push(...missing(history, message, view, endpoint));
    }
  return found;
};

function contents(webhook: Seen<WebhookCall>): Violation[] {
  const { event, status, error } = webhook;
  if (status !== event.slice('delivery.'.length))
    return [violation('WEBHOOK-11', `${event} says the status ${status}`, webhook)];
  const hasError = event === 'delivery.failed' || event === 'delivery.bounced';
  if (event !== 'delivery.complained' && hasError !== (error !== null))
    return [violation('WEBHOOK-13', `${event} has the error ${error}`, webhook)];
  return [];
}

/** A webhook says what happened before it. */
function untrue(history: History, message: Message, webhook: Seen<WebhookCall>): Violation[] {
  const { calls, reports, notification } = message;
  const { event, error, at } = webhook;
  const says = (what: string): boolean =>
    reports.some((report) => report.says === what && (report.askedAt ?? 0) < at);
  const broken = (rule: string, why: string): Violation[] => [
    violation(rule, `${event} of message ${message.id}: ${why}`, ...calls, webhook),
  ];
  const isEmail = notification.send?.channel !== 'sms';
  switch (event) {
    case 'delivery.sent':
      return calls.some((call) => isTaken(call) && call.askedAt < at)
        ? []
        : broken('MESSAGE-1', 'nobody accepted it');
    case 'delivery.delivered':
      return says('delivered') ? [] : broken('RECEIPT-1', 'no provider confirmed it');
    case 'delivery.complained':
      return says('complained') ? [] : broken('WEBHOOK-18', 'nobody complained');
    case 'delivery.bounced':
      if (!isEmail) return broken('WEBHOOK-16', 'bounces of sms are failures');
      return says('bounced') ? [] : broken('WEBHOOK-16', 'nothing bounced');
    case 'delivery.failed': {
      if (isEmail && error !== null && codeOf(error) === 'HARD_BOUNCE' && says('bounced'))
        return broken('WEBHOOK-16', 'a hard bounce of an e-mail raises delivery.bounced alone');
      // It may have failed before it was reopened.
      if (isReopened(notification)) return [];
      const taken = says('failed') || says('bounced') ? undefined : knownTaken(history, message);
      return taken && taken.at < at ? broken('MESSAGE-1', `${taken.provider} accepted it`) : [];
    }
  }
}

/** A status never moves back, so at rest it is at least what a webhook said. */
function contradicted({ id, webhooks, notification }: Message, view: View): Violation[] {
  if (isReopened(notification)) return [];
  const found = webhooks.find(({ event }) =>
    event === 'delivery.failed' || event === 'delivery.bounced'
      ? view.status !== 'failed'
      : event === 'delivery.delivered'
        ? view.status === 'queued' || view.status === 'sent'
        : event === 'delivery.sent' && view.status === 'queued',
  );
  if (!found) return [];
  return [violation('RECEIPT-1', `message ${id} is ${view.status} after ${found.event}`, found, view.read)];
}

function missing(history: History, message: Message, view: View, endpoint: ActiveEndpoint): Violation[] {
  const { notification, calls, reports, webhooks } = message;
  const { address, acceptedAfter } = notification;
  // An event belongs to the endpoint that existed when it happened (WEBHOOK-22), and an erasure removes it.
  if (acceptedAfter < endpoint.since || erasureOf(history, address, acceptedAfter)) return [];
  const isEmail = view.channel === 'email';
  const expected: [Type[], string][] = [];
  // The SEND raises the event: a cancelled one whose acceptance a report proves has no SEND that ends.
  const isRaised = view.status !== 'failed' && view.read.body?.status !== 'stopped';
  if (view.sentAt !== null && (isRaised || knownTaken(history, message)))
    expected.push([['delivery.sent'], 'MESSAGE-1']);
  if (view.status === 'delivered' && isEmail) expected.push([['delivery.delivered'], 'WEBHOOK-17']);
  if (view.status === 'failed') expected.push(failureOf(view, isEmail));
  if (isEmail && reports.some(({ says, status }) => says === 'complained' && isDone(status)))
    expected.push([['delivery.complained'], 'WEBHOOK-18']);
  return expected
    .filter(
      ([types]) => types.every(endpoint.isEnabled) && !webhooks.some(({ event }) => types.includes(event)),
    )
    .map(([types, rule]) =>
      violation(
        rule,
        `${types.join(' or ')} of message ${message.id} is missing`,
        ...calls,
        ...reports,
        view.read,
      ),
    );
}

/** A message that failed and bounces later has one of two events: the rules do not say which. */
function failureOf({ error }: View, isEmail: boolean): [Type[], string] {
  const code = codeOf(error ?? '');
  if (isEmail && code === 'HARD_BOUNCE') return [['delivery.bounced', 'delivery.failed'], 'WEBHOOK-16'];
  return [['delivery.failed'], code === 'SUPPRESSED' ? 'WEBHOOK-19' : 'WEBHOOK-16'];
}
