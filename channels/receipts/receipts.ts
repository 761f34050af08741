import type { OptChange, Receipt } from '../../core/receipts/receipt';

/** A provider's call of our callback address, as it came. */
export interface ReceiptRequest {
  method: 'GET' | 'POST';
  /** Path and query, as they came. */
  path: string;
  /**
   * Schemes and hosts that the provider may have called, `https://host[:port]` each, the likeliest first: behind a
   * proxy ours are not those. A signature over the address holds if it holds for one of them.
   */
  origins: string[];
  query: URLSearchParams;
  /** Lower-case names; of a repeated one all, joined by a comma. */
  headers: Record<string, string>;
  /** The bytes that a signature is over. */
  body: Buffer;
}

/**
 * What a callback says:
 * - `read`: it is the provider's. `receipts` may be empty (an event of no interest, or of a message that is not ours).
 * - `refused`: it is not the provider's, as far as anybody can tell; `reason` is for the operator's log.
 * - `malformed`: it is the provider's and cannot be understood.
 * - `later`: something that it needs cannot be had now, or was not set up yet; the provider is to try again, so that
 *   nothing is lost meanwhile.
 */
export type ReceiptReading =
  | { kind: 'read'; receipts: Receipt[]; optChanges?: OptChange[]; answer?: ReceiptAnswer }
  | { kind: 'refused' | 'malformed' | 'later'; reason: string };

/** An answer that the provider wants word for word, such as a challenge. Without one it gets 200. */
export interface ReceiptAnswer {
  contentType: string;
  body: string;
}

/** Reads one account's callbacks: verifies first, parses then, and changes nothing. */
export type ReceiptReader = (request: ReceiptRequest) => Promise<ReceiptReading> | ReceiptReading;
