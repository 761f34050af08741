import path from 'node:path';
import { catalog } from '../../channels/catalog';
import { defineProvider, type ProviderDefinition } from '../../channels/definition';
import { CHANNELS } from '../../channels/table';
import { PUSH, SANDBOX, SERVICE_SMTP } from '../../core/sending/candidates';
import { ExtensionError } from './error';
import { codeIn, foldersIn, shown } from './files';
import type { LoadExtension } from './loader';

/** Returns the providers of an extensions folder: of each file in `providers/`, and of each `provider.ts` in a folder there. */
export function loadProviders(folder: string, load: LoadExtension): ProviderDefinition[] {
  const base = path.join(folder, 'providers');
  const files = [
    ...codeIn(base),
    ...foldersIn(base).flatMap((one) => codeIn(one).filter(({ name }) => name === 'provider')),
  ];
  const found: ProviderDefinition[] = [];
  for (const { file } of files) {
    const definition = load(file).default;
    const problem = problemOf(definition, found);
    if (problem !== undefined) throw new ExtensionError(`${shown(file)}: ${problem}`);
    found.push(defineProvider(definition as ProviderDefinition));
  }
  return found;
}

const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Returns what is wrong with the default export of a provider's file, and what to do; undefined if nothing is. */
function problemOf(given: unknown, others: readonly ProviderDefinition[]): string | undefined {
  if (typeof given !== 'object' || given === null)
    return (
      'it has no provider. Export one: export default defineProvider({ … }). ' +
      'If it is none, begin its name with "_" or put it into a folder.'
    );
  const { name, channels, settings, secrets, open, receipts } = given as Partial<
    Record<keyof ProviderDefinition, unknown>
  >;
  if (typeof name !== 'string' || !NAME.test(name))
    return 'the provider needs a "name" of a-z, 0-9 and "_", such as acme.';
  const taken = [...catalog, ...others].some((other) => other.name === name);
  if (taken || [PUSH, SANDBOX, SERVICE_SMTP].includes(name))
    return `there is already a provider ${name}. Give this one another "name".`;
  const isChannel = (channel: unknown): boolean => CHANNELS.some((one) => one === channel);
  if (!Array.isArray(channels) || channels.length === 0 || !channels.every(isChannel))
    return `"channels" of ${name} must list one or more of ${CHANNELS.join(', ')}.`;
  const shape = (settings as { shape?: unknown } | undefined)?.shape;
  if (typeof shape !== 'object' || shape === null)
    return `${name} needs "settings": z.strictObject({ … }), which may be empty.`;
  for (const [field, { description }] of Object.entries(shape as Record<string, { description?: string }>))
    if (!description) return `the setting "${field}" of ${name} needs a text: .describe('…').`;
  if (!Array.isArray(secrets) || !secrets.every((secret: unknown) => Object.hasOwn(shape, String(secret))))
    return `"secrets" of ${name} must list the settings that are encrypted, or be empty.`;
  if (typeof open !== 'function') return `${name} needs "open", which returns its calls.`;
  if (receipts !== undefined && typeof receipts !== 'function')
    return `"receipts" of ${name} must be a function.`;
  return undefined;
}
