import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CliError } from './errors';

export interface AdminSettings {
  /** Address of the admin API, without path or trailing slash. */
  url: string;
  key: string;
}

export interface SettingsSources {
  flags: { url?: string; adminKey?: string };
  env: NodeJS.ProcessEnv;
  cwd: string;
}

const NEXT =
  'Run this in the folder of `npm start`, or give --url and --admin-key (or HELIOGRAPH_ADMIN_URL and HELIOGRAPH_ADMIN_KEY).';

/**
 * Returns the address and the key of the admin API: from the options, else the environment, else the file that
 * `npm start` writes. No other code of the command line reads the environment.
 */
export function readSettings({ flags, env, cwd }: SettingsSources): AdminSettings {
  const url = flags.url ?? nonEmpty(env['HELIOGRAPH_ADMIN_URL']);
  const key =
    flags.adminKey ??
    nonEmpty(env['HELIOGRAPH_ADMIN_KEY']) ??
    contentOf(nonEmpty(env['HELIOGRAPH_ADMIN_KEY_FILE']));
  if (url !== undefined && key !== undefined) return { url: address(url), key };

  const dev = readDevFile(cwd, nonEmpty(env['HELIOGRAPH_DATA_DIR']));
  if (url === undefined && dev) return { url: dev.url, key: key ?? dev.key };
  if (url === undefined)
    throw new CliError('the address of the admin API is not known', { next: NEXT, usage: true });
  // The key of the development service is sent only to the development service.
  if (dev && dev.url === address(url)) return dev;
  throw new CliError(`there is no admin key for ${address(url)}`, { next: NEXT, usage: true });
}

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

function contentOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return nonEmpty(readFileSync(file, 'utf8').trim());
  } catch (cause) {
    const next = 'Check HELIOGRAPH_ADMIN_KEY_FILE, or give --admin-key.';
    throw new CliError(`the file of the admin key, ${file}, cannot be read`, { next, usage: true, cause });
  }
}

function address(text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  const next = 'Give --url or HELIOGRAPH_ADMIN_URL an address such as http://127.0.0.1:3002.';
  throw new CliError(`"${text}" is not an http or https address`, { next, usage: true });
}

/** Returns the folder of the extensions: from the environment, else the one that `npm start` runs with. */
export function readExtensions({ env, cwd }: Pick<SettingsSources, 'env' | 'cwd'>): string | undefined {
  const given = nonEmpty(env['HELIOGRAPH_EXTENSIONS']);
  if (given !== undefined) return path.resolve(cwd, given);
  return readFacts(cwd, nonEmpty(env['HELIOGRAPH_DATA_DIR']))?.extensions ?? undefined;
}

function readDevFile(cwd: string, dataDirectory: string | undefined): AdminSettings | undefined {
  const facts = readFacts(cwd, dataDirectory);
  return facts && { url: address(facts.admin.baseUrl), key: facts.admin.apiKey };
}

/** What `npm start` writes for the command line. An older one writes no extensions. */
interface DevFacts {
  admin: { baseUrl: string; apiKey: string };
  extensions?: string | null;
}

function readFacts(cwd: string, dataDirectory: string | undefined): DevFacts | undefined {
  const file = findDevFile(cwd, dataDirectory);
  if (file === undefined) return undefined;
  try {
    const facts = JSON.parse(readFileSync(file, 'utf8')) as DevFacts;
    address(facts.admin.baseUrl);
    return facts;
  } catch (cause) {
    throw new CliError(`${file} cannot be read, because \`npm start\` did not write it in this form`, {
      next: NEXT,
      cause,
    });
  }
}

function findDevFile(cwd: string, dataDirectory: string | undefined): string | undefined {
  if (dataDirectory !== undefined) {
    const file = path.resolve(cwd, dataDirectory, 'dev.json');
    return existsSync(file) ? file : undefined;
  }
  for (let directory = path.resolve(cwd); ; directory = path.dirname(directory)) {
    const file = path.join(directory, '.data', 'dev.json');
    if (existsSync(file)) return file;
    if (directory === path.dirname(directory)) return undefined;
  }
}
