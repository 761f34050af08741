import type { z } from 'zod';
import { definitionOf } from '../../../channels/catalog';
import type { ProviderDefinition } from '../../../channels/definition';
import { receiptsAddress } from '../../../channels/receipts/address';
import type { ProviderHealth } from '../../../core/sending/failover';
import type { Integration } from '../../../core/sending/integration';
import type { Vault } from '../../../core/shared/vault';
import { openSettings } from './settings-of';

/** An integration as operators see it. Of the secrets it has only the names. */
export const integrationView = (
  integration: Integration,
  { publicUrl, health }: { publicUrl: string | undefined; health: ProviderHealth | undefined },
) => ({
  id: integration.id,
  channel: integration.channel,
  provider: integration.provider,
  name: integration.name,
  priority: integration.priority,
  /** Messages per second. Null: no limit. */
  per_second: integration.perSecond ?? null,
  settings: JSON.parse(integration.settings) as Record<string, string | number | boolean>,
  secrets: [...(definitionOf(integration.provider)?.secrets ?? [])],
  ...(definitionOf(integration.provider)?.receipts && {
    /** Where its provider reports to. Only the path if the service does not know its own address. */
    receipts_url: receiptsAddress(integration, publicUrl),
  }),
  health: healthView(health),
  created_at: integration.createdAt.toISOString(),
  updated_at: integration.updatedAt.toISOString(),
});

/** Returns an integration for the audit log. Of each secret it says whether it is set, or was changed (`given`). */
export function integrationAudit(integration: Integration, vault: Vault, given: string[] = []) {
  const { channel, provider, name, priority, perSecond } = integration;
  const present = Object.keys(openSettings(integration, vault) ?? {});
  const secrets = definitionOf(provider)?.secrets.filter((secret) => present.includes(secret)) ?? [];
  const states = secrets.map((secret) => [secret, given.includes(secret) ? '[changed]' : '[set]']);
  return {
    channel,
    provider,
    name,
    priority,
    per_second: perSecond ?? null,
    ...(JSON.parse(integration.settings) as Record<string, unknown>),
    ...(Object.fromEntries(states) as Record<string, string>),
  };
}

interface HealthView {
  state: 'ok' | 'failing' | 'resting';
  failures?: number;
  code?: string;
  since?: string;
  until?: string;
}

/** Returns how an integration did lately (docs/guides/failover.md, "Pauses"). */
function healthView(health: ProviderHealth | undefined): HealthView {
  if (!health) return { state: 'ok' };
  const { failures, why: code, at, restingSince: since = at, restUntil } = health;
  return restUntil === null || restUntil === undefined
    ? { state: 'failing', failures, code }
    : { state: 'resting', failures, code, since: since.toISOString(), until: restUntil.toISOString() };
}

/** A provider that can be connected to, with the settings that it needs. */
export const providerView = ({ name, channels, settings, secrets }: ProviderDefinition) => ({
  name,
  channels,
  settings: Object.entries(settings.shape as Record<string, z.ZodType>).map(([field, schema]) => ({
    name: field,
    description: schema.description ?? '',
    secret: secrets.includes(field),
    required: !schema.safeParse(undefined).success,
  })),
});
