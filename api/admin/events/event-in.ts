import type { Request } from 'express';
import type { Scope } from '../../../core/shared/scope';
import type { FoundEvent } from '../../../store/events/events';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';

/** Returns the event that `:name` names. */
export async function eventIn(
  { events }: ApiDeps['store'],
  scope: Scope,
  request: Request,
): Promise<FoundEvent> {
  const event = await events.find(scope, String(request.params.name));
  if (event) return event;
  throw new ApiError('EVENT_NOT_FOUND', 'There is no such event in this environment.');
}
