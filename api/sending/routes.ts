import type { Request, RequestHandler, Router } from 'express';
import { type Channel, CHANNELS } from '../../core/shared/channels';
import { MAX_RECIPIENTS } from '../../core/shared/ids';
import { type RecipientResult, parseRecipient } from '../../core/sending/recipient';
import { sendBody } from '../../core/schemas/send';
import { ApiError, invalid, parse, unavailable } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { type Caller, callerOf } from '../http/middleware/authenticate';
import { resource } from '../http/resource';
import { type RecipientOutcome, acceptOrder } from './accept-order';
import { refuseOverBacklog } from './backlog';
import { batchAnswer, singleAnswer } from './responses';
import { type Slot, type StoredAnswer, idempotently } from './idempotency';
import { idsOf, resumeRequest } from './resume-request';
import { chargeRefused } from './charge-refused';
import { type RefusedRecipient, createRefusalNotes } from './note-refusals';
import { preferredWaitMs, waitedAnswer } from './prefer-wait';
import { isPutOff, sendAtOf } from './send-at';

/** Sends (docs/reference/rules/sending.md). */
export function sendRoutes(router: Router, deps: ApiDeps): void {
  const noteRefusals = createRefusalNotes(deps);
  const handler: RequestHandler = async (request, response) => {
    const caller = callerOf(response);
    const waitMs = preferredWaitMs(request);
    const to = (request.body as { to?: unknown } | null)?.to;
    const isArray = Array.isArray(to);
    let refused: RefusedRecipient[] = [];
    const refusedAll = async (): Promise<void> => {
      if (refused.length === 0) return;
      noteRefusals(request, response, refused);
      if (isArray) await chargeRefused(response, refused);
    };
    const { answer, replayed } = await idempotently(deps, caller, request, (slot) =>
      send(deps, caller, request, slot, (some) => (refused = some)),
    ).catch(async (error: unknown) => {
      if (error instanceof ApiError && refused.length === 0) refused = [{ to, error }];
      await refusedAll();
      throw error;
    });
    await refusedAll();
    if (replayed) response.set({ 'Idempotent-Replay': 'true', 'X-Idempotent-Replay': 'true' });
    const { id } = answer.body;
    response.locals[isArray ? 'batchId' : 'notificationId'] = id;
    if (waitMs === null || isArray || typeof id !== 'string') {
      response.status(answer.status).json(answer.body);
      return;
    }
    response.set('Preference-Applied', `wait=${waitMs / 1000}`);
    const isOutcomeFar = replayed || isPutOff(request.body);
    response.json(await waitedAnswer(deps, id, isOutcomeFar ? 0 : waitMs));
  };
  resource(router, '/v1/send/:event', { post: handler });
  resource(router, '/v1/send/:event/:channel', { post: handler });
}

async function send(
  deps: ApiDeps,
  caller: Caller,
  request: Request,
  slot: Slot,
  onRefused: (refused: RefusedRecipient[]) => void,
): Promise<StoredAnswer> {
  const name = String(request.params.event);
  const to = (request.body as { to?: unknown } | null)?.to;
  const isArray = Array.isArray(to);
  const answerOf = (outcomes: RecipientOutcome[]): StoredAnswer =>
    isArray ? batchAnswer(slot.seed, name, outcomes) : singleAnswer(name, outcomes);

  const ids = idsOf(slot, to);
  const made = await resumeRequest(deps, slot, ids);
  // All are accepted, even if something has changed since. The sweep starts those without a workflow.
  if (made.size > 0 && made.size === ids.length) return answerOf(ids.map((id) => ({ id })));

  // What this process encrypted, others could not read.
  if (deps.encryptionCheck.state() === 'changed')
    throw unavailable('The service cannot read what it has stored encrypted; try again later.', 60);
  refuseOverBacklog(deps, caller, slot);
  const forced = channelOf(request);
  const event = await deps.cached.event(caller.scope, name);
  if (!event) throw new ApiError('EVENT_NOT_FOUND', `There is no event ${name}.`);
  const body = parse(sendBody, request.body);
  if (body.skip_waits && caller.scope.environment !== 'sandbox')
    throw invalid('skip_waits', 'is for sandbox only');
  const recipients = recipientsOf(body.to, forced === 'slack');
  const sendAt = sendAtOf(body.send_at, slot.at);
  const order = {
    caller,
    event,
    forced,
    body,
    sendAt: body.skip_waits ? null : sendAt,
    batchId: isArray ? slot.seed : null,
    reservationId: slot.reservationId,
  };
  const outcomes = await acceptOrder(deps, order, recipients, {
    ids,
    holder: slot.reservationId === null ? undefined : slot.seed,
    at: slot.at,
    made,
    onCommit: () => (slot.committed = true),
  });
  if (isArray)
    onRefused(
      outcomes.flatMap((one, index) =>
        'error' in one ? [{ to: to[index] as unknown, error: one.error }] : [],
      ),
    );
  return answerOf(outcomes);
}

function recipientsOf(to: unknown, slackChannels: boolean): RecipientResult[] {
  if (to === undefined) throw invalid('to', 'is required and must be a recipient or an array of them');
  if (!Array.isArray(to)) return [parseRecipient(to, { slackChannels })];
  if (to.length === 0) throw invalid('to', 'must have at least one recipient');
  if (to.length > MAX_RECIPIENTS) throw invalid('to', `may have ${MAX_RECIPIENTS} recipients at most`);
  return to.map((one: unknown, index) => parseRecipient(one, { slackChannels, path: `to[${index}]` }));
}

function channelOf(request: Request): Channel | undefined {
  const { channel } = request.params;
  if (channel === undefined) return undefined;
  if ((CHANNELS as readonly unknown[]).includes(channel)) return channel as Channel;
  throw invalid('channel', `must be one of ${CHANNELS.join(', ')}`);
}
