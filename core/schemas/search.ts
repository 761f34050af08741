import { z } from 'zod';
import { ENVIRONMENTS } from '../shared/channels';
import { line } from '../shared/schemas/fields';

/** Query of operators' search over an application. `q` is the beginning of a name, address or id, or part of an event's name. */
export const searchQuery = z.strictObject({
  q: line(255).min(2),
  environment: z.enum(ENVIRONMENTS),
});
