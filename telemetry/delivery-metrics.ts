import { CALL_BUCKETS, counter, readGauge, seconds, WAIT_BUCKETS } from './registry';

const attempts = counter(
  'delivery_attempts_total',
  'Calls of providers, by what the answer means: sent, permanent, transient, rate_limited or unknown.',
  ['environment', 'channel', 'provider', 'outcome'],
);
const calls = seconds('provider_call_duration_seconds', 'Duration of calls of providers.', CALL_BUCKETS, [
  'channel',
  'provider',
]);
const rests = counter('provider_rests_total', 'Rests of providers that kept failing, by the last code.', [
  'provider',
  'code',
]);
const deliveries = counter(
  'deliveries_total',
  'Messages that have their outcome, sent or failed. `code` says why one failed; `provider` is none if no provider was called.',
  ['environment', 'channel', 'provider', 'outcome', 'code'],
);
const acceptToSent = seconds(
  'accept_to_sent_seconds',
  'Time from the acceptance of a notification to the acceptance of its message by a provider, for messages that were due at once.',
  WAIT_BUCKETS,
  ['environment', 'channel'],
);
const queueTime = seconds(
  'queue_time_seconds',
  'Time from when a message was due to its first attempt.',
  WAIT_BUCKETS,
  ['environment', 'channel'],
);

interface Of {
  environment: string;
  channel: string;
}

/** Counts a call of a provider. */
export function countAttempt(
  { environment, channel }: Of,
  { provider, outcome, seconds: took }: { provider: string; outcome: string; seconds: number },
): void {
  attempts.inc({ environment, channel, provider, outcome });
  calls.observe({ channel, provider }, took);
}

/** Counts a message whose outcome is recorded. `code` is empty if it was sent. */
export const countDelivery = (
  { environment, channel }: Of,
  outcome: { provider: string; outcome: 'sent' | 'failed'; code: string },
): void => deliveries.inc({ environment, channel, ...outcome });

/** Times beyond which a message does not count as due at its acceptance, milliseconds: `dueAt` of the workflow. */
const DUE_AT_ONCE_MS = 10_000;

/** Observes the time of a message that a provider accepted. All are milliseconds since 1970. */
export function observeSent(
  { environment, channel }: Of,
  { acceptedAt, dueAt, sentAt }: { acceptedAt: number; dueAt: number; sentAt: number },
): void {
  if (dueAt - acceptedAt >= DUE_AT_ONCE_MS) return;
  acceptToSent.observe({ environment, channel }, Math.max(0, sentAt - acceptedAt) / 1000);
}

/** Observes the wait of a message for its first attempt, milliseconds. */
export const observeQueueTime = ({ environment, channel }: Of, waitedMs: number): void =>
  queueTime.observe({ environment, channel }, Math.max(0, waitedMs) / 1000);

export const countRest = (provider: string, code: string): void => rests.inc({ provider, code });

/** Maximum number of resting providers that are known. */
const MOST_RESTING = 1000;
const resting = new Map<string, { provider: string; until: number }>();

readGauge(
  'providers_resting',
  'Integrations, or the SMTP server of the service, that this worker has seen at rest after failures, by provider.',
  ['provider'],
  (gauge) => {
    for (const [key, { provider, until }] of resting)
      if (until > Date.now()) gauge.inc({ provider });
      else resting.delete(key);
  },
);

/** Remembers until when a provider of an application rests; null: it does not rest any more. */
export function noteResting(
  { applicationId, providerId }: { applicationId: string; providerId: string },
  provider: string,
  until: Date | null,
): void {
  const key = `${applicationId} ${providerId}`;
  if (until === null) resting.delete(key);
  else if (resting.size < MOST_RESTING || resting.has(key))
    resting.set(key, { provider, until: until.getTime() });
}
