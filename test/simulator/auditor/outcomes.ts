import type { ProviderCall } from '../observation';

/** Returns whether a response leaves open if its request was carried out (OUTAGE-3). */
export const isUnknown = (status: number): boolean => status === 0 || status >= 500;

/** Returns whether a response says that its request was carried out. */
export const isDone = (status: number): boolean => status >= 200 && status < 300;

/** Returns whether a request may have been carried out. */
export const mayBeDone = (status: number): boolean => isDone(status) || isUnknown(status);

/** Maximum time from the beginning of an attempt to its request, if no `begunAt` says more. The rules are silent. */
export const ATTEMPT_MS = 60_000;

/** Returns when a request left the service. */
export const leftAt = (call: ProviderCall): number => call.leftAt ?? call.askedAt;

/** Returns whether an attempt certainly began after a moment, so that its checks saw what was true then. */
export const begunAfter = (call: ProviderCall, moment: number): boolean =>
  (call.begunAt ?? leftAt(call) - ATTEMPT_MS) > moment;

/** Returns whether the provider has the message because of this call or an earlier one. */
export const isTaken = (call: ProviderCall): boolean =>
  call.did === 'accepted' || call.did === 'deduplicated';

/** Returns the code of an error, which may be followed by a colon and a text (MESSAGE-2). */
export const codeOf = (error: string): string => error.split(':', 1)[0]!;
