import type { Channel } from '../shared/channels';
import type { EventDefinition, TemplateSet } from '../events/definition';
import { type Reach, type Route, route } from './routing';

/**
 * Whether any message of an event could reach the recipient: the route of a SEND that had all of its templates. It serves
 * where nobody knows which SEND comes first.
 */
export function routeOfAny(event: EventDefinition, reach: Reach, forced?: Channel): Route {
  const templates: TemplateSet = { ...event.templates };
  for (const own of Object.values(event.stepTemplates)) Object.assign(templates, own);
  return route({ ...event, templates, stepTemplates: {} }, '', reach, forced);
}
