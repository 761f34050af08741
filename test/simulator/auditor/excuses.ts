import type { ProviderCall } from '../observation';
import type { History, Message, Seen } from './history';
import { isTaken, leftAt } from './outcomes';

/** Why a second message to one person breaks no promise. */
export interface Excuse {
  what: string;
  seenIn: number[];
}

/**
 * Returns why the service could not know before a moment that a provider has the message (MESSAGE-7): the answer was lost,
 * or the process died before it recorded the answer. A database that is away is no excuse (OUTAGE-1).
 */
export function excuseOf(history: History, call: Seen<ProviderCall>, until: number): Excuse | undefined {
  if (call.answered !== 'truthfully')
    return { what: `${call.provider} accepts the message and its answer is lost`, seenIn: [call.index] };
  const death = history.disturbances.death(call.process, leftAt(call), until);
  return death && { what: `${death.what} before the answer is recorded`, seenIn: [call.index, death.index] };
}

/** Returns a call after which the service certainly knows that a provider has the message. */
export const knownTaken = (history: History, message: Message): Seen<ProviderCall> | undefined =>
  message.calls.find((call) => isTaken(call) && !excuseOf(history, call, Infinity));
