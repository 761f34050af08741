import { type ApplicationHost, type TestApplication, makeApplication } from './application';
import { erasureWorkflowId } from '../../workflows/contract';
import { type ApiServer, startApiServer } from './providers/api-server';
import { startPostmark, TOKEN } from './providers/postmark-server';
import { eventually } from './eventually';
import { newAddress, untilEnded, untilStatus } from './journey';
import { untilTimer } from './run-facts';
import type { Stack } from './stack';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const CREDENTIALS = { webhook_username: 'postmark', webhook_password: 'a-password-of-ours' };
const TEMPLATES = `
templates: { email: { en: { subject: '{{event}}', text: Hello } } }
`;
/** The events of both applications; what is timed ends at `due`. */
const eventsUntil = (due: number): Record<string, string> => {
  const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
  const seconds = Math.ceil((due - Date.now()) / SECOND);
  const thanks = `{ send: { channel: email, templates: { email: { en: { subject: thanks, text: Hello } } } } }`;
  return {
    'plain.yaml': TEMPLATES,
    'nap.yaml': `${TEMPLATES}\nsequence:\n  - send: email\n  - wait: ${seconds}s\n  - ${thanks}`,
    'quiet.yaml': `quiet_hours: { from: '${clock(Date.now() - 10 * MINUTE)}', to: '${clock(due)}' }\n${TEMPLATES}`,
    'confirmed.yaml': `${TEMPLATES}\nsequence:\n  - send: { name: first, channel: email }\n  - if: { delivered: first, within: 1h }\n    then: [${thanks}]`,
    'trial.yaml': `${TEMPLATES}step_templates: { thanks: { email: { en: { subject: thanks, text: Hello } } } }
sequence: { code: trial-ending }`,
  };
};

/** What a notification sleeps in; those of the second list need a receipt or a signal to wake. */
const TIMED = ['send_at', 'nap', 'quiet', 'paced nap'] as const;
const WOKEN = ['confirmed', 'trial'] as const;
const KINDS = { timed: TIMED, woken: WOKEN, all: [...TIMED, ...WOKEN] };
type Kind = (typeof TIMED)[number] | (typeof WOKEN)[number] | 'plain';

const eventOf = (kind: Kind): string => (kind === 'send_at' ? 'plain' : kind === 'paced nap' ? 'nap' : kind);

export interface Sleeper {
  kind: Kind;
  id: string;
  to: string;
}

/** Applications whose notifications sleep in every way there is until `due`, and what they are sent over. */
export interface Sleepers {
  /** When those that a timer wakes do so, milliseconds since 1970. */
  due: number;
  /** Begins one of each, and returns when they sleep. */
  begin(kinds: 'timed' | 'woken' | 'all'): Promise<Sleeper[]>;
  /** The receipt or the signal that one waits for. */
  wake(sleeper: Sleeper): Promise<void>;
  /** Sends to that many people at once, without sleep. */
  sendPlain(count: number): Promise<Sleeper[]>;
  /** Waits until one has ended well; fails where it sent anything but its messages once each. */
  expectDelivered(sleeper: Sleeper): Promise<void>;
  /** Sends a notification whose webhook answers the third attempt only, after 50 s. */
  beginWebhook(): Promise<{ told: () => Promise<void> }>;
  /** Erases a contact, which ends a minute later. */
  beginErasure(): Promise<{ done: () => Promise<void> }>;
  close(): Promise<void>;
}

/** @param sleepMs How long they sleep at least; up to a minute longer, for quiet hours end with a full one. */
export async function createSleepers(
  stack: ApplicationHost & Pick<Stack, 'temporal'>,
  sleepMs: number,
): Promise<Sleepers> {
  const due = Math.ceil((Date.now() + sleepMs) / MINUTE) * MINUTE;
  const postmark = await startPostmark();
  const [app, paced] = await Promise.all([0, 1].map(() => makeApplication(stack, eventsUntil(due))));
  if (!app || !paced) throw new Error('there are two applications');
  const connect = async ({ path }: TestApplication, perSecond: number | null): Promise<string> => {
    const settings = { server_token: TOKEN, base_url: postmark.url, ...CREDENTIALS };
    const integration = {
      channel: 'email',
      provider: 'postmark',
      per_second: perSecond,
      settings,
      check: false,
    };
    const made = await stack.admin.post<{ integration: { id: string } }>(`${path}/integrations`, integration);
    return made.body.integration.id;
  };
  const [integration] = await Promise.all([connect(app, null), connect(paced, 50)]);
  const { endpoint, attemptsOf } = await startStubbornEndpoint();
  await paced.production.post('/v1/webhooks', { url: endpoint.url, enabled_events: ['delivery.sent'] });

  const apiOf = (kind: Kind) => (kind === 'paced nap' ? paced : app).production;
  const begin = async (kind: Kind): Promise<Sleeper> => {
    const to = newAddress();
    const sendAt = kind === 'send_at' ? { send_at: new Date(due).toISOString() } : {};
    const id = await apiOf(kind).send(eventOf(kind), { to, ...sendAt });
    await untilStatus(apiOf(kind), id, 'waiting');
    // With send_at it waits from its acceptance on, without a worker.
    await untilTimer(stack, id);
    return { kind, id, to };
  };
  const wake = async ({ kind, id }: Sleeper): Promise<void> => {
    if (kind === 'trial') await stack.temporal.workflow.getHandle(id).signal('converted');
    if (kind === 'confirmed') {
      const [message] = (await app.production.notification(id)).messages;
      const metadata = { notification_id: id, message_id: message?.id };
      const answer = await fetch(`${stack.production.baseUrl}/receipts/postmark/${integration}`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(Object.values(CREDENTIALS).join(':'))}` },
        body: JSON.stringify({
          ...{ RecordType: 'Delivery', DeliveredAt: new Date().toISOString(), MessageID: 'pm-1' },
          Metadata: metadata,
        }),
      });
      expect(answer.status).toBe(200);
    }
  };

  return {
    due,
    begin: (kinds) => Promise.all(KINDS[kinds].map(begin)),
    wake,
    sendPlain: (count) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const to = newAddress();
          return { kind: 'plain' as const, id: await app.production.send('plain', { to }), to };
        }),
      ),
    expectDelivered: async ({ kind, id, to }) => {
      // A nap that began later ends later by as much.
      const { status } = await untilEnded(apiOf(kind), id, Math.max(0, due - Date.now()) + 180_000);
      const event = eventOf(kind);
      const wanted = event === 'plain' || event === 'quiet' ? [event] : [event, 'thanks'];
      expect({ kind, status, mails: mailsTo(postmark, to) }).toEqual({
        kind,
        status: 'completed',
        mails: wanted,
      });
    },
    beginWebhook: async () => {
      const id = await paced.production.send('plain', { to: newAddress() });
      await eventually('a first attempt', () => attemptsOf(id) > 0);
      return {
        told: async () => void (await eventually('a third attempt', () => attemptsOf(id) === 3, 90_000)),
      };
    },
    beginErasure: async () => {
      const to = newAddress();
      await untilEnded(app.production, await app.production.send('plain', { to }));
      const path = `/v1/contacts/${encodeURIComponent(to)}`;
      const { contact } = (await app.production.get<{ contact: { uuid: string } }>(path)).body;
      expect((await app.production.request('DELETE', path)).status).toBe(200);
      const handle = stack.temporal.workflow.getHandle(erasureWorkflowId(contact.uuid));
      const status = async () => (await handle.describe()).status.name;
      await eventually('the erasure to begin', () => status().catch(() => undefined));
      return {
        done: async () =>
          void (await eventually('its end', async () => (await status()) === 'COMPLETED', 120_000)),
      };
    },
    close: async () => void (await Promise.all([postmark.close(), endpoint.close()])),
  };
}

const mailsTo = (postmark: ApiServer, to: string): string[] =>
  postmark.requests
    .filter(({ method, body }) => method === 'POST' && body.includes(to))
    .map(({ body }) => (JSON.parse(body) as { Subject: string }).Subject);

/** A webhook endpoint that is broken for the first two attempts at each event. */
async function startStubbornEndpoint() {
  const attempts = new Map<string, number>();
  const attemptsOf = (id: string): number => attempts.get(id) ?? 0;
  const endpoint = await startApiServer(({ body }) => {
    const { request_id: id } = JSON.parse(body) as { request_id: string };
    attempts.set(id, attemptsOf(id) + 1);
    return { status: attemptsOf(id) < 3 ? 503 : 200 };
  });
  return { endpoint, attemptsOf };
}
