import { RefusedAddressError } from '../../net/dialer';
import { type Failure, failure } from './verdict';

/** Why a call has no answer. */
export interface HttpFailure {
  /** Whether the request may have reached the provider. */
  handedOver: boolean;
  /** Whether it took too long. */
  timedOut: boolean;
  /** Whether the address may not be called (`net/dialer`). */
  refused?: boolean;
  /** For operators; names no address and no credential. */
  reason: string;
}

const TIMEOUTS = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** Returns the failure that a connection error or the end of the attempt's time means. */
export function connectionFailure(error: unknown, signal: AbortSignal): Omit<HttpFailure, 'handedOver'> {
  if (signal.aborted) return { timedOut: true, reason: 'no answer in time' };
  if (error instanceof RefusedAddressError) return { timedOut: false, refused: true, reason: error.message };
  const { code = '', message = String(error) } = (error ?? {}) as { code?: string; message?: string };
  return { timedOut: TIMEOUTS.has(code), reason: code === '' ? message : `${code}: ${message}` };
}

/**
 * Returns the result of a call without an answer. If the request was handed over, the message may have been sent. A refused
 * address is for operators to correct.
 */
export const failedCall = ({ handedOver, timedOut, refused, reason }: HttpFailure): Failure =>
  failure(handedOver ? 'unknown' : refused ? 'account' : timedOut ? 'timeout' : 'outage', reason);
