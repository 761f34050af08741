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
  'Run this where `npm start` runs, or give --url and --admin-key (or HELIOGRAPH_ADMIN_URL and HELIOGRAPH_ADMIN_KEY).';

/** The only reader of the environment here: flags first, then the environment, then what `npm start` wrote. */
export function readSettings(sources: SettingsSources): AdminSettings {
  const { flags, env, cwd } = sources;
  const url = flags.url ?? nonEmpty(env['HELIOGRAPH_ADMIN_URL']);
  const key = flags.adminKey ?? nonEmpty(env['HELIOGRAPH_ADMIN_KEY']);
  if (url !== undefined && key !== undefined) return { url: address(url), key };

  const dev = readDevFile(cwd, nonEmpty(env['HELIOGRAPH_DATA_DIR']));
  if (url === undefined && key === undefined && dev) return dev;
  if (url === undefined) {
    if (dev && key !== undefined) return { url: dev.url, key };
    throw new CliError('the address of the admin API is not known', { next: NEXT, usage: true });
  }
  // The key of the development service goes to the development service only.
  if (dev && dev.url === address(url)) return dev;
  throw new CliError(`there is no admin key for ${address(url)}`, { next: NEXT, usage: true });
}

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

function address(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new CliError(`"${text}" is not an http or https address`, { usage: true });
  }
  return text.replace(/\/+$/, '');
}

function readDevFile(cwd: string, dataDirectory: string | undefined): AdminSettings | undefined {
  const file = findDevFile(cwd, dataDirectory);
  if (file === undefined) return undefined;
  try {
    const { admin } = JSON.parse(readFileSync(file, 'utf8')) as {
      admin: { baseUrl: string; apiKey: string };
    };
    return { url: address(admin.baseUrl), key: admin.apiKey };
  } catch (error) {
    throw new CliError(`${file} cannot be read as what \`npm start\` writes there`, {
      next: NEXT,
      cause: error,
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
