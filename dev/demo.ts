import { AdminError, type AdminRequest } from './admin-client';
import { readEventFiles } from '../cli/event-files';

const APPLICATION = 'demo';
const ENVIRONMENTS = ['production', 'sandbox'] as const;
const SETTINGS = { otp_domain: 'example.com', monthly_quota: 1_000_000 };
const SENDERS = [
  { type: 'domain', value: 'example.com' },
  { type: 'phone', value: '+15005550006' },
];

export type DemoKeys = Record<(typeof ENVIRONMENTS)[number], string>;

export interface Demo {
  keys: DemoKeys;
  /** Names of the applied events. */
  events: string[];
  /** What stood in the way of the example events, for the terminal. */
  problems: string[];
}

export interface DemoOptions {
  admin: AdminRequest;
  baseUrls: DemoKeys;
  /** Keys of an earlier start, kept while they work. */
  earlierKeys: DemoKeys | undefined;
  eventsDirectory: string;
}

/** Makes the demo application with its senders, keys and events, as far as they are not there already. */
export async function prepareDemo({
  admin,
  baseUrls,
  earlierKeys,
  eventsDirectory,
}: DemoOptions): Promise<Demo> {
  await ensureApplication(admin);
  for (const sender of SENDERS) await admin('POST', `/applications/${APPLICATION}/senders`, sender);
  const keys = earlierKeys && (await work(earlierKeys, baseUrls)) ? earlierKeys : await makeKeys(admin);

  const { files } = await readEventFiles(process, eventsDirectory);
  const events = new Set<string>();
  const problems = new Set<string>();
  for (const environment of ENVIRONMENTS) {
    try {
      const route = `/applications/${APPLICATION}/events/${environment}`;
      const { applied } = await admin<{ applied: string[] }>('PUT', route, { files });
      applied.forEach((name) => events.add(name));
    } catch (error) {
      // Someone is editing an event: that is no reason to start nothing.
      if (!(error instanceof AdminError) || error.status !== 400) throw error;
      error.problems.forEach(({ file, line, message }) => {
        problems.add([file, line, ` ${message}`].filter((part) => part !== undefined).join(':'));
      });
      if (error.problems.length === 0) problems.add(error.message);
    }
  }
  return { keys, events: [...events], problems: [...problems] };
}

async function ensureApplication(admin: AdminRequest): Promise<void> {
  try {
    await admin('POST', '/applications', { name: APPLICATION, ...SETTINGS });
  } catch (error) {
    if (!(error instanceof AdminError) || error.status !== 409) throw error;
    await admin('PATCH', `/applications/${APPLICATION}`, SETTINGS);
  }
}

async function makeKeys(admin: AdminRequest): Promise<DemoKeys> {
  const make = async (environment: string): Promise<string> => {
    const route = `/applications/${APPLICATION}/keys`;
    const { key } = await admin<{ key: { api_key: string } }>('POST', route, {
      environment,
      label: 'npm start',
    });
    return key.api_key;
  };
  return { production: await make('production'), sandbox: await make('sandbox') };
}

/** Keys of a database that is gone are refused; every other answer means that the key is known. */
async function work(keys: DemoKeys, baseUrls: DemoKeys): Promise<boolean> {
  for (const environment of ENVIRONMENTS) {
    const url = `${baseUrls[environment]}/v1/notifications/00000000-0000-4000-8000-000000000000`;
    const headers = { Authorization: `Bearer ${keys[environment]}` };
    const { status } = await fetch(url, { headers, signal: AbortSignal.timeout(15_000) });
    if (status === 401) return false;
  }
  return true;
}
