import { setTimeout as sleep } from 'node:timers/promises';
import { AdminClient } from '../../../cli/admin-client';
import type { NotificationLine } from '../../../cli/answers';
import { CliError } from '../../../cli/errors';
import { readEventFiles } from '../../../cli/event-files';
import type { Facts } from '../../dev/facts';
import { PEOPLE } from './people';
import { GONE } from './providers';

const APP = 'acme';
const ROUNDS = 4;
const ORDER = { order_id: 'A-1066', tracking_url: 'https://example.com/track/A-1066' };
const SETTLED_AFTER_MS = 60_000;

const SENDERS = [
  { type: 'domain', value: 'example.com' },
  { type: 'phone', value: '+15005550006' },
] as const;

const integrationsAt = (providers: string) =>
  [
    {
      channel: 'email',
      provider: 'postmark',
      name: 'Postmark',
      per_second: 50,
      settings: { server_token: 'sample', base_url: providers },
    },
    {
      channel: 'email',
      provider: 'smtp',
      name: 'Own relay',
      settings: { url: 'smtp://127.0.0.1:1' },
    },
    {
      channel: 'sms',
      provider: 'telnyx',
      name: 'Telnyx',
      settings: { api_key: 'sample', base_url: providers },
    },
  ] as const;

/** What the screenshots are of. */
export interface Sample {
  app: string;
  /** Ids of notifications. */
  failed: string;
  welcome: string;
}

/** Fills a new application through the API, as an owner and a product would. Waits until its first messages are sent. */
export async function fillSample(facts: Facts, { providers, events }: { providers: string; events: string }) {
  const admin = new AdminClient({ url: facts.admin.baseUrl, key: facts.admin.apiKey });
  const doing = `fill ${APP}`;
  try {
    await admin.post(doing, '/admin/v1/applications', {
      body: { name: APP, otp_domain: 'example.com', monthly_quota: 500_000 },
    });
  } catch (error) {
    // An earlier run has filled it.
    if (error instanceof CliError && error.code === 'APPLICATION_EXISTS') return settled(admin);
    throw error;
  }
  for (const sender of SENDERS)
    await admin.post(doing, '/admin/v1/applications/{app}/senders', { app: APP, body: sender });
  const { files } = await readEventFiles(process, events);
  for (const environment of ['production', 'sandbox'] as const)
    await admin.put('push events', '/admin/v1/applications/{app}/events/{environment}', {
      app: APP,
      environment,
      body: { files },
    });
  for (const integration of integrationsAt(providers))
    await admin.post(doing, '/admin/v1/applications/{app}/integrations', {
      app: APP,
      body: { ...integration, check: false },
    });
  const keyOf = async (environment: 'production' | 'sandbox', label: string): Promise<string> => {
    const body = { environment, label };
    const { key } = await admin.post(doing, '/admin/v1/applications/{app}/keys', { app: APP, body });
    return key.api_key;
  };
  const key = {
    production: await keyOf('production', 'checkout'),
    sandbox: await keyOf('sandbox', 'staging'),
  };

  const send = async (environment: 'production' | 'sandbox', event: string, body: object): Promise<void> => {
    const response = await fetch(`${facts[environment].baseUrl}/v1/send/${event}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key[environment]}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status === 429) {
      await sleep(Number(response.headers.get('retry-after')) * 1000);
      return send(environment, event, body);
    }
    if (!response.ok) throw new Error(`${event} was refused: ${await response.text()}`);
  };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, [name, email]] of PEOPLE.entries()) {
      const { event, payload } = sendOf(round * PEOPLE.length + index, name);
      await send('production', event, { to: { email, name, phone: phoneOf(index) }, payload });
      if (index % 7 === 3)
        await send('production', 'order-shipped', {
          to: { email: GONE, name: 'Dorothy Vaughan' },
          payload: ORDER,
        });
    }
  for (const [name, email] of PEOPLE.slice(2, 5))
    await send('production', 'trial-ending', { to: { email, name }, payload: { name: name.split(' ')[0] } });
  await send('production', 'order-shipped', {
    to: { email: PEOPLE[0][1], name: PEOPLE[0][0] },
    payload: ORDER,
  });
  for (const [name, email] of PEOPLE.slice(0, 6)) {
    await send('sandbox', 'welcome', { to: { email, name }, payload: { name: name.split(' ')[0] } });
    await send('sandbox', 'verification-code', { to: { email, name }, payload: { code: '482913' } });
  }
  return settled(admin);
}

async function settled(admin: AdminClient): Promise<Sample> {
  const list = async (query: { status: NotificationLine['status']; event?: string }) => {
    const { notifications } = await admin.get(
      'list notifications',
      '/admin/v1/applications/{app}/notifications',
      { app: APP, environment: 'production', limit: 100, ...query },
    );
    return notifications;
  };
  const until = Date.now() + SETTLED_AFTER_MS;
  while (Date.now() < until && (await list({ status: 'running' })).length > 0) await sleep(500);
  const [failed] = await list({ status: 'failed' });
  const [welcome] = await list({ status: 'completed', event: 'order-shipped' });
  if (!failed || !welcome)
    throw new Error('The sample data did not come to a failure and a success in time.');
  return { app: APP, failed: failed.id, welcome: welcome.id };
}

const phoneOf = (index: number): string => `+1202555${String(100 + index).padStart(4, '0')}`;

/** What a shop sends: mostly orders, now and then something else. */
function sendOf(index: number, name: string): { event: string; payload: object } {
  const [first] = name.split(' ');
  const order = `A-${1001 + index}`;
  switch (index % 6) {
    case 0:
      return { event: 'welcome', payload: { name: first } };
    case 1:
      return { event: 'onboarding', payload: { name: first } };
    case 2:
      return { event: 'verification-code', payload: { code: String(120_000 + index * 37) } };
    default:
      return {
        event: 'order-shipped',
        payload: { order_id: order, tracking_url: `https://example.com/track/${order}` },
      };
  }
}
