import { z } from 'zod';
import { CHANNELS } from '../shared/channels';
import { line } from './fields';

const name = line(64).min(1);
const priority = z.number().int().min(0).max(10_000);
/** Messages per second; null takes the rate away. */
const per_second = z.number().gt(0).max(10_000).nullable();
/** Checked against the provider's own schema. */
const settings = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const check = z.boolean().optional();

/** Body that connects an application to a provider. */
export const createIntegrationBody = z.strictObject({
  channel: z.enum(CHANNELS),
  provider: line(64),
  name: name.optional(),
  priority: priority.optional(),
  per_second: per_second.optional(),
  settings: settings.optional(),
  check,
});

/** Body that changes an integration; null takes a setting away. */
export const updateIntegrationBody = z.strictObject({
  name: name.optional(),
  priority: priority.optional(),
  per_second: per_second.optional(),
  settings: settings.optional(),
  check,
});

/** Body of a test: without `to` the credentials are tried, with it a message is sent. */
export const testIntegrationBody = z.strictObject({ to: line(4096).min(1).optional() });
