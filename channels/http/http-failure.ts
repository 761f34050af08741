import { RefusedAddressError } from '../../net/safe-connector';
import type { Failure } from './verdict';

/** Why a call has no answer. */
export interface HttpFailure {
  /** Whether the request may have reached the provider. */
  handedOver: boolean;
  /** Whether it took too long, rather than broke. */
  timedOut: boolean;
  /** Whether the address is one that may not be called (`guarded-http`). */
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

/** What an error of the connection, or the end of the attempt's time, means. */
export function connectionFailure(error: unknown, signal: AbortSignal): Omit<HttpFailure, 'handedOver'> {
  if (signal.aborted) return { timedOut: true, reason: 'no answer in time' };
  if (error instanceof RefusedAddressError) return { timedOut: false, refused: true, reason: error.message };
  const { code = '', message = String(error) } = (error ?? {}) as { code?: string; message?: string };
  return { timedOut: TIMEOUTS.has(code), reason: code === '' ? message : `${code}: ${message}` };
}

/**
 * A call without an answer as a result (design: failures are classified once): what was never handed over is tried
 * again; of the rest nobody knows whether it was sent.
 */
export function failedCall({ handedOver, timedOut, reason }: HttpFailure): Failure {
  if (handedOver) return { outcome: 'unknown', code: 'OUTCOME_UNKNOWN', response: reason };
  return { outcome: 'transient', code: timedOut ? 'TIMEOUT' : 'PROVIDER_ERROR', response: reason };
}
