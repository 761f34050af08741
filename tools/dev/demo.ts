import type { AdminClient } from '../../cli/admin-client';
import { CliError } from '../../cli/errors';
import { readEventFiles } from '../../cli/event-files';
import { type AppliedFiles, applyEvents } from './example-events';

const APPLICATION = 'demo';
const PATH = { app: APPLICATION };
const ENVIRONMENTS = ['production', 'sandbox'] as const;
const SETTINGS = { otp_domain: 'example.com', monthly_quota: 1_000_000 };
const SENDERS = [
  { type: 'domain', value: 'example.com' },
  { type: 'phone', value: '+15005550006' },
] as const;

export type DemoKeys = Record<(typeof ENVIRONMENTS)[number], string>;

export interface Demo {
  keys: DemoKeys;
  /** Names of the applied events. */
  events: string[];
  /** Events that were changed in an environment since the last start, and stay as they are. */
  changed: { name: string; environment: string }[];
  /** What is wrong in the example events, for the terminal. */
  problems: string[];
}

export interface DemoOptions {
  admin: AdminClient;
  baseUrls: DemoKeys;
  /** Keys of an earlier start, kept while they work. */
  earlierKeys: DemoKeys | undefined;
  eventsDirectory: string;
  /** What earlier starts applied. What this one applies is added. */
  applied: AppliedFiles;
}

/** Creates the demo application, its senders and its keys if they are missing, and applies the example events. */
export async function prepareDemo({
  admin,
  baseUrls,
  earlierKeys,
  eventsDirectory,
  applied,
}: DemoOptions): Promise<Demo> {
  await ensureApplication(admin);
  for (const sender of SENDERS)
    await admin.post(`add the sender ${sender.value}`, '/admin/v1/applications/{app}/senders', {
      ...PATH,
      body: sender,
    });
  const keys = earlierKeys && (await areKnown(earlierKeys, baseUrls)) ? earlierKeys : await makeKeys(admin);

  const { files } = await readEventFiles(process, eventsDirectory);
  const events = new Set<string>();
  const changed: Demo['changed'] = [];
  const problems = new Set<string>();
  for (const environment of ENVIRONMENTS) {
    try {
      const done = await applyEvents(admin, { path: PATH, environment, files, applied });
      done.names.forEach((name) => events.add(name));
      changed.push(...done.changed.map((name) => ({ name, environment })));
    } catch (error) {
      // A mistake in an event must not prevent the start.
      if (!(error instanceof CliError) || error.code !== 'VALIDATION_ERROR') throw error;
      (error.details.length > 0 ? error.details : [error.message]).forEach((problem) =>
        problems.add(problem),
      );
    }
  }
  return { keys, events: [...events], changed, problems: [...problems] };
}

async function ensureApplication(admin: AdminClient): Promise<void> {
  const doing = `make the application "${APPLICATION}"`;
  try {
    const body = { name: APPLICATION, ...SETTINGS };
    await admin.post(doing, '/admin/v1/applications', { body });
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'APPLICATION_EXISTS') throw error;
    await admin.patch(doing, '/admin/v1/applications/{app}', { ...PATH, body: SETTINGS });
  }
}

async function makeKeys(admin: AdminClient): Promise<DemoKeys> {
  const make = async (environment: (typeof ENVIRONMENTS)[number]): Promise<string> => {
    const { key } = await admin.post(`make a key of ${environment}`, '/admin/v1/applications/{app}/keys', {
      ...PATH,
      body: { environment, label: 'npm start' },
    });
    return key.api_key;
  };
  return { production: await make('production'), sandbox: await make('sandbox') };
}

/** Returns whether the service knows the keys. If their database is gone, it answers 401. */
async function areKnown(keys: DemoKeys, baseUrls: DemoKeys): Promise<boolean> {
  for (const environment of ENVIRONMENTS) {
    const url = `${baseUrls[environment]}/v1/notifications/00000000-0000-4000-8000-000000000000`;
    const headers = { Authorization: `Bearer ${keys[environment]}` };
    const { status } = await fetch(url, { headers, signal: AbortSignal.timeout(15_000) });
    if (status === 401) return false;
  }
  return true;
}
