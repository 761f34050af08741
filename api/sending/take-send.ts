import type { z } from 'zod';
import { recipientsIn } from '../../core/sending/recipient';
import { ApiError } from '../http/api-error';
import type { ApiDeps } from '../deps';
import type { PublicCall } from '../http/call';
import type { sendAnswer } from './answer';
import { bulkFormatOf } from './bulk/formats';
import { takeBulk } from './bulk/take-bulk';
import { chargeRefused } from './charge-refused';
import { idempotently, keyedRequest } from './idempotency';
import { type RefusedRecipient, refusalNotes } from './note-refusals';
import { preferredWaitMs, waitedAnswer } from './prefer-wait';
import { ArrayRefused } from './responses';
import { send } from './send';
import { isPutOff } from './send-at';
import { warn } from './warn';

type SendAnswer = z.output<typeof sendAnswer>;

/** Takes a send, or answers as the first request with its idempotency key was answered. */
export async function takeSend(
  call: PublicCall<{ event: string; channel?: string }, unknown, unknown>,
  deps: ApiDeps,
): Promise<SendAnswer> {
  const { caller, request, response } = call;
  const format = bulkFormatOf(request);
  if (format !== null) return takeBulk(call, deps, format);
  const waitMs = preferredWaitMs(request);
  const body = call.rawBody;
  const { event, channel } = request.params;
  const asked = { caller, event: String(event), channel: channel && String(channel), body };
  const to = recipientsIn(body);
  const isArray = Array.isArray(to);
  const noteAll = async (refused: RefusedRecipient[]): Promise<void> => {
    if (refused.length === 0) return;
    refusalNotes(deps)(request, response, refused);
    if (isArray) await chargeRefused(response, refused);
  };
  const sent = await idempotently(deps, caller, keyedRequest(request), (slot) =>
    send(deps, asked, slot),
  ).catch(async (error: unknown) => {
    await noteAll(refusedBy(error, to));
    throw error;
  });
  const { answer, replayed } = sent;
  if (!sent.replayed) {
    warn(response, sent.answer.warnings);
    await noteAll(sent.answer.refused);
  }
  if (replayed) response.set({ 'Idempotent-Replay': 'true', 'X-Idempotent-Replay': 'true' });
  const { id } = answer.body;
  response.locals[isArray ? 'batchId' : 'notificationId'] = id;
  if (waitMs === null || isArray || typeof id !== 'string') {
    response.status(answer.status);
    // What is stored was made by responses.ts.
    return answer.body as unknown as SendAnswer;
  }
  response.set('Preference-Applied', `wait=${waitMs / 1000}`);
  const isOutcomeFar = replayed || isPutOff(body);
  return waitedAnswer(deps, id, isOutcomeFar ? 0 : waitMs);
}

/** Returns the recipients that an error refuses. */
function refusedBy(error: unknown, to: unknown): RefusedRecipient[] {
  if (error instanceof ArrayRefused) return error.refused;
  return error instanceof ApiError ? [{ to, error }] : [];
}
