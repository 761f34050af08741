import type { Receipt } from '../../core/receipts/receipt';
import { failure, type Verdict } from '../http/verdict';

/**
 * Returns the code of a message that its provider reports as failed. The provider knows the outcome, so it is not unknown.
 * A reason that is not in the provider's table is `PROVIDER_ERROR`.
 */
export function failedReceipt(verdict: Verdict = 'unknown'): Pick<Receipt, 'code' | 'optedOut'> {
  const { code } = failure(verdict, '');
  if (verdict === 'unknown') return { code: 'PROVIDER_ERROR' };
  return { code, ...(verdict === 'optedOut' && { optedOut: true }) };
}
