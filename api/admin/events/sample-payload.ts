import type { EventDefinition } from '../../../core/events/definition';
import { invalid } from '../../http/api-error';

/** Returns the payload of the request, else the example that it names, else the first one. */
export function payloadOf(
  { name, examples = [] }: EventDefinition,
  { payload, example }: { payload?: Record<string, unknown>; example?: string },
): Record<string, unknown> {
  if (example === undefined) return payload ?? examples[0]?.payload ?? {};
  if (payload !== undefined)
    throw invalid('example', 'cannot be combined with payload. Send only one of them');
  const found = examples.find((one) => one.name === example);
  if (found) return found.payload;
  const known = examples.map((one) => one.name);
  throw invalid(
    'example',
    known.length > 0
      ? `must be an example of the event ${name}: ${known.join(', ')}`
      : `must be absent, because the event ${name} has no examples`,
  );
}
