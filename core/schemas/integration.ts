import { z } from 'zod';
import { CHANNELS } from '../shared/channels';
import { line } from '../shared/schemas/fields';

const changes = {
  name: line(64).min(1).optional(),
  priority: z.number().int().min(0).max(10_000).optional(),
  /** Messages per second; null removes the rate. */
  per_second: z.number().gt(0).max(10_000).nullable().optional(),
  /** Checked by the provider's own schema; null removes a setting. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  check: z.boolean().optional(),
};

/** Body that connects an application to a provider. */
export const createIntegrationBody = z.strictObject({
  channel: z.enum(CHANNELS),
  provider: line(64),
  ...changes,
});

/** Body that changes an integration. */
export const updateIntegrationBody = z.strictObject(changes);

/** Body of a test. Without `to` it tries the credentials, with `to` it sends a message. */
export const testIntegrationBody = z.strictObject({ to: line(4096).min(1).optional() });
