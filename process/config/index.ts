import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { weaknessOfAdminKey, weaknessOfKey } from '../../core/access/weak-key';
import { readTemporalServer, type TemporalServer } from '../../temporal/server';
import { attachments } from './attachments';
import { dashboard } from './dashboard';
import { database, encryption } from './database';
import { limits, listeners } from './http';
import { mail, receipts } from './mail';
import { recovery, retention } from './maintenance';
import { network } from './network';
import { faults, processSettings, tracing } from './process';
import { signIn } from './sign-in';
import { temporal } from './temporal';
import { webhooks } from './webhooks';
import { rendering, worker } from './worker';

/**
 * Every setting of the service, read from the environment, in the order of `docs/reference/settings.md`, which shows the
 * text of each. Each has a default that works on one machine.
 */
const settings = z.object({
  ...{ ...processSettings, ...database, ...temporal, ...listeners, ...tracing, ...dashboard, ...signIn },
  ...{
    ...limits,
    ...receipts,
    ...encryption,
    ...mail,
    ...attachments,
    ...network,
    ...webhooks,
    ...worker,
    ...rendering,
  },
  ...{ ...recovery, ...retention, ...faults },
});

/** What no setting can say alone. */
const checkedSettings = settings.superRefine((given, context) => {
  const { BOUNCE_DOMAIN, BOUNCE_PORT, ENCRYPTION_KEY } = given;
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (BOUNCE_DOMAIN !== undefined && ENCRYPTION_KEY.length === 0)
    refuse(
      'BOUNCE_DOMAIN',
      'needs ENCRYPTION_KEY, which signs the return addresses (openssl rand -base64 32)',
    );
  if (BOUNCE_PORT !== undefined && BOUNCE_DOMAIN === undefined)
    refuse('BOUNCE_PORT', 'needs BOUNCE_DOMAIN, whose mail the API accepts on this port');
  if ((given.OIDC_ISSUER === undefined) !== (given.OIDC_CLIENT_ID === undefined))
    refuse(
      given.OIDC_ISSUER === undefined ? 'OIDC_ISSUER' : 'OIDC_CLIENT_ID',
      'is missing: OIDC_ISSUER and OIDC_CLIENT_ID need each other',
    );
  refuseKeysOfNoBucket(given, refuse);
  if (given.HELIOGRAPH_MODE === 'production') refuseInProduction(given, refuse);
});

/** A bucket needs both keys, and nothing else has them. */
function refuseKeysOfNoBucket(
  given: z.output<typeof settings>,
  refuse: (name: string, message: string) => void,
): void {
  const isBucket = given.ATTACHMENT_STORE?.kind === 's3';
  for (const name of ['ATTACHMENT_STORE_ACCESS_KEY_ID', 'ATTACHMENT_STORE_SECRET_ACCESS_KEY'] as const) {
    if (isBucket && given[name] === undefined)
      refuse(name, 'is missing: the bucket of ATTACHMENT_STORE is read with it');
    if (!isBucket && given[name] !== undefined)
      refuse(name, 'belongs to an ATTACHMENT_STORE that begins with s3://');
  }
}

/** What serves tests and trials only. Older encryption keys may be weak, so that one can be rotated away. */
function refuseInProduction(
  {
    ENCRYPTION_KEY: [first],
    TEMPORAL_ENCRYPTION_KEY: [payloadKey],
    ADMIN_API_KEY,
    HELIOGRAPH_FAULT,
    OIDC_ISSUER,
  }: z.output<typeof settings>,
  refuse: (name: string, message: string) => void,
): void {
  const weakKey = first && weaknessOfKey(first);
  if (weakKey)
    refuse(
      'ENCRYPTION_KEY',
      `its first key ${weakKey} and protects nothing. Put a random key (openssl rand -base64 32) and a comma before it, then run heliograph secrets reseal`,
    );
  const weakPayloadKey = payloadKey && weaknessOfKey(payloadKey);
  if (weakPayloadKey)
    refuse(
      'TEMPORAL_ENCRYPTION_KEY',
      `its first key ${weakPayloadKey} and protects nothing. Put a random key (openssl rand -base64 32) and a comma before it`,
    );
  const weakAdminKey = ADMIN_API_KEY && weaknessOfAdminKey(ADMIN_API_KEY);
  if (weakAdminKey)
    refuse(
      'ADMIN_API_KEY',
      `${weakAdminKey} and is easy to guess. Create one with: echo "admin_$(openssl rand -hex 24)"`,
    );
  if (OIDC_ISSUER?.startsWith('http:'))
    refuse(
      'OIDC_ISSUER',
      'must start with https://, because anyone who can change the traffic could sign in as any operator',
    );
  if (HELIOGRAPH_FAULT !== undefined)
    refuse('HELIOGRAPH_FAULT', 'makes the process crash and is for tests only. Remove it');
}

export type Config = z.infer<typeof settings> & {
  /** What TEMPORAL_ADDRESS, its like and the configuration file of Temporal come to. */
  temporal: TemporalServer;
};

/** Thrown when a setting cannot be used; the message names each one and what it must be. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Names of the settings of the service. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);

/**
 * Returns what the environment gives; an empty variable counts as not set. `<NAME>_FILE` names a file that contains the
 * setting, as Docker and Kubernetes mount secrets.
 */
function givenIn(names: readonly string[], env: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  for (const name of names) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined)
      problems.push(`${name}: is set, and so is ${name}_FILE. Set only one of them`);
    else
      try {
        given[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      } catch (error) {
        problems.push(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
      }
    if (given[name] === '') delete given[name];
  }
  return { given, problems };
}

const notValid = (problems: readonly string[]): ConfigError =>
  new ConfigError(`These settings are not valid:\n${problems.map((line) => `  ${line}`).join('\n')}`);

/** Reads the settings of the service. This and `readSettings` are the only readers of the environment. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { given, problems } = givenIn(SETTING_NAMES, env);
  const parsed = checkedSettings.safeParse(given);
  const found = readTemporalServer(given);
  if ('problems' in found) problems.push(...found.problems);
  else if (parsed.success && problems.length === 0) {
    const { server } = found;
    const { address: TEMPORAL_ADDRESS, namespace: TEMPORAL_NAMESPACE } = server;
    return { ...parsed.data, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, temporal: server };
  }
  const refused = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  throw notValid([...problems, ...refused]);
}

/** Reads other settings in the same way. The message of a wrong one never has the value of a secret. */
export function readSettings(
  shape: Readonly<Record<string, z.ZodType>>,
  secrets: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Record<string, unknown> {
  const { given, problems } = givenIn(Object.keys(shape), env);
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const parsed = schema.safeParse(given[name]);
    if (parsed.success) values[name] = parsed.data;
    else if (given[name] === undefined) problems.push(`${name}: is missing. ${schema.description ?? ''}`);
    else
      problems.push(
        ...parsed.error.issues.map(
          ({ message }) =>
            `${name}: ${secrets.includes(name) ? message.replaceAll(given[name]!, '***') : message}`,
        ),
      );
  }
  if (problems.length > 0) throw notValid(problems);
  return values;
}

/** Returns a default as text: a list, or one value. */
const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(',');
  return ['string', 'number', 'boolean'].includes(typeof value) ? (value as string).toString() : '(none)';
};

/** Name, text and default of every setting, for the documentation. */
export function describeSettings(): { name: string; text: string; fallback: string }[] {
  return Object.entries(settings.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined);
    return {
      name,
      text: schema.description ?? '',
      fallback: fallback.success ? shown(fallback.data) : '(none)',
    };
  });
}
