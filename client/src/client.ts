import { randomUUID } from 'node:crypto';
import { asciiJson, type BulkBody, isRepeatable, jsonLines, type Recipients } from './bulk';
import { createContacts } from './contacts';
import { CANCEL_SECONDS, createNotifications } from './notifications';
import { type Call, type Connection, request, segment } from './request';
import type {
  Accepted,
  AnyEvents,
  BatchAccepted,
  BulkAnswer,
  CancelOptions,
  Channel,
  Notification,
  Recipient,
  SendBody,
  SendRequest,
  SignalOptions,
} from './types';
import { createSegments } from './segments';
import { createTopics } from './topics';
import { createWebhooks } from './webhooks';

export interface HeliographOptions {
  /** Address of the environment, for example `https://notify.example.com`. */
  baseUrl: string;
  /** `live_…` for production, `test_…` for sandbox. */
  apiKey: string;
  /** Timeout of one attempt, milliseconds. @default 10000 */
  timeout?: number;
  /** Maximum number of retries of a request that is safe to repeat. @default 2 */
  retries?: number;
}

export interface SendOptions {
  /** Requests with the same key send once in 24 hours. @default a new key for each call, so that retries are safe */
  idempotencyKey?: string;
  /** Seconds, 1 to 30, to wait for the outcome of the first message. Only for one recipient. */
  wait?: number;
}

export interface BulkOptions extends Pick<SendOptions, 'idempotencyKey'> {
  /** Sends over this channel. @default the service chooses */
  channel?: Channel;
}

/** Time in which the service must have a whole list. */
const BULK_SECONDS = 30;

type ToOne<Payload> = SendBody<Payload> & { to: Recipient };
type ToMany<Payload> = SendBody<Payload> & { to: Recipient[] };

/**
 * Client of one environment of the service. Every method throws `HeliographError`. `Events` has the type of each event's
 * payload by its name, as `heliograph events types` writes it. Without it, every name and payload is valid.
 */
export class Heliograph<Events extends object = AnyEvents> {
  readonly #connection: Connection;
  /** Notifications by their ids, and lists of them. */
  readonly notifications: ReturnType<typeof createNotifications>;
  /** Recipients that the service has stored. */
  readonly contacts: ReturnType<typeof createContacts>;
  /** Lists of contacts. */
  readonly topics: ReturnType<typeof createTopics>;
  /** Saved filters of contacts. */
  readonly segments: ReturnType<typeof createSegments>;
  /** The endpoint that gets events of deliveries. */
  readonly webhooks: ReturnType<typeof createWebhooks>;

  constructor({ baseUrl, apiKey, timeout = 10_000, retries = 2 }: HeliographOptions) {
    if (!URL.canParse(baseUrl))
      throw new TypeError('baseUrl must be a URL, for example http://127.0.0.1:3000');
    if (!apiKey) throw new TypeError('apiKey must be a key of the service, live_… or test_…');
    if (!(timeout > 0)) throw new TypeError('timeout must be a number of milliseconds above 0');
    if (!(retries >= 0)) throw new TypeError('retries must be 0 or more');
    this.#connection = { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, timeout, retries };
    const call = <T>(one: Call): Promise<T> => request<T>(this.#connection, one);
    this.notifications = createNotifications(call);
    this.contacts = createContacts(call);
    this.topics = createTopics(call);
    this.segments = createSegments(call);
    this.webhooks = createWebhooks(call);
  }

  /** Sends an event over the channel that the service chooses. */
  send<Name extends keyof Events & string>(
    event: Name,
    body: ToMany<Events[Name]>,
    options?: SendOptions,
  ): Promise<BatchAccepted>;
  send<Name extends keyof Events & string>(
    event: Name,
    body: ToOne<Events[Name]>,
    options: SendOptions & { wait: number },
  ): Promise<Notification>;
  send<Name extends keyof Events & string>(
    event: Name,
    body: ToOne<Events[Name]>,
    options?: SendOptions,
  ): Promise<Accepted>;
  send(event: string, body: SendRequest, options?: SendOptions): Promise<unknown> {
    return this.#send(`/v1/send/${segment('event', event)}`, body, options);
  }

  /** Sends an event over this channel. With `slack`, `to` may be a Slack channel. */
  sendTo<Name extends keyof Events & string>(
    event: Name,
    channel: Channel,
    body: ToMany<Events[Name]>,
    options?: SendOptions,
  ): Promise<BatchAccepted>;
  sendTo<Name extends keyof Events & string>(
    event: Name,
    channel: Channel,
    body: ToOne<Events[Name]>,
    options: SendOptions & { wait: number },
  ): Promise<Notification>;
  sendTo<Name extends keyof Events & string>(
    event: Name,
    channel: Channel,
    body: ToOne<Events[Name]>,
    options?: SendOptions,
  ): Promise<Accepted>;
  sendTo(event: string, channel: Channel, body: SendRequest, options?: SendOptions): Promise<unknown> {
    return this.#send(`/v1/send/${segment('event', event)}/${segment('channel', channel)}`, body, options);
  }

  /**
   * Sends an event to up to 10,000 recipients, which are read as they are sent. Each line has its own result. Retries have one
   * key and send to nobody twice. If `recipients` is a generator, there are no retries: give a function that makes it.
   */
  sendBulk<Name extends keyof Events & string>(
    event: Name,
    recipients: Recipients,
    body: BulkBody<Events[Name]> = {} as BulkBody<Events[Name]>,
    { idempotencyKey = randomUUID(), channel }: BulkOptions = {},
  ): Promise<BulkAnswer> {
    const over = channel === undefined ? '' : `/${segment('channel', channel)}`;
    return request(this.#connection, {
      method: 'POST',
      path: `/v1/send/${segment('event', event)}${over}`,
      stream: () => jsonLines(recipients),
      shared: asciiJson(body),
      idempotencyKey,
      work: BULK_SECONDS,
      ...(!isRepeatable(recipients) && { retries: 0 }),
    });
  }

  /** Returns a notification with its messages. */
  notification(id: string): Promise<Notification> {
    return request(this.#connection, { method: 'GET', path: `/v1/notifications/${segment('id', id)}` });
  }

  /** Returns the answer to a send to an array again, by its id. */
  batch(id: string): Promise<BatchAccepted> {
    return request(this.#connection, { method: 'GET', path: `/v1/batches/${segment('id', id)}` });
  }

  /** Cancels the pending notifications of an event for a recipient. Returns how many it stopped. */
  async cancel(event: keyof Events & string, to: Recipient, options: CancelOptions = {}): Promise<number> {
    const path = `/v1/cancel/${segment('event', event)}`;
    const call: Call = { method: 'POST', path, body: { ...options, to }, work: CANCEL_SECONDS };
    return (await request<{ cancelled: number }>(this.#connection, call)).cancelled;
  }

  /**
   * Signals the open notifications of an event for a recipient whose sequences in code handle the signal. Returns how many
   * got it. If Temporal is not available, a retry may signal one of them twice.
   */
  async signal(
    event: keyof Events & string,
    to: Recipient,
    signal: string,
    args: unknown[] = [],
    options: SignalOptions = {},
  ): Promise<number> {
    const path = `/v1/signal/${segment('event', event)}`;
    const call: Call = { method: 'POST', path, body: { ...options, to, signal, args } };
    return (await request<{ signalled: number }>(this.#connection, call)).signalled;
  }

  #send(path: string, body: SendRequest, { idempotencyKey = randomUUID(), wait }: SendOptions = {}) {
    return request(this.#connection, { method: 'POST', path, body, idempotencyKey, wait });
  }
}
