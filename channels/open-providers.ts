import { LRUCache } from 'lru-cache';
import type { Integration } from '../core/sending/integration';
import { type Vault, VaultError } from '../core/shared/vault';
import { definitionOf } from './catalog';
import type { ProviderTools } from './definition';
import type { Provider } from './provider';
import { withCallbackUrl } from './receipts/address';

export interface OpenProviders {
  /** Returns the provider of an integration, opened once until the integration changes. */
  open(integration: Integration): Provider;
  close(): Promise<void>;
}

/** Maximum number of open accounts. The least recently used is closed. */
const KEPT_OPEN = 500;

/** Keeps a process's accounts open. One that changed or has not been used for long is closed. */
export function createOpenProviders(vault: Vault, tools: ProviderTools): OpenProviders {
  const open = new LRUCache<string, { as: string; provider: Provider }>({
    max: KEPT_OPEN,
    // A pool closes after its last send ends.
    dispose: ({ provider }) => void provider.close().catch(() => undefined),
  });
  return {
    open: (integration) => {
      const as = `${integration.settings}\n${integration.sealed}`;
      const known = open.get(integration.id);
      if (known?.as === as) return known.provider;
      const provider = openProvider(integration, vault, tools);
      open.set(integration.id, { as, provider });
      return provider;
    },
    close: async () => {
      const all = [...open.values()].map(({ provider }) => provider.close());
      await Promise.allSettled(all);
    },
  };
}

/** Opens an account. If its settings cannot be read, each send fails with the reason. */
export function openProvider(integration: Integration, vault: Vault, tools: ProviderTools): Provider {
  const definition = definitionOf(integration.provider);
  if (!definition)
    return unusable(
      integration,
      `this process does not know the provider ${integration.provider}: start it with the release, and with the HELIOGRAPH_EXTENSIONS, that has it`,
    );
  try {
    const secrets = JSON.parse(vault.open(integration.sealed, integration.id)) as Record<string, unknown>;
    const stored = { ...(JSON.parse(integration.settings) as Record<string, unknown>), ...secrets };
    const settings = definition.settings.safeParse(withCallbackUrl(definition, stored, integration, tools));
    if (settings.success) return definition.open(settings.data, tools, integration.channel);
    const fields = settings.error.issues.map(({ path }) => path.join('.')).join(', ');
    return unusable(integration, `its settings are not complete (${fields}): set it up again`);
  } catch (error) {
    if (error instanceof VaultError) return unusable(integration, error.message);
    throw error;
  }
}

/** Returns a provider whose messages wait until an operator corrects it, as with refused credentials. */
const unusable = ({ provider, name }: Integration, why: string): Provider => ({
  name: provider,
  send: () =>
    Promise.resolve({
      outcome: 'transient',
      code: 'UNAUTHORIZED',
      response: `integration "${name}": ${why}`,
    }),
  check: () => Promise.resolve({ ok: false, reason: why }),
  close: () => Promise.resolve(),
});
