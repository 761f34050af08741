import { folderProblem } from '../channels/email/stored/folder';
import type { RegistryOptions } from '../channels/registry';
import { type Config, ConfigError } from '../process/config';

/** Returns the store of attachments. Throws a ConfigError if its folder cannot be read: only workers need the folder. */
export function attachmentFiles(config: Config): RegistryOptions['files'] {
  const store = config.ATTACHMENT_STORE;
  if (store === undefined) return undefined;
  const problem = store.kind === 'folder' ? folderProblem(store.path) : undefined;
  if (problem !== undefined)
    throw new ConfigError(`These settings are not valid:\n  ATTACHMENT_STORE: ${problem}`);
  return {
    store,
    accessKeyId: config.ATTACHMENT_STORE_ACCESS_KEY_ID,
    secretAccessKey: config.ATTACHMENT_STORE_SECRET_ACCESS_KEY,
  };
}
