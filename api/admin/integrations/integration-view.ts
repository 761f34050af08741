import type { Integration as IntegrationView, ProviderDescription } from '../../../core/schemas/admin-views';
import type { z } from 'zod';
import { definitionOf } from '../../../channels/catalog';
import type { ProviderDefinition } from '../../../channels/definition';
import { receiptsAddress } from '../../../channels/receipts/address';
import type { ProviderHealth } from '../../../core/sending/failover';
import type { Integration } from '../../../core/sending/integration';

/** An integration as operators see it: of the secrets only their names, and where its provider reports to if it does. */
export const integrationView = (
  integration: Integration,
  { publicUrl, health }: { publicUrl: string | undefined; health: ProviderHealth | undefined },
): IntegrationView => ({
  id: integration.id,
  channel: integration.channel,
  provider: integration.provider,
  name: integration.name,
  priority: integration.priority,
  per_second: integration.perSecond ?? null,
  settings: JSON.parse(integration.settings) as IntegrationView['settings'],
  secrets: [...(definitionOf(integration.provider)?.secrets ?? [])],
  ...(definitionOf(integration.provider)?.receipts && {
    receipts_url: receiptsAddress(integration, publicUrl),
  }),
  health: healthView(health),
  created_at: integration.createdAt.toISOString(),
  updated_at: integration.updatedAt.toISOString(),
});

/** How it has done lately (docs/providers/README.md, "Several of one channel"). */
function healthView(health: ProviderHealth | undefined): IntegrationView['health'] {
  if (!health) return { state: 'ok' };
  const { failures, why: code, restUntil } = health;
  return restUntil === null || restUntil === undefined
    ? { state: 'failing', failures, code }
    : { state: 'resting', failures, code, until: restUntil.toISOString() };
}

/** What can be connected to, and what it wants. */
export const providerView = ({
  name,
  channels,
  settings,
  secrets,
}: ProviderDefinition): ProviderDescription => ({
  name,
  channels,
  settings: Object.entries(settings.shape as Record<string, z.ZodType>).map(([field, schema]) => ({
    name: field,
    description: schema.description ?? '',
    secret: secrets.includes(field),
    required: !schema.safeParse(undefined).success,
  })),
});
