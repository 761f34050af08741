import type { Response } from 'express';
import { ERROR_STATUS } from '../../core/shared/error-codes';
import { chargeRequests } from '../http/middleware/rate-limit';
import type { RefusedRecipient } from './note-refusals';

/** Refused recipients of an array that count as one more request (LIMIT-10). */
const RECIPIENTS_OF_REQUEST = 10;
/** A caller who meets another status is not at fault, or repeats later. */
const LAST_STATUS = 404;

/** Counts an array with refused recipients as more requests of its key. An array that is refused as a whole has its recipients in `to`. */
export async function chargeRefused(response: Response, refused: RefusedRecipient[]): Promise<void> {
  const wrong = refused.filter(({ error }) => ERROR_STATUS[error.code] <= LAST_STATUS);
  const recipients = wrong.reduce((sum, { to }) => sum + (Array.isArray(to) ? to.length : 1), 0);
  if (recipients > 0) await chargeRequests(response, Math.ceil(recipients / RECIPIENTS_OF_REQUEST));
}
