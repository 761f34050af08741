import type { Read } from '../observation';
import { isReopened, type Notification, type Seen } from './history';
import { violation, type Judge, type Violation } from './violation';

type Body = NonNullable<Read['body']>;
type Shown = Body['messages'][number];

const RANK = { queued: 0, sent: 1, delivered: 2, failed: 3 };
const isFinal = (status: Body['status']): boolean => status !== 'running' && status !== 'waiting';

/** No status moves back (STATUS-6, RECEIPT-1). Each read is compared with those answered before it was asked. */
export const judgeStatuses: Judge = (history) =>
  [...history.notifications.values()].flatMap((notification) => [
    ...movesBack(notification),
    ...notification.reads.flatMap(fields),
  ]);

function movesBack(notification: Notification): Violation[] {
  const { id, reads } = notification;
  const byAnswer = [...reads].sort((a, b) => a.at - b.at);
  const byRequest = [...reads].sort((a, b) => a.askedAt - b.askedAt);
  const messages = new Map<string, { shown: Shown; read: Seen<Read> }>();
  let ended: Seen<Read> | undefined;
  let removed: Seen<Read> | undefined;
  let next = 0;
  const found: Violation[] = [];
  for (const read of byRequest) {
    for (; next < byAnswer.length && byAnswer[next]!.at < read.askedAt; next++) {
      const earlier = byAnswer[next]!;
      if (earlier.status === 404 && earlier.at > notification.acceptedBefore) removed ??= earlier;
      if (earlier.body && isFinal(earlier.body.status)) ended ??= earlier;
      for (const shown of earlier.body?.messages ?? []) {
        const known = messages.get(shown.id);
        if (!known || RANK[shown.status] > RANK[known.shown.status])
          messages.set(shown.id, { shown, read: earlier });
      }
    }
    if (!read.body) continue;
    if (removed) found.push(violation('NOTIFICATION-6', `${id} is 404 and then found again`, removed, read));
    const was = ended?.body?.status;
    if (was && was !== read.body.status && !isReopened(notification))
      found.push(violation('STATUS-6', `${id} moves from ${was} to ${read.body.status}`, ended, read));
    const now = new Map(read.body.messages.map((shown) => [shown.id, shown]));
    for (const [message, { shown, read: before }] of messages) {
      const status = now.get(message)?.status;
      if (!status)
        found.push(violation('NOTIFICATION-5', `message ${message} of ${id} disappears`, before, read));
      else if (RANK[status] < RANK[shown.status] && !isReopened(notification))
        found.push(
          violation('RECEIPT-1', `message ${message} moves from ${shown.status} to ${status}`, before, read),
        );
    }
  }
  return found;
}

/** The fields of one response agree with its statuses, as the tables of the rules say. */
function fields(read: Seen<Read>): Violation[] {
  if (!read.body) return [];
  const { status, completedAt, messages } = read.body;
  const found: Violation[] = [];
  if (isFinal(status) !== (completedAt !== null))
    found.push(
      violation('STATUS-5', `${read.notification} is ${status} with completed_at ${completedAt}`, read),
    );
  for (const message of messages) {
    const wrong = wrongField(message);
    if (wrong)
      found.push(violation('MESSAGE-1', `message ${message.id} is ${message.status} ${wrong}`, read));
    if (message.status === 'failed' && !message.error)
      found.push(violation('MESSAGE-2', `message ${message.id} is failed without a reason`, read));
  }
  return found;
}

function wrongField({ status, sentAt, deliveredAt, error }: Shown): string | undefined {
  if (status === 'failed') return undefined;
  if (error !== null) return `with the error ${error}`;
  if ((status === 'queued') !== (sentAt === null)) return `with sent_at ${sentAt}`;
  if ((status === 'delivered') !== (deliveredAt !== null)) return `with delivered_at ${deliveredAt}`;
  return undefined;
}
