import { streamOf } from './stream';
import type { Recipient, SendBody } from './types';

/** Recipients of a bulk send. A function returns the same ones for each attempt, so that a generator can be repeated too. */
export type Recipients = Listed | (() => Listed | Promise<Listed>);
type Listed = Iterable<Recipient> | AsyncIterable<Recipient>;

/** What the recipients of a bulk send share. */
export type BulkBody<Payload> = Omit<SendBody<Payload>, 'to' | 'payload'> & { payload?: Partial<Payload> };

/** Returns whether recipients can be listed again. A generator is used up after one attempt. */
export function isRepeatable(recipients: Recipients): boolean {
  if (typeof recipients === 'function') return true;
  const list = recipients as Partial<Iterable<Recipient> & AsyncIterable<Recipient>>;
  const iterator: unknown = list[Symbol.asyncIterator]?.() ?? list[Symbol.iterator]?.();
  return iterator !== recipients;
}

/** Returns recipients as JSON Lines. */
export function jsonLines(recipients: Recipients): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  async function* lines() {
    for await (const one of typeof recipients === 'function' ? await recipients() : recipients)
      yield encoder.encode(`${JSON.stringify(one)}\n`);
  }
  return streamOf(lines());
}

/** Returns JSON in ASCII, as a header can have it. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[^\u0020-\u007e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
