import { createHash } from 'node:crypto';
import pMap from 'p-map';
import { ALONE, type Batch, type BatchResult, type OutboundMessage, type SendResult } from '../provider';
import { refuseLarge } from '../too-large';
import type { HttpAnswer } from './http-answer';
import type { failedCall } from './http-failure';
import { inCalls } from './in-calls';
import type { HttpResult } from './provider-http';
import { type Classify, type Failure, failure } from './verdict';

/**
 * Returns the answer to each of `count` messages, in the form of an answer to one and in their order; null if it is one to the
 * whole call. A list of another length does not say whose answers it has.
 */
export type ReadEach = (answer: HttpAnswer, count: number) => (HttpAnswer | typeof ALONE)[] | null;

/** A vendor's call for several messages. */
export interface VendorBatch {
  /** Messages of one call. */
  most: number;
  /** Bytes of one call. @default no limit */
  maxBytes?: number;
  path: string;
  headers?: Record<string, string>;
  /** The call takes an idempotency key, so that it is repeated once if it has no answer. */
  idempotent?: boolean;
  /** Returns the part of one message, or why it cannot be sent. Only those with the same `shared` go in one call. */
  part(message: OutboundMessage): { to: string; body: unknown; shared?: string } | Failure;
  /** Returns the request of several parts, which are JSON. @default their list */
  whole?(parts: readonly string[], shared: string): string;
  read: ReadEach;
}

interface Calls {
  secrets: readonly string[];
  classify: Classify;
  failed: typeof failedCall;
  /** Bytes of the largest message. */
  maxBytes: number;
  request(body: string, headers: Record<string, string>, signal: AbortSignal): Promise<HttpResult>;
}

/** A message that can be sent: its place among the given ones, and its part as text. */
interface Ready {
  at: number;
  to: string;
  text: string;
  shared: string;
}

/** Calls at once, if the messages are too many or too large for one. */
const CALLS = 4;

/**
 * Returns the calls that hand over several messages each. A message that cannot be sent is not in them. If the vendor refuses a
 * call for what is in it, each of its messages is to go alone, so that only those at fault fail.
 */
export function createVendorBatch(spec: VendorBatch, calls: Calls): Batch {
  const { classify, failed, secrets } = calls;
  const { whole: wholeOf = listOf } = spec;

  async function request(body: string, signal: AbortSignal): Promise<HttpResult> {
    if (!spec.idempotent) return calls.request(body, { ...spec.headers }, signal);
    const key = createHash('sha256').update(body).digest('hex');
    const once = () => calls.request(body, { ...spec.headers, 'idempotency-key': key }, signal);
    const result = await once();
    const isLost = result.ok ? result.answer.status >= 500 : result.handedOver;
    return isLost && !signal.aborted ? once() : result;
  }

  async function call(ready: readonly Ready[], signal: AbortSignal): Promise<BatchResult[]> {
    const parts = ready.map(({ text }) => text);
    const result = await request(wholeOf(parts, ready[0]?.shared ?? ''), signal);
    if (!result.ok) return ready.map(() => unsure(failed(result)));
    const { answer } = result;
    const each = spec.read(answer, ready.length);
    if (each && each.length !== ready.length)
      return ready.map(() => failure('unknown', `${answer.status}, but not an answer to each message`));
    const whole = unsure(classify(answer, { to: '', secrets }));
    const answers = each ?? (whole.outcome === 'permanent' ? ready.map(() => ALONE) : null);
    if (answers)
      return ready.map(({ to }, at) => {
        const one = answers[at] ?? ALONE;
        return one === ALONE ? ALONE : unsure(classify(one, { to, secrets }));
      });
    // Nothing says which messages were taken.
    return ready.map(() => (whole.outcome === 'sent' ? failure('unknown', whole.response) : whole));
  }

  return {
    most: spec.most,
    async send(messages, signal) {
      const results: BatchResult[] = [];
      const ready: Ready[] = [];
      for (const [at, message] of messages.entries()) {
        const part = spec.part(message);
        if ('outcome' in part) results[at] = part;
        else {
          const text = JSON.stringify(part.body);
          const refusal = refuseLarge(Buffer.byteLength(text), calls.maxBytes);
          if (refusal) results[at] = refusal;
          else ready.push({ at, to: part.to, text, shared: part.shared ?? '' });
        }
      }
      const settle = async (some: readonly Ready[]): Promise<void> => {
        const answers = await call(some, signal);
        for (const [place, { at }] of some.entries())
          results[at] = answers[place] ?? failure('unknown', 'no answer');
      };
      const together = [...new Set(ready.map(({ shared }) => shared))].flatMap((shared) =>
        inCalls(
          ready.filter((one) => one.shared === shared),
          spec,
        ),
      );
      await pMap(together, settle, { concurrency: CALLS });
      return results;
    },
  };
}

const listOf = (parts: readonly string[]): string => `[${parts.join(',')}]`;

/** The vendor recognizes a repeat of the call, and not of one message: what may have been sent is unknown. */
const unsure = (result: SendResult): SendResult =>
  result.outcome === 'transient' && result.mayHaveSent === true
    ? failure('unknown', result.response)
    : result;
