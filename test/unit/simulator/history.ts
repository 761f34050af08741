import type {
  Cancelled,
  Erased,
  Observation,
  OperatorActed,
  ProviderCall,
  QuotaRead,
  Read,
  Receipt,
  Sent,
  Signalled,
  SuppressionChanged,
  WebhookCall,
} from '../../simulator/observation';

type At<T> = Partial<T> & { at?: number; askedAt?: number };
type Message = NonNullable<Read['body']>['messages'][number];

export const ADA = 'ada@example.org';
const HOUR_MS = 3_600_000;
/** When a world begins, and when it is at rest. */
export const START = Date.UTC(2026, 2, 10);
export const REST = START + 48 * HOUR_MS;

/** A moment after the beginning, seconds. */
export const t = (seconds: number): number => START + seconds * 1000;

/** A response that takes a tenth of a second. */
const times = (at: number, latest = at + 100) => ({ askedAt: at, at: latest });

/** An accepted send of one person. */
export const send = (more: At<Sent> = {}): Observation => ({
  kind: 'send',
  request: 'r1',
  event: 'welcome',
  channel: 'email',
  fingerprint: 'f',
  status: 200,
  replayed: false,
  to: [{ address: ADA, notification: 'n1' }],
  guarantee: 'at_least_once',
  expiresAfter: 6 * HOUR_MS,
  ...times(more.askedAt ?? t(0)),
  ...more,
});

/** A call that a provider accepts and answers. */
export const call = (more: At<ProviderCall> = {}): Observation => ({
  kind: 'provider',
  provider: 'smtp',
  address: ADA,
  notification: 'n1',
  message: 'm1',
  did: 'accepted',
  answered: 'truthfully',
  providerMessageId: `p${more.askedAt ?? t(1)}`,
  begunAt: more.askedAt ?? t(1),
  ...times(more.askedAt ?? t(1)),
  ...more,
});

/** A message as a response shows it. */
export const message = (status: Message['status'], more: Partial<Message> = {}): Message => ({
  id: 'm1',
  channel: 'email',
  status,
  sentAt: status === 'sent' || status === 'delivered' ? t(1) : null,
  deliveredAt: status === 'delivered' ? t(2) : null,
  error: null,
  ...more,
});

/** A read at rest, or before with `askedAt`. */
export const read = (
  status: NonNullable<Read['body']>['status'],
  messages: Message[],
  more: At<Read> = {},
): Observation => ({
  kind: 'read',
  notification: 'n1',
  status: 200,
  atRest: more.askedAt === undefined,
  ...times(more.askedAt ?? REST),
  body: { status, messages, completedAt: status === 'running' || status === 'waiting' ? null : t(3) },
  ...more,
});

export const notFound = (more: At<Read> = {}): Observation => ({
  kind: 'read',
  notification: 'n1',
  status: 404,
  atRest: true,
  ...times(more.askedAt ?? REST),
  ...more,
});

/** A webhook that the endpoint takes. */
export const webhook = (type: string, more: At<WebhookCall> = {}): Observation => {
  const event = `delivery.${type}` as WebhookCall['event'];
  const askedAt = more.askedAt ?? t(70);
  return {
    kind: 'webhook',
    event,
    webhookId: `${event} ${more.message ?? 'm1'} ${askedAt}`,
    eventId: `${event} ${more.message ?? 'm1'}`,
    message: 'm1',
    notification: 'n1',
    status: type,
    error: type === 'failed' ? 'REJECTED' : type === 'bounced' ? 'HARD_BOUNCE' : null,
    answered: 200,
    ...times(askedAt),
    ...more,
  };
};

export const receipt = (says: Receipt['says'], more: At<Receipt> = {}): Observation => ({
  kind: 'receipt',
  provider: 'smtp',
  providerMessageId: `p${t(1)}`,
  address: ADA,
  says,
  status: 200,
  ...times(more.askedAt ?? t(2)),
  ...more,
});

export const cancel = (more: At<Cancelled> = {}): Observation => ({
  kind: 'cancel',
  event: 'welcome',
  address: ADA,
  status: 200,
  cancelled: 1,
  ...times(more.askedAt ?? t(10)),
  ...more,
});

export const erase = (more: At<Erased> = {}): Observation => ({
  kind: 'erase',
  address: ADA,
  status: 200,
  ...times(more.askedAt ?? t(10)),
  ...more,
});

export const suppression = (
  change: SuppressionChanged['change'],
  more: At<SuppressionChanged> = {},
): Observation => ({
  kind: 'suppression',
  address: ADA,
  change,
  reason: 'manual',
  status: 200,
  ...times(more.askedAt ?? t(-100)),
  ...more,
});

export const quota = (used: number, more: Partial<QuotaRead> = {}): Observation => ({
  kind: 'quota',
  used,
  limit: 100,
  atRest: true,
  at: REST,
  ...more,
});

export const death = (at: number, process?: string): Observation => ({
  kind: 'disturbance',
  what: 'worker dies',
  effect: 'death',
  at,
  ...(process && { process }),
});

export const outage = (at: number, until: number): Observation => ({
  kind: 'disturbance',
  what: 'the database is away',
  effect: 'database',
  at,
  until,
});

/** What every kept history ends with: one message that is accepted, reported and read. */
export const sentAtRest = (): Observation[] => [webhook('sent'), read('completed', [message('sent')])];

export const signal = (more: At<Signalled> = {}): Observation => ({
  kind: 'signal',
  event: 'welcome',
  address: ADA,
  status: 200,
  signalled: 1,
  ...times(more.askedAt ?? t(10)),
  ...more,
});

export const operator = (action: OperatorActed['action'], more: At<OperatorActed> = {}): Observation => ({
  kind: 'operator',
  notification: 'n1',
  action,
  status: 200,
  ...times(more.askedAt ?? t(100)),
  ...more,
});

/** A process that shows for some seconds what was true at the beginning. */
export const stale = (at: number, until: number): Observation => ({
  ...{ kind: 'disturbance', what: 'reaches a primary that was deposed', effect: 'database' },
  ...{ process: 'api-1', stale: true, at, until },
});
