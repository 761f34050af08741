import type { Logger } from 'pino';
import { addProviders } from '../../channels/catalog';
import { shown } from './files';
import { type Extensions, loadExtensions } from './load';
import { applySettings } from './settings';

/** Loads the extensions of a process, reads their settings, and adds their providers. The log has names, and no values. */
export async function useExtensions(given: string | undefined, log: Logger): Promise<Extensions> {
  const extensions = await loadExtensions(given);
  const { folder, settings, providers, sequences } = extensions;
  if (folder === null) return extensions;
  if (settings) applySettings(settings);
  addProviders(providers);
  log.info(
    {
      folder: shown(folder),
      sequences: sequences.map(({ name }) => name),
      providers: providers.map(({ name }) => name),
      settings: Object.keys(settings?.shape ?? {}),
    },
    'extensions are loaded',
  );
  return extensions;
}
