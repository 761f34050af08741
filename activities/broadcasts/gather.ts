import type { LimitFunction } from 'p-limit';
import { ABORTED, orAborted } from '../../channels/http/or-aborted';
import { failure } from '../../channels/http/verdict';
import {
  ALONE,
  type Batch,
  type BatchResult,
  type OutboundMessage,
  type Provider,
  type SendResult,
} from '../../channels/provider';
import type { Others } from './steps';

/**
 * How long a message waits for others, milliseconds, how long while the process has other work, because they are made ready slowly
 * then, and how long if it also lacks a processor.
 */
const GATHER_MS = { alone: 25, busy: 200, short: 1_000 };

type Batched = Pick<Provider, 'send'> & { batch: Batch };

/** Sends a message together with others of its provider, if its broadcast still goes on when their turn comes. */
export type Gather = (
  provider: Batched,
  message: OutboundMessage,
  of: { signal: AbortSignal; goesOn: () => Promise<boolean> },
) => Promise<SendResult>;

/** What a send comes to whose broadcast was cancelled or paused while it waited: no provider was called. */
export const STOPPED: SendResult = {
  ...failure('timeout', 'the broadcast does not go on'),
  concerns: 'message',
};

interface Group {
  waiting: { message: OutboundMessage; signal: AbortSignal; goesOn: () => Promise<boolean> }[];
  /** Callers that have not given up. */
  left: number;
  isHandedOver: boolean;
  /** Ends the wait for others. */
  go: () => void;
  /** Aborted when all have given up. */
  ended: AbortController;
  results: Promise<Map<OutboundMessage, BatchResult>>;
}

/**
 * Returns what gathers the messages of one provider: those that come within `GATHER_MS` go in one call, or as soon as there are as
 * many as it takes. Each caller gets the result of its message. A caller whose time is over leaves the call to the others.
 */
export function createGather(
  limit: LimitFunction,
  others: Pick<Others, 'isBusy' | 'lacksProcessor'>,
): Gather {
  let open: Group | null = null;
  const gatherMs = (): number => {
    if (!others.isBusy()) return GATHER_MS.alone;
    return others.lacksProcessor() ? GATHER_MS.short : GATHER_MS.busy;
  };

  function begin(provider: Batched): Group {
    const ended = new AbortController();
    const call = async () => {
      // They may have waited for their turn.
      const mayGo = await Promise.all(group.waiting.map(({ goesOn }) => goesOn().catch(() => false)));
      group.isHandedOver = true;
      const due = group.waiting.filter(({ signal }, at) => mayGo[at] && !signal.aborted);
      const results = await handOver(
        provider,
        due.map(({ message }) => message),
        ended.signal,
      );
      group.waiting.forEach(({ message }, at) => mayGo[at] || results.set(message, STOPPED));
      return results;
    };
    let go = (): void => undefined;
    const results = new Promise<void>((resolve) => {
      const timer = setTimeout(() => go(), gatherMs());
      go = () => {
        clearTimeout(timer);
        if (open === group) open = null;
        resolve();
      };
    }).then(() => limit(call));
    const group: Group = { waiting: [], left: 0, isHandedOver: false, go, ended, results };
    return group;
  }

  /** Returns the result of a message of a call. */
  async function together(...[provider, message, of]: Parameters<Gather>): Promise<BatchResult> {
    const { signal } = of;
    const group = (open ??= begin(provider));
    group.left += 1;
    group.waiting.push({ message, ...of });
    if (group.waiting.length >= provider.batch.most) group.go();
    const results = await orAborted(group.results, signal);
    if (results !== ABORTED) return results.get(message) ?? NO_RESULT;
    group.left -= 1;
    if (!group.isHandedOver) return NO_TIME;
    if (group.left > 0) return failure('unknown', 'no answer in time');
    group.ended.abort();
    return (await group.results).get(message) ?? NO_RESULT;
  }

  return async (provider, message, of) => {
    const { signal, goesOn } = of;
    if (signal.aborted) return NO_TIME;
    const result = await together(provider, message, of);
    if (result !== ALONE) return result;
    // It takes a place of its provider, as other messages of its page do.
    return limit(async () => {
      if (!(await goesOn().catch(() => false))) return STOPPED;
      return signal.aborted ? NO_TIME : provider.send(message, signal);
    });
  };
}

const NO_TIME = failure('timeout', 'no time left to call');
const NO_RESULT = failure('unknown', 'the call has no result of this message');

/** Hands messages over in one call. One message alone is sent as ever. */
async function handOver(
  provider: Batched,
  messages: readonly OutboundMessage[],
  signal: AbortSignal,
): Promise<Map<OutboundMessage, BatchResult>> {
  const [first] = messages;
  if (!first) return new Map();
  if (messages.length === 1) return new Map([[first, await provider.send(first, signal)]]);
  const results = await provider.batch.send(messages, signal);
  return new Map(results.flatMap((result, at) => (messages[at] ? [[messages[at], result]] : [])));
}
