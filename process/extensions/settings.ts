import { existsSync } from 'node:fs';
import path from 'node:path';
import { readSettings, SETTING_NAMES } from '../config/index';
import type { OwnSettings } from './api/settings';
import { ExtensionError } from './error';
import { shown } from './files';
import type { LoadExtension } from './loader';

const NAME = /^[A-Z][A-Z0-9_]*(?<!_FILE)$/;

/** Returns the settings of an extensions folder, null if it has none. Their values are not read yet. */
export function loadSettings(folder: string, load: LoadExtension): OwnSettings | null {
  const file = path.join(folder, 'settings.ts');
  if (!existsSync(file)) return null;
  const refuse = (why: string): never => {
    throw new ExtensionError(`${shown(file)}: ${why}`);
  };
  const found = load(file).default as Partial<OwnSettings> | undefined;
  if (typeof found?.shape !== 'object' || typeof found.use !== 'function')
    return refuse('it has no settings. Export them: export default defineSettings({ … }).');
  for (const [name, schema] of Object.entries(found.shape)) {
    if (!NAME.test(name))
      refuse(`"${name}" must be written as an environment variable, such as ACME_REGION, without _FILE.`);
    if (SETTING_NAMES.includes(name) || name.startsWith('HELIOGRAPH_'))
      refuse(`${name} is a name of the service. Begin yours with the name of your company.`);
    if (!schema.description) refuse(`${name} needs a text: .describe('…').`);
  }
  const unknown = found.secrets?.find((name) => !Object.hasOwn(found.shape ?? {}, name));
  if (unknown !== undefined) refuse(`"secrets" names ${unknown}, which is no setting.`);
  return found as OwnSettings;
}

/** Reads the values from the environment. Throws a ConfigError that names each wrong one, and shows no secret. */
export function applySettings(settings: OwnSettings, env?: NodeJS.ProcessEnv): void {
  settings.use(readSettings(settings.shape, settings.secrets, env));
}
