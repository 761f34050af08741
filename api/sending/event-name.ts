import { z } from 'zod';
import type { EventDefinition } from '../../core/events/definition';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';
import type { PublicCall } from '../http/call';

/** `:event` of a path. */
export const eventName = z
  .string()
  .min(1)
  .describe('Name of the event.')
  .meta({ examples: ['welcome'] });

/** Returns the event that a request's path names. Throws a 404 if there is none. */
export async function eventIn(
  { caller, params }: Pick<PublicCall<{ event: string }, unknown, unknown>, 'caller' | 'params'>,
  { cached }: ApiDeps,
): Promise<EventDefinition> {
  const event = await cached.event(caller.scope, params.event);
  if (event) return event;
  throw ApiError.of('EVENT_NOT_FOUND', [params.event]);
}
