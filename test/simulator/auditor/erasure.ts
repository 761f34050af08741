import type { History, Notification } from './history';
import { begunAfter, isDone, leftAt, mayBeDone } from './outcomes';
import { violation, type Judge, type Violation } from './violation';

/** Nothing of an erased contact stays, and nothing more is sent to it (ERASURE-2 to ERASURE-4). */
export const judgeErasure: Judge = (history) => {
  if (history.erasures.size === 0) return [];
  const found: Violation[] = [...unfounded(history)];
  for (const notification of history.notifications.values()) {
    const { address, acceptedBefore, rest } = notification;
    // A send that overlaps the erasure may have created a new contact (ERASURE-9).
    const erased = history.erasures
      .get(address ?? '')
      ?.find(({ status, askedAt }) => isDone(status) && acceptedBefore < askedAt);
    if (!erased) continue;
    if (rest?.status === 200)
      found.push(
        violation('ERASURE-3', `${address} is erased, and ${notification.id} can be read`, erased, rest),
      );
    for (const call of callsOf(notification))
      if (leftAt(call) > erased.at && begunAfter(call, erased.at) && call.answered !== 'unreachable')
        found.push(
          violation(
            'ERASURE-4',
            `${address} is erased, and ${call.message} is sent afterwards`,
            erased,
            call,
          ),
        );
  }
  return found;
};

const callsOf = ({ messages }: Notification) => [...messages.values()].flatMap(({ calls }) => calls);

/** A contact that a send has created exists until it is erased (RECIPIENT-13). */
function unfounded(history: History): Violation[] {
  const created = new Map<string, Notification>();
  for (const notification of history.notifications.values()) {
    const before = created.get(notification.address ?? '');
    if (notification.send && (!before || before.acceptedBefore > notification.acceptedBefore))
      created.set(notification.address!, notification);
  }
  return [...history.erasures].flatMap(([address, erasures]) => {
    const contact = created.get(address);
    const missing = erasures.find(({ status }) => status === 404);
    if (!contact || !missing || contact.acceptedBefore >= missing.askedAt) return [];
    const isErased = erasures.some((other) => mayBeDone(other.status) && other.askedAt < missing.at);
    if (isErased) return [];
    return [violation('ERASURE-2', `${address} is a contact, and its erasure is 404`, contact.send, missing)];
  });
}
