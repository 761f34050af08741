import { readFileSync } from 'node:fs';
import {
  type ClientConfigProfile,
  type ClientConnectConfig,
  loadClientConfigProfile,
  toClientOptions,
} from '@temporalio/envconfig';
import { tlsProblems } from './server-tls';

/** Where a Temporal server is, and what it takes to be let in. */
export interface TemporalServer extends Pick<
  ClientConnectConfig['connectionOptions'],
  'tls' | 'apiKey' | 'metadata'
> {
  /** host:port */
  address: string;
  namespace: string;
}

type Environment = Readonly<Record<string, string>>;

/** Address of a frontend: host:port. */
export const ADDRESS = /^[^\s/]+:\d+$/;
const DEFAULTS = { address: '127.0.0.1:7233', namespace: 'default' };

/**
 * Returns the server that Temporal's standard variables name, or what is wrong with them. A profile of a configuration file
 * counts only if TEMPORAL_CONFIG_FILE or TEMPORAL_PROFILE is set: a file of the user's `temporal` command alone does not
 * change where a service connects. A variable counts before the file.
 */
export function readTemporalServer(env: Environment): { server: TemporalServer } | { problems: string[] } {
  const read = readProfile(env);
  if ('problems' in read) return read;
  const { profile } = read;
  const problems = tlsProblems(profile.tls);
  if (profile.address !== undefined && env.TEMPORAL_ADDRESS === undefined && !ADDRESS.test(profile.address))
    problems.push('TEMPORAL_CONFIG_FILE: the address of its profile must be host:port');
  if (profile.tls?.disabled && profile.apiKey !== undefined)
    problems.push(
      'TEMPORAL_TLS: is false, so anyone on the network path could read TEMPORAL_API_KEY. Remove one of the two settings',
    );
  if (problems.length > 0) return { problems };
  const { connectionOptions, namespace = DEFAULTS.namespace } = toClientOptions(profile);
  const { address = DEFAULTS.address, tls = false, apiKey, metadata } = connectionOptions;
  return { server: { address, namespace, tls, apiKey, metadata } };
}

function readProfile(env: Environment): { profile: ClientConfigProfile } | { problems: string[] } {
  const { TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: name = 'default' } = env;
  const hasFile = file !== undefined || env.TEMPORAL_PROFILE !== undefined;
  const source = file ?? "the user's temporal.toml";
  try {
    // The loader would write the settings to what all objects inherit.
    if (name in Object.prototype) throw new Error('no such profile');
    // The loader takes a file that is not there for an empty one.
    const configSource = file === undefined ? undefined : { data: readFileSync(file, 'utf8') };
    return {
      profile: loadClientConfigProfile({
        ...(hasFile ? { profile: name, configSource } : { disableFile: true }),
        configFileStrict: true,
        overrideEnvVars: { ...env },
      }),
    };
  } catch (error) {
    return { problems: [problemOf(error as Error & { code?: string; line?: number }, source, name)] };
  }
}

/** Returns the setting, what is wrong, and what to do. It never has a line of the file, because a key may be in it. */
function problemOf(error: Error & { code?: string; line?: number }, source: string, profile: string): string {
  const both = /^Cannot specify both (\w+)_path and/.exec(error.message)?.[1]?.toUpperCase();
  if (both !== undefined)
    return `TEMPORAL_TLS_${both}_DATA: is set, and so is TEMPORAL_TLS_${both}_PATH. Set only one of them`;
  if (error.code !== undefined) return `TEMPORAL_CONFIG_FILE: ${source} cannot be read (${error.code})`;
  if (error.line !== undefined)
    return `TEMPORAL_CONFIG_FILE: line ${error.line} of ${source} is not valid TOML`;
  if (error.message.startsWith('Validation error: '))
    return `TEMPORAL_CONFIG_FILE: ${source}: ${error.message.slice('Validation error: '.length)}`;
  return `TEMPORAL_PROFILE: ${source} has no profile "${profile}". Add a table [profile.${profile}] or name another profile`;
}
