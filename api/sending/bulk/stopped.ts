import { ApiError } from '../../http/api-error';
import { asApiError } from '../../http/middleware/error-handler';

/** Returns the error that ends a bulk send, with the number of recipients that were accepted before. */
export function withAccepted(error: unknown, accepted: number): unknown {
  const { code, message, details, headers } = asApiError(error);
  // Its cause is logged.
  if (code === 'INTERNAL') return error;
  const before =
    accepted === 0
      ? ''
      : ` Before that, ${accepted} recipients were accepted. A repeat with the same Idempotency-Key sends to none of them again.`;
  return new ApiError(code, message + before, { ...details, accepted }, headers);
}
