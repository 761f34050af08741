import { recipientsIn } from '../../core/sending/recipient';
import type { ErrorCode } from '../../core/shared/error-codes';
import type { RecipientWarning } from '../../core/sending/recipient-warnings';
import { ApiError } from '../http/api-error';
import type { StoredAnswer } from './idempotency';
import type { RefusedRecipient } from './note-refusals';
import type { Accepted, RecipientOutcome, Refused } from './order';
import type { SendRequest } from './read-order';

/** The answer to a send. */
export interface SendAnswer extends StoredAnswer {
  /** Recipients of an array that were refused. Not stored: a repeat has none. */
  refused: RefusedRecipient[];
  /** What is probably a mistake in accepted recipients. Not stored either. */
  warnings: RecipientWarning[];
}

/** Thrown if all recipients of an array were refused. Its code and message are those of one of them. */
export class ArrayRefused extends ApiError {
  constructor(
    { code, message, details, headers }: ApiError,
    readonly refused: RefusedRecipient[],
  ) {
    super(code, message, details, headers);
  }
}

const isRefused = (outcome: RecipientOutcome): outcome is Refused => 'error' in outcome;

/** Returns the answer to a request: to one recipient (SEND-1), or to an array. Throws if nothing was accepted. */
export function answerTo(
  { event, body }: SendRequest,
  batchId: string,
  outcomes: RecipientOutcome[],
): Omit<SendAnswer, 'warnings'> {
  const to = recipientsIn(body);
  if (Array.isArray(to)) return arrayAnswer({ event, batchId, to }, outcomes);
  const [outcome] = outcomes;
  if (!outcome) throw new ApiError('INTERNAL', 'There is no outcome.');
  if (isRefused(outcome)) throw outcome.error;
  return { status: 200, body: acceptedView(event, outcome), refused: [] };
}

/**
 * Returns the answer to an array (ARRAY-2), in the order of `to`. If all recipients were refused, it throws (ARRAY-3):
 * 402 if the quota is the only reason, else 400.
 */
function arrayAnswer(
  { event, batchId, to }: { event: string; batchId: string; to: unknown[] },
  outcomes: RecipientOutcome[],
): Omit<SendAnswer, 'warnings'> {
  const inOrder = outcomes.toSorted((a, b) => a.index - b.index);
  const refused = inOrder.filter(isRefused).map(({ index, error }) => ({ to: to[index], error }));
  const errors = refused.map(({ error }) => error);
  const [first] = errors;
  if (first && errors.length === outcomes.length)
    throw new ArrayRefused(errors.find(({ code }) => code !== 'QUOTA_EXCEEDED') ?? first, refused);
  const notifications = inOrder.map((outcome) =>
    isRefused(outcome) ? refusedView(event, outcome) : acceptedView(event, outcome),
  );
  return { status: 200, body: { id: batchId, event, status: 'accepted', notifications }, refused };
}

export const acceptedView = (event: string, { id, kept }: Accepted) => ({
  ...{ id, event, status: 'accepted' },
  ...(kept && { kept }),
});

const refusedView = (event: string, { error: { code, message, details } }: Refused) =>
  rejectedView(event, { error: message, code, field: details.field ?? null });

export const rejectedView = (
  event: string,
  { error, code, field }: { error: string; code: ErrorCode; field: string | null },
) => ({ id: null, event, status: 'rejected', error, code, field });
