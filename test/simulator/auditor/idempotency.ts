import type { Sent } from '../observation';
import { erasureOf, listOf, type History, type Seen } from './history';
import { isUnknown } from './outcomes';
import { violation, type Judge, type Violation } from './violation';

/** A key is kept this long from its first request (IDEMPOTENCY-2). */
const KEPT_MS = 24 * 3_600_000;

/** After this time a repeat completes a request whose response is not stored (IDEMPOTENCY-9). */
const TAKEN_OVER_MS = 10_000;

/** Requests with one key are one request: they have its answer, and nobody is notified twice (IDEMPOTENCY-1 to 9). */
export const judgeIdempotency: Judge = (history) => {
  const byKey = new Map<string, Seen<Sent>[]>();
  for (const send of history.sends)
    if (send.idempotencyKey !== undefined) listOf(byKey, send.idempotencyKey).push(send);
  return [...[...byKey.values()].flatMap((sends) => oneKey(history, sends)), ...shared(history)];
};

const codeOf = ({ code, to }: Sent): string | undefined =>
  code ?? to.find(({ refused }) => refused)?.refused?.code;
const isAccepted = ({ to }: Sent): boolean => to.some(({ notification }) => notification !== undefined);
const contentOf = ({ event, channel, fingerprint }: Sent): string => `${event}\n${channel}\n${fingerprint}`;

function oneKey(history: History, sends: Seen<Sent>[]): Violation[] {
  const { tolerance } = history.disturbances;
  const found: Violation[] = [];
  const byAnswer = [...sends].sort((a, b) => a.at - b.at);
  const owner = byAnswer.find(isAccepted);
  for (const send of sends) {
    if (send === owner) continue;
    const name = `the key ${send.idempotencyKey}`;
    const since = Math.min(...sends.map(({ askedAt }) => askedAt));
    const isKept = owner && send.at < since + KEPT_MS - tolerance;
    // An erasure removes the kept response soon after it (ERASURE-3), but not that of an array (guides/contacts.md).
    const isErased =
      owner?.to.length === 1 && owner.to.some(({ address }) => erasureOf(history, address, since, send.at));
    const isSame = owner && contentOf(owner) === contentOf(send);
    if (owner && isKept && !isErased && isAccepted(send)) {
      if (!isSame)
        found.push(violation('IDEMPOTENCY-5', `${name} accepts two different requests`, owner, send));
      else if (
        owner.to.some(
          ({ notification, kept }, n) =>
            // A request that is taken over may keep what has ended when the repeat is accepted.
            notification !== send.to[n]?.notification && !kept && !send.to[n]?.kept,
        )
      )
        found.push(violation('IDEMPOTENCY-3', `${name} answers with different notifications`, owner, send));
      else if (owner.at < send.askedAt && send.replayed === false)
        found.push(
          violation('IDEMPOTENCY-3', `${name} is repeated, and its answer says no replay`, owner, send),
        );
    }
    const isOver = owner && isKept && !isErased && owner.at < send.askedAt;
    const isRefused = !isAccepted(send) && !isUnknown(send.status) && send.status !== 429;
    const isHeld = (): boolean =>
      (owner && isStoring(history, owner, send)) === true || isKeptByFailure(sends, send, tolerance);
    if (isOver && isSame && isRefused && !isHeld())
      found.push(
        violation('IDEMPOTENCY-3', `${name} is accepted, and a repeat is ${send.status}`, owner, send),
      );
    if (isOver && !isSame && isRefused && codeOf(send) === 'IDEMPOTENCY_IN_PROGRESS')
      found.push(violation('IDEMPOTENCY-5', `${name} is accepted and still in progress`, owner, send));
    found.push(...unfounded(history, send, sends));
  }
  return found;
}

/** After a fault, the end of a request is stored within this time. The rules state none. */
const STORED_MS = 2_000;

/** Whether a repeat may be refused because the end of a request could not be stored until now (IDEMPOTENCY-6). */
const isStoring = ({ disturbances }: History, owner: Seen<Sent>, repeat: Seen<Sent>): boolean => {
  const latest = owner.at + TAKEN_OVER_MS + 2 * disturbances.tolerance;
  if (codeOf(repeat) !== 'IDEMPOTENCY_IN_PROGRESS' || repeat.askedAt >= latest) return false;
  const { askedAt: from } = owner;
  if (!disturbances.outage(['database'], from, repeat.at)) return false;
  const since = Math.max(from, repeat.askedAt - STORED_MS);
  // A process that dies or stands still in the meantime does not go on.
  return (
    (disturbances.death(undefined, from, repeat.at) ??
      disturbances.outage(['database', 'network'], since, repeat.at)) !== undefined
  );
};

/** Whether a repeat may be refused because one that took the request over had failed before it, and kept the key (IDEMPOTENCY-7). */
function isKeptByFailure(sends: Seen<Sent>[], repeat: Seen<Sent>, tolerance: number): boolean {
  if (codeOf(repeat) !== 'IDEMPOTENCY_IN_PROGRESS') return false;
  const since = Math.min(...sends.map(({ askedAt }) => askedAt));
  const held = TAKEN_OVER_MS + 2 * tolerance;
  return sends.some(
    ({ status, askedAt, at }) =>
      isUnknown(status) &&
      askedAt - since >= TAKEN_OVER_MS - 2 * tolerance &&
      askedAt <= repeat.at &&
      repeat.askedAt < at + held,
  );
}

/** A refusal because of another request needs one: an open one, or one with another content. */
function unfounded(history: History, send: Seen<Sent>, sends: Seen<Sent>[]): Violation[] {
  const others = sends.filter((other) => other !== send && other.askedAt < send.at);
  const code = codeOf(send);
  if (code === 'IDEMPOTENCY_MISMATCH' && !others.some((other) => contentOf(other) !== contentOf(send)))
    return [violation('IDEMPOTENCY-5', 'a key is refused, and only this request has used it', send)];
  if (send.replayed && others.length === 0)
    return [violation('IDEMPOTENCY-3', 'a response is called a replay, and it is the first', send)];
  const isOpen = (other: Seen<Sent>): boolean =>
    other.at > send.askedAt || isUnknown(other.status) || isStoring(history, other, send);
  if (code === 'IDEMPOTENCY_IN_PROGRESS' && !others.some(isOpen))
    return [violation('IDEMPOTENCY-6', 'no other request with the key is in progress', send, ...others)];
  return [];
}

/** Each recipient of each request has a notification of its own (ARRAY-1). */
function shared(history: History): Violation[] {
  const found: Violation[] = [];
  for (const { id, sends, address } of history.notifications.values()) {
    const [first] = sends;
    if (!first) continue;
    const other = sends.find(
      (send) =>
        send !== first && (send.idempotencyKey ?? send.index) !== (first.idempotencyKey ?? first.index),
    );
    if (other) found.push(violation('IDEMPOTENCY-3', `${id} is the answer to two requests`, first, other));
    const twice = sends.find(({ to }) => to.filter(({ notification }) => notification === id).length > 1);
    if (twice) found.push(violation('ARRAY-1', `two recipients of one request have ${id}`, twice));
    const stranger = sends.find(({ to }) =>
      to.some((addressee) => addressee.notification === id && addressee.address !== address),
    );
    if (stranger) found.push(violation('ARRAY-1', `${id} is given to two people`, first, stranger));
  }
  return found;
}
