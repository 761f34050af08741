import type { Message, Notification } from '../../../store/notifications/model';
import type { Played } from './run-world';
import { type Violation, violation } from './violation';

/** What is wrong with one message, its copies and its events. */
export function messageViolations(played: Played, notification: Notification, message: Message): Violation[] {
  const attempts = message.attempts.map(({ provider, outcome, code }) => [provider, outcome, code].join(' '));
  const receipts = (message.receipts ?? []).map(({ kind }) => kind);
  const story = [`attempts ${attempts.join(', ')}`, `receipts ${receipts.join(', ')}`].join('; ');
  const of = `${notification.status}, message ${message.id} (${message.step}, ${message.status}; ${story})`;
  return [
    ...wrongCopies(played, notification, message),
    ...wrongReceipts(played, message),
    ...wrongEvents(played, message),
  ].map(({ kind, what }) => ({ kind, what: `${of}: ${what}` }));
}

/** No message goes out twice but where an outcome was unknown, and what is called sent went out. */
function wrongCopies(
  { providers }: Played,
  { status, delivery }: Notification,
  message: Message,
): Violation[] {
  const copies = providers.accepted.filter(({ messageId }) => messageId === message.id);
  const unknown = message.attempts.filter(({ outcome, mayHaveSent }) => outcome === 'unknown' || mayHaveSent);
  const wrong: Violation[] = [];
  const most = delivery === 'at_most_once' ? 1 : 1 + unknown.length;
  if (copies.length > most) wrong.push(violation('doubled', `${copies.length} copies went out`));
  if (message.sentAt !== null && copies.length === 0)
    wrong.push(violation('lost', 'was sent and never went out'));
  const lost = copies.length > 0 && message.sentAt === null && unknown.length === 0;
  if (lost && status !== 'stopped') wrong.push(violation('status', 'went out and is not called sent'));
  if (copies.some(({ address }) => address !== message.address))
    wrong.push(violation('status', 'went to another address'));
  return wrong;
}

/** Whatever their order and number, reports leave the message where the furthest of them says. */
function wrongReceipts({ providers }: Played, message: Message): Violation[] {
  const kinds = providers.reported
    .filter(({ messageId }) => messageId === message.id)
    .map(({ kind }) => kind);
  const failed = kinds.some((kind) => kind === 'hard' || kind === 'soft');
  if (failed && message.status !== 'failed') return [violation('status', 'a bounce was reported')];
  if (!failed && kinds.includes('delivered') && message.status !== 'delivered') {
    // What had failed before anybody proved it sent stays so.
    const proven = message.attempts.some(({ outcome }) => outcome === 'sent');
    if (message.status !== 'failed' || proven) return [violation('status', 'its delivery was reported')];
  }
  return [];
}

/** At most one event of each type, and those that there are (WEBHOOK-15). */
function wrongEvents({ providers, hook }: Played, message: Message): Violation[] {
  const told = hook.received.filter(({ body }) => body.delivery.uuid === message.id);
  const wrong: Violation[] = [];
  const ids = new Map<string, Set<string>>();
  for (const { body, headers } of told) {
    const known = ids.get(body.event) ?? new Set<string>();
    ids.set(body.event, known.add(String(headers['webhook-id'])));
  }
  for (const [type, events] of ids) {
    if (events.size > 1) wrong.push(violation('webhook', `${events.size} events ${type}`));
    const bodies = new Set(told.filter(({ body }) => body.event === type).map(({ raw }) => raw));
    if (bodies.size > 1) wrong.push(violation('webhook', `${type} was told in different words`));
  }
  const has = (type: string): boolean => ids.has(`delivery.${type}`);
  const expected = (type: string, is: boolean): void => {
    if (has(type) !== is)
      wrong.push(violation('webhook', `${has(type) ? 'an' : 'no'} event delivery.${type}`));
  };
  const email = message.channel === 'email';
  const reported = providers.reported.filter(({ messageId }) => messageId === message.id);
  const bounced = message.error?.code === 'HARD_BOUNCE' && email;
  expected('sent', message.sentAt !== null);
  expected('delivered', email && message.deliveredAt !== null);
  expected('bounced', bounced);
  expected('failed', message.status === 'failed' && !bounced);
  expected(
    'complained',
    reported.some(({ kind }) => kind === 'complained'),
  );
  return wrong;
}
