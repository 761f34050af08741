import { setTimeout as sleep } from 'node:timers/promises';
import { makeApplication } from '../application';
import { eventually } from '../eventually';
import { API_KEY } from '../providers/resend-server';
import { ACCOUNT_SID } from '../providers/twilio-server';
import { TOKEN } from '../providers/postmark-server';
import { SLACK_TOKEN } from '../providers/slack-server';
import type { ServiceProcess } from '../service';
import type { Stack } from '../stack';
import { type WebhookReceiver, startWebhookReceiver } from '../webhook-receiver';
import { type RandomProviders, startProviders } from './providers';
import { POSTMARK_LOGIN, TWILIO_TOKEN } from './receipts';
import { type Person, cancelsOf, eventName, inArray, peopleOf, sendTo, sendToAll } from './traffic';
import { type Watch, watch } from './watch';
import type { Kill, RandomEvent, World } from './world';

/** Everything that a round left to look at. */
export interface Played {
  stack: Stack;
  people: Person[];
  watched: Watch;
  providers: RandomProviders;
  hook: WebhookReceiver;
  applicationId: string;
  /** The longest that a process or a connection stood still, milliseconds. */
  stallMs: number;
  /** Messages that expired because no worker had time for them (wrong-failure.ts). */
  starved: Set<string>;
}

export interface RunOptions {
  /** The service's workers; one that is killed is replaced here. */
  workers: ServiceProcess[];
  /** The longest that all of it may take to end, milliseconds. */
  endsWithinMs: number;
  /** Which provider sends e-mail first; Resend is the second. @default postmark */
  email?: 'postmark' | 'smtp';
  /** The longest that a process or a connection stands still, milliseconds. @default 0 */
  stallMs?: number;
  /** Time between two looks at the notifications, milliseconds. @default 250 */
  watchEveryMs?: number;
  /** Told of each notification that was accepted. */
  onAccepted?: (id: string) => void;
  onWatch?: (watched: Watch) => void;
}

/** The file of an event; YAML takes JSON as it is. */
const fileOf = ({ steps, channels, delivery, retryForMs }: RandomEvent): string =>
  JSON.stringify({
    ...{ channels, delivery, retry_for: `${retryForMs}ms`, sequence: steps },
    templates: {
      email: { en: { subject: 'Hello {{contact.name}}', text: 'About {{mark}}' } },
      sms: { en: { text: 'About {{mark}}, {{contact.name}}' } },
      ...(channels.includes('slack') && { slack: { en: { text: 'About {{mark}}' } } }),
    },
  });

/** Plays a world over a running service: sends, cancels, kills and reports, until everything has ended and was told. */
export async function runWorld(stack: Stack, world: World, options: RunOptions): Promise<Played> {
  const files = world.events.map((event, index) => [`${eventName(index)}.yaml`, fileOf(event)]);
  const app = await makeApplication(stack, Object.fromEntries(files) as Record<string, string>);
  const paths = { postmark: '', twilio: '' };
  const [providers, hook] = await Promise.all([
    startProviders(stack.production.baseUrl, () => paths),
    startWebhookReceiver(),
  ]);
  const { urls } = providers;
  const add = async (provider: string, settings: object, body: object): Promise<string> => {
    const added = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
      ...{ provider, settings, check: false },
      ...body,
    });
    if (added.status !== 201) throw new Error(`${provider} was not added: ${JSON.stringify(added.body)}`);
    return `/receipts/${provider}/${added.body.integration.id}`;
  };
  const postmark = { server_token: TOKEN, base_url: urls.postmark, ...POSTMARK_LOGIN };
  const twilio = { account_sid: ACCOUNT_SID, auth_token: TWILIO_TOKEN, base_url: urls.twilio };
  if (options.email === 'smtp') await add('smtp', { url: urls.smtp }, { channel: 'email', priority: 1 });
  else paths.postmark = await add('postmark', postmark, { channel: 'email', priority: 1 });
  await add('resend', { api_key: API_KEY, base_url: urls.resend }, { channel: 'email', priority: 2 });
  paths.twilio = await add('twilio', twilio, { channel: 'sms' });
  await add('slack', { token: SLACK_TOKEN, base_url: `${urls.slack}/api` }, { channel: 'slack' });
  await app.production.post('/v1/webhooks', { url: hook.url });

  const people = peopleOf(world);
  const failing = new Set<string>();
  hook.statusOf = ({ body }) => (failing.delete(body.request_id) ? 503 : undefined);
  const watched = watch(app.production, options.watchEveryMs);
  options.onWatch?.(watched);
  for (const person of people) {
    for (const address of [person.email, person.phone, person.slack])
      if (address) providers.programme(address, person.of);
  }
  const accept = (person?: Person) => (id: string) => {
    if (person?.of.hookFails) failing.add(id);
    watched.add(id);
    options.onAccepted?.(id);
  };
  const arrays = world.events.flatMap((_, index) =>
    inGroups(people.filter((person) => person.of.event === index && inArray(person))),
  );
  const single = people.filter((person) => !inArray(person));
  await Promise.all([
    ...arrays.map(async (together) => {
      await sleep(together[0]?.of.atMs ?? 0);
      await sendToAll(app.production, together, accept());
      await Promise.all(together.map((person) => cancelsOf(app.production, person)));
    }),
    ...single.map(async (person) => {
      await sendTo(app.production, person, accept(person));
      await cancelsOf(app.production, person);
    }),
    killAll(stack, world.kills, options.workers),
  ]);
  const ids = people.flatMap((person) => person.ids);
  await eventually('all notifications to end', () => watched.over(), options.endsWithinMs).catch(
    (error: unknown) => {
      const open = [...watched.views.values()].filter(({ completed_at }) => !completed_at);
      throw new Error(`${String(error)}; still open: ${JSON.stringify(open, null, 1)}`);
    },
  );
  await providers.allReported();
  await eventually(
    'all webhook events to be told',
    async () => {
      for (const id of ids)
        if (((await stack.store.notifications.get(id))?.untold ?? []).length > 0) return false;
      return true;
    },
    options.endsWithinMs,
  );
  await watched.stop();
  const { stallMs = 0 } = options;
  return { stack, people, watched, providers, hook, applicationId: app.id, stallMs, starved: new Set() };
}

/** The most recipients that a round sends in one request. */
const ARRAY_SIZE = 20;
const inGroups = (people: Person[]): Person[][] =>
  Array.from({ length: Math.ceil(people.length / ARRAY_SIZE) }, (_, index) =>
    people.slice(index * ARRAY_SIZE, (index + 1) * ARRAY_SIZE),
  );

/** Kills at the planned times, and starts again; each kind one after the other. */
async function killAll(stack: Stack, kills: Kill[], workers: ServiceProcess[]): Promise<void> {
  const from = Date.now();
  const inTurn = async (what: Kill['what']): Promise<void> => {
    for (const [index, { atMs, downMs }] of kills.filter((kill) => kill.what === what).entries()) {
      await sleep(Math.max(0, from + atMs - Date.now()));
      const at = index % workers.length;
      await (what === 'api' ? stack.api : workers[at]!).kill();
      await sleep(downMs);
      if (what === 'api') await stack.restartApi();
      else workers[at] = await stack.startWorker();
    }
  };
  await Promise.all([inTurn('worker'), inTurn('api')]);
}
