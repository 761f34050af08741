import type { OptChange, Receipt } from '../../core/receipts/receipt';

/** A provider's call of our callback address, as received. */
export interface ReceiptRequest {
  method: 'GET' | 'POST';
  /** Path and query, as received. */
  path: string;
  /**
   * Schemes and hosts that the provider may have called, `https://host[:port]` each, the likeliest first. With a proxy
   * they are not ours. A signature over the address holds if it holds for one of them.
   */
  origins: string[];
  query: URLSearchParams;
  /** Lower-case names. Repeated headers are joined by a comma. */
  headers: Record<string, string>;
  /** The signed bytes. */
  body: Buffer;
}

/**
 * What a callback says:
 * - `read`: it is the provider's. `receipts` may be empty (an event of no interest, or of a message that is not ours).
 * - `refused`: nothing proves that it is the provider's; `reason` is for the operator's log.
 * - `malformed`: it is the provider's and cannot be read.
 * - `later`: something that it needs is not available now, or is not set up yet. The provider tries again, so nothing is
 *   lost.
 */
export type ReceiptReading =
  { kind: 'read'; receipts: Receipt[]; optChanges?: OptChange[]; answer?: ReceiptAnswer } | Unread;

/** Why a callback is not read. */
export interface Unread {
  kind: 'refused' | 'malformed' | 'later';
  reason: string;
}

export const refused = (reason: string): Unread => ({ kind: 'refused', reason });
export const malformed = (reason: string): Unread => ({ kind: 'malformed', reason });
export const later = (reason: string): Unread => ({ kind: 'later', reason });

/** An exact answer that the provider wants, such as a challenge. Without one it gets 200. */
export interface ReceiptAnswer {
  contentType: string;
  body: string;
}

/** Reads one account's callbacks: verifies first, then parses, and changes nothing. */
export type ReceiptReader = (request: ReceiptRequest) => Promise<ReceiptReading> | ReceiptReading;
