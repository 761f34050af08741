import type { OperatorActed } from '../observation';
import { shownAtRest } from './acceptance';
import { isReopened, type History, type Notification, type Seen } from './history';
import { isDone } from './outcomes';
import { violation, type Judge, type Violation } from './violation';

/** What docs/operations/operators.md says of retries has no ids. */
const RULE = 'operators.md';

/** A failed notification is retried once, by one notification, and nothing that was sent is sent again. */
export const judgeOperators: Judge = (history) =>
  [...history.notifications.values()].flatMap((notification) => {
    const done = notification.operators.filter(({ status }) => isDone(status));
    const retries = done.filter(({ action }) => action === 'retry');
    return retries.length === 0 ? [] : judgeRetries(history, notification, { retries, done });
  });

function judgeRetries(
  history: History,
  notification: Notification,
  { retries, done }: { retries: Seen<OperatorActed>[]; done: Seen<OperatorActed>[] },
): Violation[] {
  const { id, messages } = notification;
  const [first] = retries;
  const other = retries.find(({ created }) => created !== first!.created);
  if (other) return [violation(RULE, `${id} is retried twice`, first, other)];
  const reopened = done.find(({ action, askedAt }) => action === 'reopen' && askedAt > first!.at);
  if (reopened) return [violation(RULE, `${id} is reopened after it is retried`, first, reopened)];
  const rest = shownAtRest(notification);
  if (rest && rest.body.status !== 'failed' && !isReopened(notification))
    return [violation(RULE, `${id} is ${rest.body.status}, and is retried`, first, rest)];
  const sent = [...messages.values()]
    .flatMap(({ views }) => views)
    .find(({ status, read }) => (status === 'sent' || status === 'delivered') && read.at < first!.askedAt);
  const made = history.notifications.get(first!.created ?? '');
  // A message that bounced later did not arrive.
  const isBounced = sent && rest?.body.messages.some((one) => one.id === sent.id && one.status === 'failed');
  if (!sent || isBounced || !made) return [];
  return [violation(RULE, `${id} is retried after a part of it is sent`, sent.read, first)];
}
