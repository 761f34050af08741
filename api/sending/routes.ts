import type { RequestHandler, Router } from 'express';
import { recipientsIn } from '../../core/sending/recipient';
import { ApiError } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { callerOf } from '../http/middleware/authenticate';
import { resource } from '../http/resource';
import { chargeRefused } from './charge-refused';
import { idempotently } from './idempotency';
import { type RefusedRecipient, createRefusalNotes } from './note-refusals';
import { preferredWaitMs, waitedAnswer } from './prefer-wait';
import { ArrayRefused } from './responses';
import { send } from './send';
import { isPutOff } from './send-at';

/** Sends (docs/reference/rules/sending.md). */
export function sendRoutes(router: Router, deps: ApiDeps): void {
  const noteRefusals = createRefusalNotes(deps);
  const handler: RequestHandler = async (request, response) => {
    const caller = callerOf(response);
    const waitMs = preferredWaitMs(request);
    const body = request.body as unknown;
    const { event, channel } = request.params;
    const asked = { caller, event: String(event), channel: channel && String(channel), body };
    const to = recipientsIn(body);
    const isArray = Array.isArray(to);
    const noteAll = async (refused: RefusedRecipient[]): Promise<void> => {
      if (refused.length === 0) return;
      noteRefusals(request, response, refused);
      if (isArray) await chargeRefused(response, refused);
    };
    const sent = await idempotently(deps, caller, request, (slot) => send(deps, asked, slot)).catch(
      async (error: unknown) => {
        await noteAll(refusedBy(error, to));
        throw error;
      },
    );
    const { answer, replayed } = sent;
    if (!sent.replayed) await noteAll(sent.answer.refused);
    if (replayed) response.set({ 'Idempotent-Replay': 'true', 'X-Idempotent-Replay': 'true' });
    const { id } = answer.body;
    response.locals[isArray ? 'batchId' : 'notificationId'] = id;
    if (waitMs === null || isArray || typeof id !== 'string') {
      response.status(answer.status).json(answer.body);
      return;
    }
    response.set('Preference-Applied', `wait=${waitMs / 1000}`);
    const isOutcomeFar = replayed || isPutOff(body);
    response.json(await waitedAnswer(deps, id, isOutcomeFar ? 0 : waitMs));
  };
  resource(router, '/v1/send/:event', { post: handler });
  resource(router, '/v1/send/:event/:channel', { post: handler });
}

/** Returns the recipients that an error refuses. */
function refusedBy(error: unknown, to: unknown): RefusedRecipient[] {
  if (error instanceof ArrayRefused) return error.refused;
  return error instanceof ApiError ? [{ to, error }] : [];
}
