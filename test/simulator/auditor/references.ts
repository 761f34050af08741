import { FINAL } from './cancel-counts';
import { erasureOf, isReopened, isTerminated, listOf, type History, type Notification } from './history';
import { violation, type Judge, type Violation } from './violation';

/**
 * Of the notifications of one event, person and reference that were sent with `if_open`, one is open at most (REFERENCE-5). `keep`
 * answers with an open one (REFERENCE-3), and `replace` leaves no earlier one open (REFERENCE-4).
 */
export const judgeReferences: Judge = (history) => {
  const groups = new Map<string, Notification[]>();
  for (const notification of history.notifications.values()) {
    const { send, address } = notification;
    if (send?.reference !== undefined && !isReopened(notification) && !isTerminated(notification))
      listOf(groups, JSON.stringify([send.event, address, send.reference])).push(notification);
  }
  return [
    ...[...groups.values()].flatMap((group) => [...twoOpen(group), ...notReplaced(history, group)]),
    ...keptWrong(history),
  ];
};

/** Returns the last moment at which a response shows that a notification is open. */
const openUntil = ({ reads }: Notification): number =>
  Math.max(...reads.flatMap(({ askedAt, body }) => (body && !FINAL.includes(body.status) ? askedAt : [])));

function twoOpen(group: Notification[]): Violation[] {
  const asked = group
    .filter(({ send, retryOf }) => send!.ifOpen !== undefined && retryOf === undefined)
    .toSorted((a, b) => a.acceptedBefore - b.acceptedBefore);
  return asked.flatMap((one, place) =>
    asked
      .slice(place + 1)
      .filter((other) => openUntil(one) > other.acceptedBefore && openUntil(other) > other.acceptedBefore)
      .map((other) =>
        violation('REFERENCE-5', `${one.id} and ${other.id} are open together`, one.send, other.send),
      ),
  );
}

function notReplaced(history: History, group: Notification[]): Violation[] {
  const replacing = group.filter(({ send, retryOf }) => send!.ifOpen === 'replace' && retryOf === undefined);
  return replacing.flatMap((one) =>
    group
      .filter(
        (earlier) =>
          earlier !== one &&
          earlier.acceptedBefore < one.acceptedAfter &&
          openUntil(earlier) > one.acceptedBefore &&
          !erasureOf(history, earlier.address, earlier.acceptedAfter),
      )
      .map((earlier) =>
        violation('REFERENCE-4', `${one.id} replaces ${earlier.id}, which is open`, earlier.send, one.send),
      ),
  );
}

function keptWrong(history: History): Violation[] {
  return history.sends.flatMap((send) =>
    send.to.flatMap(({ address, notification: id, kept }) => {
      if (!kept || id === undefined) return [];
      const found = history.notifications.get(id);
      const wrong = (what: string): Violation[] => [
        violation('REFERENCE-3', `${id} is kept, and ${what}`, found?.send, send),
      ];
      if (send.ifOpen !== 'keep') return wrong('no send asked for that');
      if (!found?.send) return [];
      const { event, reference } = found.send;
      if (found.address !== address || event !== send.event || reference !== send.reference)
        return wrong('is of another person, event or reference');
      const ended = found.reads.find(
        ({ at, body }) => body && FINAL.includes(body.status) && at < send.askedAt && !send.replayed,
      );
      return ended && !isReopened(found) && send.idempotencyKey === undefined ? wrong('has ended') : [];
    }),
  );
}
