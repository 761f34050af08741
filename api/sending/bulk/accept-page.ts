import { ERROR_STATUS } from '../../../core/shared/error-codes';
import type { ApiDeps } from '../../deps';
import { ApiError } from '../../http/api-error';
import type { Slot } from '../idempotency';
import { ArrayRefused, rejectedView, type SendAnswer } from '../responses';
import type { SendRequest } from '../read-order';
import { send } from '../send';

/** Accepts a page as an array. If all of it is refused, that is its answer, because other pages may be accepted. */
export async function acceptPage(
  deps: ApiDeps,
  request: SendRequest & { body: { to: unknown[] } },
  slot: Slot,
): Promise<SendAnswer> {
  try {
    return await send(deps, request, slot);
  } catch (error) {
    const mayExist = (slot.existing?.size ?? 0) > 0;
    if (!(error instanceof ApiError) || mayExist || !isOfRecipients(error)) throw error;
    const { event, body } = request;
    const refused = error instanceof ArrayRefused ? error.refused : body.to.map((to) => ({ to, error }));
    const notifications = refused.map(({ error: { message, code, details } }) =>
      rejectedView(event, { error: message, code, field: details.field ?? null }),
    );
    return { status: ERROR_STATUS[error.code], body: { id: null, notifications }, refused, warnings: [] };
  }
}

/** Returns whether an error is about the recipients of a page, and not about the request. The shared payload is a part of theirs. */
const isOfRecipients = (error: ApiError): boolean =>
  error instanceof ArrayRefused ||
  (error.code === 'VALIDATION_ERROR' && /^payload\b/.test(error.details.field ?? ''));
