/**
 * What somebody outside the service can see: requests and their responses, calls of providers, receipts, webhooks. The
 * simulated world writes these, in order; the auditor reads nothing else. Times are milliseconds of the world's true
 * clock.
 */
export type Observation = { at: number } & (
  | Sent
  | Read
  | Cancelled
  | Erased
  | SuppressionChanged
  | ProviderCall
  | Receipt
  | WebhookCall
  | QuotaRead
  | Disturbance
);

/** One recipient of a send, with the notification that the response gave it, or the refusal. */
export interface Addressee {
  /** An e-mail address or a phone number, unique for each person of the world. */
  address: string;
  notification?: string;
  refused?: { status: number; code: string };
}

/** A response to POST /v1/send, or its absence (`status: 0`: the connection broke, so both outcomes are possible). */
export interface Sent {
  kind: 'send';
  /** The id of the request in this world; a repeat with the same key is another request. */
  request: string;
  event: string;
  channel: 'email' | 'sms';
  idempotencyKey?: string;
  /** What the request asks for; two requests with one key may differ in it. */
  fingerprint: string;
  /** When the request left the client, milliseconds. */
  askedAt: number;
  status: number;
  replayed?: boolean;
  to: Addressee[];
  /** What the event says of repeats after an unknown outcome. */
  guarantee: 'at_least_once' | 'at_most_once';
  /** How long the message may be retried after acceptance, milliseconds. */
  expiresAfter: number;
  /** The time of `send_at`, milliseconds, if there is one. */
  sendAt?: number;
  /** The window of the digest that the event collects, milliseconds, if it is one. */
  digestWindow?: number;
}

/** A response to GET /v1/notifications/{id}. */
export interface Read {
  kind: 'read';
  askedAt: number;
  notification: string;
  status: number;
  body?: {
    status: 'running' | 'waiting' | 'completed' | 'failed' | 'stopped';
    completedAt: number | null;
    messages: {
      id: string;
      channel: string;
      status: 'queued' | 'sent' | 'delivered' | 'failed';
      sentAt: number | null;
      deliveredAt: number | null;
      /** The code, such as `EXPIRED` or `RECIPIENT_REJECTED`. */
      error: string | null;
    }[];
  };
  /** True for the reads after the world has come to rest: every fault is over and all timers have run. */
  atRest: boolean;
}

/** A response to POST /v1/cancel. */
export interface Cancelled {
  kind: 'cancel';
  askedAt: number;
  event: string;
  address: string;
  status: number;
  /** How many notifications the response says are stopped. */
  cancelled?: number;
}

/** A response to DELETE /v1/contacts/{identifier}. */
export interface Erased {
  kind: 'erase';
  askedAt: number;
  address: string;
  status: number;
}

/** An operator, the person or a provider changes whether an address is suppressed; written when that is answered. */
export interface SuppressionChanged {
  kind: 'suppression';
  askedAt: number;
  address: string;
  change: 'add' | 'lift';
  reason: 'manual' | 'unsubscribed' | 'bounced' | 'complained';
  status: number;
}

/** A provider was asked to send one message. */
export interface ProviderCall {
  kind: 'provider';
  /** The name of the integration. */
  provider: string;
  /** The address of a single recipient. */
  address: string;
  /** The notification and the message that the request names (the simulated provider reads them from its headers). */
  notification: string;
  message: string;
  /** The key by which the provider recognizes a repeat, if its protocol has one. */
  key?: string;
  /** When the request reached the provider, milliseconds (`at` is when its answer left, or would have). */
  askedAt: number;
  /** What the provider did: only `accepted` reaches the person. A recognized repeat is `deduplicated`. */
  did: 'accepted' | 'deduplicated' | 'refused' | 'temporarily_refused' | 'rate_limited' | 'nothing';
  /** What the service could see of it. `lost`: a time-out or a broken connection after the request was written. */
  answered: 'truthfully' | 'lost' | 'unreachable';
  /** The provider's id for what it accepted. */
  providerMessageId?: string;
}

/** A provider reported something about a message that it accepted before. */
export interface Receipt {
  kind: 'receipt';
  provider: string;
  providerMessageId: string;
  address: string;
  says: 'delivered' | 'failed' | 'bounced' | 'complained';
  /** The status of the service's response. */
  status: number;
}

/** The endpoint of the application was called. */
export interface WebhookCall {
  kind: 'webhook';
  event:
    'delivery.sent' | 'delivery.delivered' | 'delivery.failed' | 'delivery.bounced' | 'delivery.complained';
  /** X-…-Webhook-Id: the same for each attempt of one event or not, as the rules say. */
  webhookId: string;
  message: string;
  notification: string;
  status: string;
  error: string | null;
  /** The status with which the endpoint answered; 0: it did not, though it may have taken the event. */
  answered: number;
}

/** A response about the use of an application's quota in the current month. */
export interface QuotaRead {
  kind: 'quota';
  used: number;
  limit: number | null;
  atRest: boolean;
}

/** Something bad that the world did, so that a story can name it and an excuse can point at it. */
export interface Disturbance {
  kind: 'disturbance';
  what: string;
  /** Processes, collections or messages concerned. */
  concerns?: string;
}
