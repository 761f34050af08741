import { isIP } from 'node:net';
import type { z } from 'zod';
import { definitionOf } from '../../../channels/catalog';
import type { Integration } from '../../../core/sending/integration';
import { checkHost, connectHost, noAnswer } from '../../../net/url-safety';
import { invalid } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { openSettings } from './settings-of';

type Deps = Pick<ApiDeps, 'vault' | 'resolve' | 'integrationPolicy'>;

/** An address in an integration's settings that may not be connected to, or for which DNS gave no answer. */
interface RefusedAddress {
  setting: string;
  host: string;
  why: 'refused' | 'unanswered';
}

/** Throws a 400 for the first setting that leads to an address that integrations may not connect to. */
export async function requireAddresses(integration: Integration, deps: Deps): Promise<void> {
  const found = await firstProblem(integration, deps);
  if (!found) return;
  const { setting, host, why } = found;
  const field = `settings.${setting}`;
  if (why === 'unanswered') throw invalid(field, `cannot be checked: ${noAnswer(host)}`);
  const what = isIP(host) === 0 ? `${host}, which resolves to an address that` : `the address ${host}, which`;
  throw invalid(
    field,
    `must not lead to ${what} is not public. To allow it, add its network to INTEGRATION_ALLOWED_SUBNETS of API and worker.`,
  );
}

/** Returns the first setting that leads to a refused address, null if there is none. */
export async function refusedAddress(integration: Integration, deps: Deps): Promise<RefusedAddress | null> {
  const found = await firstProblem(integration, deps);
  return found?.why === 'refused' ? found : null;
}

async function firstProblem(integration: Integration, deps: Deps): Promise<RefusedAddress | null> {
  for (const [setting, address] of addressesOf(integration, deps)) {
    if (!URL.canParse(address)) continue;
    const host = connectHost(new URL(address));
    const why = await checkHost(host, { ...deps.integrationPolicy, resolve: deps.resolve });
    if (why !== 'allowed') return { setting, host, why };
  }
  return null;
}

/** Returns the addresses that somebody entered. Those of the vendors need no check. */
function addressesOf(integration: Integration, { vault }: Deps): [name: string, address: string][] {
  const definition = definitionOf(integration.provider);
  const settings = definition?.settings.safeParse(openSettings(integration, vault) ?? {}).data;
  if (!definition || !settings) return [];
  const shape = definition.settings.shape as Partial<Record<string, z.ZodType>>;
  const usual = shape.base_url?.safeParse(undefined).data;
  const { base_url } = settings as { base_url?: string };
  return Object.entries({
    base_url: base_url === usual ? undefined : base_url,
    ...definition.addresses?.(settings),
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
}
