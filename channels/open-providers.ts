import { LRUCache } from 'lru-cache';
import type { Integration } from '../core/sending/integration';
import { type Vault, VaultError } from '../core/shared/vault';
import { definitionOf } from './catalog';
import type { ProviderTools } from './definition';
import type { Provider } from './provider';
import { withCallbackUrl } from './receipts/address';

export interface OpenProviders {
  /** The provider of an integration as it is now; opened once while it stays the same. */
  open(integration: Integration): Provider;
  close(): Promise<void>;
}

/** More accounts than this are opened anew now and then. */
const KEPT_OPEN = 500;

/** The accounts that a process has open. One that was changed or has long not been used is closed. */
export function createOpenProviders(vault: Vault, tools: ProviderTools): OpenProviders {
  const open = new LRUCache<string, { as: string; provider: Provider }>({
    max: KEPT_OPEN,
    // A send that is under way ends first: pools close when their last one is done.
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

/** Opens an account; where its settings cannot be read, one that says so at each send. */
export function openProvider(integration: Integration, vault: Vault, tools: ProviderTools): Provider {
  const definition = definitionOf(integration.provider);
  if (!definition)
    return unusable(integration, `this version does not know the provider ${integration.provider}`);
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

/** Messages wait until an operator has put it right, as with credentials that a provider refuses. */
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
