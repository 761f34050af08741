import type { ProviderCall } from '../observation';
import { excuseOf, overlapOf, type Excuse } from './excuses';
import {
  isMadeAgain,
  isReopened,
  stepsOf,
  type History,
  type Message,
  type Notification,
  type Seen,
} from './history';
import { isTaken, leftAt } from './outcomes';
import { violation, type Judge, type Violation } from './violation';

/** A message reaches its person once, or again with an excuse under `at_least_once` (MESSAGE-7, OUTAGE-1). */
export const judgeDelivery: Judge = (history) => {
  const owners = new Map<string, Message>();
  const found: Violation[] = [];
  for (const notification of history.notifications.values()) {
    if (isReopened(notification)) continue;
    for (const message of notification.messages.values())
      found.push(...repeated(history, message), ...blindRepeats(message), ...keys(message, owners));
    found.push(...twins(notification));
  }
  return found;
};

/** Returns the excuse of each second delivery of a history, for its story. */
export const excusesOf = (history: History): Excuse[] =>
  [...history.notifications.values()]
    .flatMap(({ messages }) => [...messages.values()])
    .flatMap((message) => pairs(message))
    .flatMap(
      ([first, second]) =>
        excuseOf(history, first, second.askedAt) ?? overlapOf(history, first, second) ?? [],
    );

const deliveriesOf = ({ calls }: Message): Seen<ProviderCall>[] =>
  calls.filter(({ did }) => did === 'accepted');

function pairs(message: Message): [Seen<ProviderCall>, Seen<ProviderCall>][] {
  const deliveries = deliveriesOf(message);
  return deliveries.slice(1).map((second, position) => [deliveries[position]!, second]);
}

function repeated(history: History, message: Message): Violation[] {
  const { address, send } = message.notification;
  return pairs(message).flatMap(([first, second]) => {
    if (isMadeAgain(history, message.notification, leftAt(first), second.askedAt)) return [];
    const told = `${second.address ?? address} gets message ${message.id} from ${first.provider} and again`;
    if (send?.guarantee === 'at_most_once')
      return violation('MESSAGE-7', `${told} from ${second.provider} under at_most_once`, first, second);
    if (first.provider === second.provider && first.key !== undefined && first.key === second.key)
      return violation('MESSAGE-7', `${told}, though it recognizes the key ${first.key}`, first, second);
    if (excuseOf(history, first, second.askedAt) ?? overlapOf(history, first, second)) return [];
    const outage = history.disturbances.outage(['database'], leftAt(first), second.askedAt);
    if (outage)
      return violation('OUTAGE-1', `${told}, only because of: ${outage.what}`, first, outage, second);
    return violation('MESSAGE-7', `${told} from ${second.provider} without an excuse`, first, second);
  });
}

/** Under `at_most_once` nothing follows an unknown outcome, unless the provider recognizes the repeat by its key. */
function blindRepeats({ id, calls, notification }: Message): Violation[] {
  if (notification.send?.guarantee !== 'at_most_once') return [];
  const unknown = calls.findIndex(({ answered, key }) => answered === 'lost' && key === undefined);
  const repeat = calls[unknown + 1];
  if (unknown < 0 || !repeat || (calls[unknown]!.did === 'accepted' && repeat.did === 'accepted')) return [];
  const what = `message ${id} is sent again under at_most_once after an answer of its provider is lost`;
  return [violation('MESSAGE-7', what, calls[unknown], repeat)];
}

function keys(message: Message, owners: Map<string, Message>): Violation[] {
  const keyOf = new Map<string, Seen<ProviderCall>>();
  return message.calls.flatMap((call) => {
    if (call.key === undefined) return [];
    const found: Violation[] = [];
    const before = keyOf.get(call.provider);
    if (before && before.key !== call.key)
      found.push(
        violation('MESSAGE-7', `message ${message.id} has another key for ${call.provider}`, before, call),
      );
    keyOf.set(call.provider, call);
    const owner = owners.get(`${call.provider}\n${call.key}`);
    if (!owner) owners.set(`${call.provider}\n${call.key}`, message);
    else if (owner !== message && isTaken(call))
      found.push(
        violation('MESSAGE-7', `messages ${owner.id} and ${message.id} have one key`, owner.calls[0], call),
      );
    return found;
  });
}

/** Two messages of one step reach the person like one message that is sent twice. */
function twins(notification: Notification): Violation[] {
  if (stepsOf(notification) !== 1) return [];
  const [first, second] = [...notification.messages.values()].filter(
    (message) => deliveriesOf(message).length > 0,
  );
  if (!first || !second) return [];
  const what = `${notification.id} has one step, and its messages ${first.id} and ${second.id} are both accepted`;
  return [violation('NOTIFICATION-5', what, deliveriesOf(first)[0], deliveriesOf(second)[0])];
}
