import type { DemoKeys } from './demo';
import type { DevSettings } from './settings';

export const CHILD_NAMES = ['temporal', 'mongo', 'mail', 'heliograph'] as const;
export type ChildName = (typeof CHILD_NAMES)[number];

/**
 * Content of `.data/dev.json`, for scripts. A server that was configured, not started, has no pid. API and worker are one
 * process.
 */
export interface Facts {
  production: { baseUrl: string; apiKey: string };
  sandbox: { baseUrl: string; apiKey: string };
  admin: { baseUrl: string; apiKey: string };
  mongoUri: string;
  temporalAddress: string;
  temporalNamespace: string;
  temporalUi: string | null;
  metricsUrl: string;
  inboxUrl: string;
  /** Folder of the extensions; null: there are none. */
  extensions: string | null;
  pids: Record<'temporal' | 'mongo' | 'mail' | 'api' | 'worker', number | null> & { supervisor: number };
}

export interface Addresses {
  production: string;
  sandbox: string;
  admin: string;
  metrics: string;
  inbox: string;
  smtp: string;
  mongoUri: string;
  temporal: string;
  temporalUi: string | null;
}

const DATABASE = 'heliograph';

/** Returns the addresses of everything with these settings. */
export function addressesOf({ ports, mongoUri, temporalAddress }: DevSettings): Addresses {
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  return {
    production: at(ports.api),
    sandbox: at(ports.sandbox),
    admin: at(ports.admin),
    metrics: `${at(ports.metrics)}/metrics`,
    inbox: at(ports.inbox),
    smtp: `smtp://127.0.0.1:${ports.smtp}`,
    mongoUri: mongoUri ?? `mongodb://127.0.0.1:${ports.mongo}/${DATABASE}`,
    temporal: temporalAddress ?? `127.0.0.1:${ports.temporal}`,
    temporalUi: temporalAddress ? null : at(ports.temporalUi),
  };
}

/** Returns the content of `.data/dev.json`. */
export function factsOf(
  addresses: Addresses,
  { temporalNamespace, extensions }: Pick<DevSettings, 'temporalNamespace' | 'extensions'>,
  keys: DemoKeys & { admin: string },
  pids: ReadonlyMap<ChildName, number>,
): Facts {
  const pid = (name: ChildName): number | null => pids.get(name) ?? null;
  return {
    production: { baseUrl: addresses.production, apiKey: keys.production },
    sandbox: { baseUrl: addresses.sandbox, apiKey: keys.sandbox },
    admin: { baseUrl: addresses.admin, apiKey: keys.admin },
    mongoUri: addresses.mongoUri,
    temporalAddress: addresses.temporal,
    temporalNamespace,
    temporalUi: addresses.temporalUi,
    metricsUrl: addresses.metrics,
    inboxUrl: addresses.inbox,
    extensions,
    pids: {
      temporal: pid('temporal'),
      mongo: pid('mongo'),
      mail: pid('mail'),
      api: pid('heliograph'),
      worker: pid('heliograph'),
      supervisor: process.pid,
    },
  };
}
