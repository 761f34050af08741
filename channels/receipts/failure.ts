import type { DeliveryErrorCode } from '../../core/sending/delivery-error';
import { failure, type Verdict } from '../http/verdict';

/**
 * The code of a text that its provider calls failed. The provider knows what became of it, so nothing is unknown; a
 * reason that is not in its table is nobody's fault that we could name.
 */
export const failedCode = (verdict: Verdict | undefined): DeliveryErrorCode =>
  verdict === undefined || verdict === 'unknown' ? 'PROVIDER_ERROR' : failure(verdict, '').code;
