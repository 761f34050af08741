import type { ProviderCall } from '../observation';
import type { History, Message, Seen } from './history';
import { isTaken, leftAt } from './outcomes';

/** Why a second message to one person breaks no promise. */
export interface Excuse {
  what: string;
  seenIn: number[];
}

/**
 * Time in which a process records an answer, if its database is there. The rules state none. A death after it is no excuse,
 * because any process dies some day.
 */
const RECORDED_MS = 60_000;

/**
 * Returns why the service could not know before a moment that a provider has the message (MESSAGE-7): the answer was lost,
 * or the process died before it recorded the answer. A database that is away is no excuse by itself (OUTAGE-1).
 */
export function excuseOf(history: History, call: Seen<ProviderCall>, until: number): Excuse | undefined {
  if (call.answered !== 'truthfully')
    return { what: `${call.provider} accepts the message and its answer is lost`, seenIn: [call.index] };
  const { disturbances } = history;
  const soon = call.at + RECORDED_MS;
  const isDelayed = disturbances.outage(['database'], leftAt(call), soon) !== undefined;
  const death = disturbances.death(call.process, leftAt(call), isDelayed ? until : Math.min(until, soon));
  return death && { what: `${death.what} before the answer is recorded`, seenIn: [call.index, death.index] };
}

/** Time from the answer of a provider to its record, if nothing delays it: until then another attempt cannot know it. */
const RECORDING_MS = 250;

/**
 * Returns why two attempts made their calls at once: one of their processes stood still after the attempt had begun, so it was
 * believed dead. The outcome of the first call is not recorded when the second one leaves.
 */
export function overlapOf(
  { disturbances }: History,
  first: Seen<ProviderCall>,
  second: Seen<ProviderCall>,
): Excuse | undefined {
  // One that stood still twice had looked at its claim in between, and had no time for another look.
  const twice = disturbances.pauses(second.process, second.begunAt ?? leftAt(second), leftAt(second));
  if (twice.length > 1)
    return {
      what: `${twice[0]!.what} twice before the call`,
      seenIn: [first.index, ...twice.map(({ index }) => index), second.index],
    };
  if (leftAt(second) >= first.at + RECORDING_MS) return undefined;
  const still = [first, second]
    .map((call) => disturbances.death(call.process, call.begunAt ?? leftAt(call), leftAt(second)))
    .find(Boolean);
  return (
    still && { what: `${still.what} between two attempts`, seenIn: [first.index, still.index, second.index] }
  );
}

/** Returns a call after which the service certainly knows that a provider has the message. */
export const knownTaken = (history: History, message: Message): Seen<ProviderCall> | undefined =>
  message.calls.find((call) => isTaken(call) && !excuseOf(history, call, Infinity));
