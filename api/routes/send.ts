import type { Request, RequestHandler, Router } from 'express';
import type { Channel } from '../../core/channels';
import { CHANNELS } from '../../core/channels';
import { parseRecipient } from '../../core/recipient';
import { sendBody } from '../../core/schemas/send';
import { ApiError, parse } from '../api-error';
import type { ApiDeps } from '../deps';
import { callerOf } from '../middleware/authenticate';
import { resource } from '../resource';
import { acceptSend } from '../sending/accept-send';

/** Sends (interface 4.1 and 4.2). */
export function sendRoutes(router: Router, deps: ApiDeps): void {
  const send: RequestHandler = async (request, response) => {
    const caller = callerOf(response);
    const forced = channelOf(request);
    const event = await deps.cached.event(caller.scope, String(request.params.event));
    if (!event) throw new ApiError('EVENT_NOT_FOUND', `There is no event ${String(request.params.event)}.`);
    const body = parse(sendBody, request.body);
    if (body.to === undefined) throw new ApiError('VALIDATION_ERROR', 'to: is required', { field: 'to' });
    const parsed = parseRecipient(body.to, { slackChannels: forced === 'slack' });
    if (!parsed.ok) throw new ApiError('VALIDATION_ERROR', parsed.message, { field: parsed.field });
    const { _id } = await acceptSend(deps, { caller, event, forced, recipient: parsed.recipient, body });
    response.json({ id: _id, event: event.name, status: 'accepted' });
  };
  resource(router, '/v1/send/:event', { post: send });
  resource(router, '/v1/send/:event/:channel', { post: send });
}

function channelOf(request: Request): Channel | undefined {
  const { channel } = request.params;
  if (channel === undefined) return undefined;
  if ((CHANNELS as readonly unknown[]).includes(channel)) return channel as Channel;
  throw new ApiError('VALIDATION_ERROR', `channel must be one of ${CHANNELS.join(', ')}.`, {
    field: 'channel',
  });
}
