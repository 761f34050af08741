/**
 * What somebody outside the service can see: requests and their responses, calls of providers, receipts, webhooks. The
 * simulated world writes these, in order; the auditor reads nothing else. Times are milliseconds of the world's true
 * clock.
 */
export type Observation = { at: number } & (
  | Sent
  | Read
  | Cancelled
  | Signalled
  | Erased
  | SuppressionChanged
  | ProviderCall
  | Receipt
  | WebhookCall
  | QuotaRead
  | EndpointChanged
  | OperatorActed
  | Disturbance
);

/** One recipient of a send, with the notification that the response gave it, or the refusal. */
export interface Addressee {
  /** An e-mail address or a phone number, unique for each person of the world. */
  address: string;
  notification?: string;
  /** The notification was open before, and the request made none. */
  kept?: true;
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
  /** The code of a response that is not 200. */
  code?: string;
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
  /** The quiet hours of the event, milliseconds. */
  quiet?: { from: number; to: number };
  /** How long the event waits after its first SEND for a signal, which makes it send a second message, milliseconds. */
  waitsForSignal?: number;
  /** What the notification is about, and what the request asks for if one with it is open. */
  reference?: string;
  ifOpen?: 'keep' | 'replace';
  /** How many SENDs the steps of the event have; 1 by default. */
  steps?: number;
  /** How many copies each notification counts in the quota (LIMIT-5); none by default. */
  copies?: number;
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
    /** `digested_into`: the notification into which a digest collected this one. */
    digestedInto?: string;
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

/** A response to POST /v1/signal. */
export interface Signalled {
  kind: 'signal';
  askedAt: number;
  event: string;
  address: string;
  status: number;
  /** How many notifications the response says got the signal. */
  signalled?: number;
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
  /** When it happened, in the words of the reporter. Without it, the time of arrival counts. */
  occurredAt?: number;
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
  /** When the request left the service, milliseconds; `askedAt` by default. */
  leftAt?: number;
  /** When the attempt began: the engine handed out the task that makes this call. Checks are made after it. */
  begunAt?: number;
  /** The process that made the call, as `Disturbance.process` names it. */
  process?: string;
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
  /** `bounced` is a hard bounce. Every other failure, a soft bounce too, is `failed`. */
  says: 'delivered' | 'failed' | 'bounced' | 'complained';
  /** The status of the service's response. */
  status: number;
  /** When the report reached the service, milliseconds. */
  askedAt?: number;
  /** When it happened, in the words of the provider. Without it, the time of arrival counts. */
  occurredAt?: number;
}

/** The endpoint of the application was called, or a connection to it failed (`answered: 0`). `at` is its answer. */
export interface WebhookCall {
  kind: 'webhook';
  event:
    'delivery.sent' | 'delivery.delivered' | 'delivery.failed' | 'delivery.bounced' | 'delivery.complained';
  /** When the request left the service, milliseconds. */
  askedAt?: number;
  /** When the engine handed out the task that makes this call. */
  begunAt?: number;
  /** X-…-Webhook-Id: unique to the attempt (SIGNATURE-1). */
  webhookId: string;
  /** `webhook-id`: the same in all attempts of one event (SIGNATURE-1). */
  eventId?: string;
  /** `timestamp` of the body, milliseconds. */
  timestamp?: number;
  /** The process that made the call, as `Disturbance.process` names it. */
  process?: string;
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

/**
 * A response to POST, PATCH or DELETE of the webhook endpoint, or the service switched it off. A history without one has
 * an active endpoint for all types from its beginning.
 */
export interface EndpointChanged {
  kind: 'endpoint';
  askedAt: number;
  status: number;
  active: boolean;
  /** All types by default. */
  enabledEvents?: WebhookCall['event'][];
}

/** A response to an operator who acts on one notification or redelivers a webhook of it. */
export interface OperatorActed {
  kind: 'operator';
  askedAt: number;
  notification: string;
  action: 'reopen' | 'retry' | 'terminate' | 'cancel' | 'redeliver';
  status: number;
  /** The notification that a retry made, or that an earlier one had made. */
  created?: string;
}

/** Something bad that the world did, so that a story can name it and an excuse can point at it. */
export interface Disturbance {
  kind: 'disturbance';
  what: string;
  /** Processes, collections or messages concerned. */
  concerns?: string;
  /** What fails. Only a `death` excuses a repeat; without an effect, the words of `what` decide. */
  effect?: 'death' | 'database' | 'engine' | 'network' | 'clock';
  /** The process may show for so long what was true at the beginning. */
  stale?: true;
  /** The process that dies; any process may have died without it. */
  process?: string;
  /** When it is over, milliseconds; a death has no end, and an outage without one lasts until the rest. */
  until?: number;
  /** By how much a clock of the service is off the true one from now on, milliseconds; 5 s without any `skew`. */
  skew?: number;
}
