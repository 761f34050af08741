import { ApiError } from '../http/api-error';
import type { RecipientOutcome } from './accept-order';
import type { StoredAnswer } from './idempotency';

/** Returns the answer to a send to one recipient (SEND-1). */
export function singleAnswer(event: string, [outcome]: RecipientOutcome[]): StoredAnswer {
  if (!outcome || 'error' in outcome)
    throw outcome?.error ?? new ApiError('INTERNAL', 'There is no outcome.');
  return { status: 200, body: { id: outcome.id, event, status: 'accepted' } };
}

/**
 * Returns the answer to an array (ARRAY-2), in the order of `to`. If all recipients were refused, it throws (ARRAY-3):
 * 402 if the quota is the only reason, else 400.
 */
export function batchAnswer(batchId: string, event: string, outcomes: RecipientOutcome[]): StoredAnswer {
  const errors = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));
  const [first] = errors;
  if (first && errors.length === outcomes.length)
    throw errors.find(({ code }) => code !== 'QUOTA_EXCEEDED') ?? first;
  const notifications = outcomes.map((outcome) =>
    'id' in outcome
      ? { id: outcome.id, event, status: 'accepted' }
      : {
          id: null,
          event,
          status: 'rejected',
          error: outcome.error.message,
          code: outcome.error.code,
          field: outcome.error.details.field ?? null,
        },
  );
  return { status: 200, body: { id: batchId, event, status: 'accepted', notifications } };
}
