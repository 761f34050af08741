import type { Channel } from '../shared/channels';
import type { EventDefinition, TemplateSet } from '../events/definition';
import { type Reach, type Route, route } from './routing';

/**
 * Returns whether any message of an event can reach the recipient: the route of a SEND with all of the event's templates.
 * It is used if the first SEND is unknown.
 */
export function routeOfAny(event: EventDefinition, reach: Reach, forced?: Channel): Route {
  const templates: TemplateSet = { ...event.templates };
  for (const own of Object.values(event.stepTemplates)) Object.assign(templates, own);
  return route({ ...event, templates, stepTemplates: {} }, '', reach, forced);
}
