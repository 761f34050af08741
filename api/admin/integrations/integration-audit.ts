import { definitionOf } from '../../../channels/catalog';
import type { Integration } from '../../../core/sending/integration';
import type { Vault } from '../../../core/shared/vault';
import { openSettings } from './settings-of';

/** An integration as the audit log has it: of each secret whether it is set, or was given anew (`given`). */
export function integrationAudit(integration: Integration, vault: Vault, given: string[] = []) {
  const { channel, provider, name, priority, perSecond } = integration;
  const secrets = definitionOf(provider)?.secrets ?? [];
  const present = Object.keys(openSettings(integration, vault) ?? {});
  const states = secrets
    .filter((secret) => present.includes(secret))
    .map((secret) => [secret, given.includes(secret) ? '[changed]' : '[set]']);
  return {
    ...{ channel, provider, name, priority, per_second: perSecond ?? null },
    ...(JSON.parse(integration.settings) as Record<string, unknown>),
    ...(Object.fromEntries(states) as Record<string, string>),
  };
}
