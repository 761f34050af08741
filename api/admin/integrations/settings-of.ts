import type { ProviderDefinition } from '../../../channels/definition';
import type { Integration } from '../../../core/sending/integration';
import { parseSafely } from '../../../core/shared/parse-safely';
import { type Vault, VaultError } from '../../../core/shared/vault';
import { ApiError, parse } from '../../http/api-error';

type Settings = Record<string, unknown>;

/** Settings as they are stored. Secrets are sealed, the others are in clear. */
type StoredSettings = Pick<Integration, 'settings' | 'sealed'>;

/** Checks settings against the provider's own schema, and seals its secrets for the integration `id`. */
export function storeSettings(
  definition: ProviderDefinition,
  given: Settings,
  { vault, id }: { vault: Vault; id: string },
): StoredSettings {
  const settings = parse(definition.settings, withoutNulls(given), ['settings']) as Settings;
  const isSecret = (name: string): boolean => definition.secrets.includes(name);
  const part = (secret: boolean): string =>
    JSON.stringify(
      Object.fromEntries(Object.entries(settings).filter(([name]) => isSecret(name) === secret)),
    );
  try {
    return { settings: part(false), sealed: vault.seal(part(true), id) };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    const message = `${error.message}. Set it for API and worker (docs/reference/settings.md).`;
    throw new ApiError('VALIDATION_ERROR', message);
  }
}

/**
 * Changes some settings. Null removes one. If the change decides where the secrets are sent, the request must give each
 * stored secret again. Otherwise an editor could have a secret, which no route shows, sent to a server of their own.
 */
export function changeSettings(
  definition: ProviderDefinition,
  integration: Integration,
  changes: Settings,
  vault: Vault,
): StoredSettings {
  const before = openSettings(integration, vault);
  const after = { ...before, ...changes };
  const stored = storeSettings(definition, after, { vault, id: integration.id });
  const moved = before && movedBy(definition, before, after);
  if (!moved) return stored;
  const missing = definition.secrets.filter(
    (name) => before[name] !== undefined && changes[name] === undefined,
  );
  if (missing.length === 0) return stored;
  const message = `settings.${moved} decides where the secrets are sent. Send ${missing.join(', ')} in the same request, or leave ${moved} unchanged.`;
  throw new ApiError('VALIDATION_ERROR', message, { field: `settings.${missing[0]}` });
}

/** Returns the first changed field that decides where or how the secrets are sent. Undefined if there is none. */
function movedBy(definition: ProviderDefinition, before: Settings, after: Settings): string | undefined {
  const read = (settings: Settings): Settings =>
    parseSafely(definition.settings, withoutNulls(settings)).data ?? {};
  const [old, changed] = [read(before), read(after)];
  return ['base_url', ...(definition.destination ?? [])].find((name) => old[name] !== changed[name]);
}

const withoutNulls = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));

/** Returns settings and secrets together. Null if the secrets cannot be opened, so that all must be given again. */
export function openSettings({ id, settings, sealed }: Integration, vault: Vault): Settings | null {
  try {
    const secrets = JSON.parse(vault.open(sealed, id)) as Settings;
    return { ...(JSON.parse(settings) as Settings), ...secrets };
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}
