import { z } from 'zod';
import { definitionOf } from '../../../channels/catalog';
import type { ProviderDefinition } from '../../../channels/definition';
import { receiptsAddress } from '../../../channels/receipts/address';
import type { ProviderHealth } from '../../../core/sending/failover';
import type { Integration } from '../../../core/sending/integration';
import { CHANNELS } from '../../../core/shared/channels';
import type { Vault } from '../../../core/shared/vault';
import { answer, timestamp, uuid } from '../../http/formats';
import { pauseField, type PauseView } from '../pauses/view';
import { openSettings } from './settings-of';
import { warmUpFields, warmUpSchema } from './warm-up-view';

/** An integration as operators see it. Of the secrets it has only the names. */
export const integrationSchema = z
  .object({
    id: uuid,
    channel: z.enum(CHANNELS),
    provider: z.string(),
    name: z.string(),
    priority: z.int().describe('The lowest is tried first.'),
    per_second: z.number().nullable().describe('Messages per second. Null: no limit.'),
    warm_up: warmUpSchema.nullable().describe('How many messages broadcasts send a day. Null: no limit.'),
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    secrets: z.array(z.string()).describe('Names of the settings that are secret.'),
    receipts_url: z
      .string()
      .optional()
      .describe('Where its provider reports to. Only the path if the service does not know its own address.'),
    health: z.object({
      state: z.enum(['ok', 'failing', 'resting']),
      failures: z.int().optional().describe('In a row.'),
      code: z.string().optional().describe('What the last attempt failed with.'),
      since: timestamp.optional().describe('When its cool-down began.'),
      until: timestamp.optional().describe('When the cool-down ends and the provider is tried again.'),
    }),
    pause: pauseField,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Integration' });

type View = z.output<typeof integrationSchema>;

/** Answer of a change, after which the provider may have been asked. */
export const checkedAnswer = answer('IntegrationChecked', {
  integration: integrationSchema,
  checked: z
    .string()
    .optional()
    .describe('Result of the check of the credentials at the provider. Absent if they were not checked.'),
});

export const integrationView = (
  integration: Integration,
  {
    publicUrl,
    health,
    pause,
    warmUp,
  }: {
    publicUrl: string | undefined;
    health: ProviderHealth | undefined;
    pause: PauseView | null;
    warmUp: View['warm_up'];
  },
): View => ({
  id: integration.id,
  channel: integration.channel,
  provider: integration.provider,
  name: integration.name,
  priority: integration.priority,
  per_second: integration.perSecond ?? null,
  warm_up: warmUp,
  settings: JSON.parse(integration.settings) as View['settings'],
  secrets: [...(definitionOf(integration.provider)?.secrets ?? [])],
  ...(definitionOf(integration.provider)?.receipts && {
    receipts_url: receiptsAddress(integration, publicUrl),
  }),
  health: healthView(health),
  pause,
  created_at: integration.createdAt.toISOString(),
  updated_at: integration.updatedAt.toISOString(),
});

/** Returns an integration for the audit log. Of each secret it says whether it is set, or was changed (`given`). */
export function integrationAudit(integration: Integration, vault: Vault, given: string[] = []) {
  const { channel, provider, name, priority, perSecond, warmUp } = integration;
  const present = Object.keys(openSettings(integration, vault) ?? {});
  const secrets = definitionOf(provider)?.secrets.filter((secret) => present.includes(secret)) ?? [];
  const states = secrets.map((secret) => [secret, given.includes(secret) ? '[changed]' : '[set]']);
  return {
    channel,
    provider,
    name,
    priority,
    per_second: perSecond ?? null,
    ...(warmUp && { warm_up: JSON.stringify(warmUpFields(warmUp)) }),
    ...(JSON.parse(integration.settings) as Record<string, unknown>),
    ...(Object.fromEntries(states) as Record<string, string>),
  };
}

/** Returns how an integration did lately (docs/guides/failover.md, "Pauses"). */
function healthView(health: ProviderHealth | undefined): View['health'] {
  if (!health) return { state: 'ok' };
  const { failures, why: code, at, restingSince: since = at, restUntil } = health;
  return restUntil === null || restUntil === undefined
    ? { state: 'failing', failures, code }
    : { state: 'resting', failures, code, since: since.toISOString(), until: restUntil.toISOString() };
}

/** A provider that can be connected to, with the settings that it needs. */
export const providerSchema = z
  .object({
    name: z.string(),
    channels: z.array(z.enum(CHANNELS)),
    settings: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        secret: z.boolean().describe('Whether the setting is a secret, which is encrypted and never shown.'),
        required: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Provider' });

export const providerView = ({
  name,
  channels,
  settings,
  secrets,
}: ProviderDefinition): z.output<typeof providerSchema> => ({
  name,
  channels: [...channels],
  settings: Object.entries(settings.shape as Record<string, z.ZodType>).map(([field, schema]) => ({
    name: field,
    description: schema.description ?? '',
    secret: secrets.includes(field),
    required: !schema.safeParse(undefined).success,
  })),
});
