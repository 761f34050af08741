import { newSigningSecret, signWebhook } from '../../core/webhooks/signature';

const NOW = 1_790_000_000;
const SECRET = newSigningSecret();
const BODY = JSON.stringify({
  event: 'delivery.sent',
  delivery: { uuid: 'ö', channel: 'email', status: 'sent', event_name: 'welcome', message_id: 'm' },
  request_id: 'r',
  timestamp: '2026-11-21T14:51:52.798Z',
});

/** A webhook, and what a client says of it. */
export interface WebhookCase {
  name: string;
  body: string;
  headers: Record<string, string>;
  secret: string;
  brand: string;
  /** Seconds since 1970. */
  now: number;
  /** `none` if it is genuine. */
  reason: string;
}

function signed(
  name: string,
  reason: string,
  changes: Partial<Parameters<typeof signWebhook>[0]> = {},
  read: Partial<WebhookCase> = {},
): WebhookCase {
  const facts = {
    secret: SECRET,
    body: BODY,
    timestamp: NOW,
    eventId: 'e',
    attemptId: 'a',
    brand: 'Service',
  };
  const headers = signWebhook({ ...facts, ...changes });
  return {
    ...{ name, reason, headers, secret: SECRET, now: NOW, brand: 'Service' },
    ...{ body: changes.body ?? BODY, ...read },
  };
}

const signature = signed('', 'none').headers['X-Service-Signature'] ?? '';
const withHeader = (name: string, value: string): WebhookCase =>
  signed(name, 'malformed_header', {}, { headers: { 'X-Service-Signature': value } });
const other = newSigningSecret();

/** What every client must accept and refuse, signed as the service signs. */
export const WEBHOOK_CASES: WebhookCase[] = [
  signed('a genuine webhook', 'none'),
  signed('names of headers in lower case', 'none', {}, { headers: { 'x-service-signature': signature } }),
  signed('the old secret while it is rotated', 'none', { secret: other, previousSecrets: [SECRET] }),
  signed('the new secret while it is rotated', 'none', { previousSecrets: [other] }),
  signed('another brand', 'none', { brand: 'Acme' }, { brand: 'Acme' }),
  signed('the brand of another installation', 'missing_header', { brand: 'Acme' }),
  signed('300 seconds old', 'none', { timestamp: NOW - 300 }),
  signed('300 seconds ahead', 'none', { timestamp: NOW + 300 }),
  signed('301 seconds old', 'timestamp_outside_tolerance', { timestamp: NOW - 301 }),
  signed('301 seconds ahead', 'timestamp_outside_tolerance', { timestamp: NOW + 301 }),
  signed('another secret', 'signature_mismatch', { secret: other }),
  signed('another body', 'signature_mismatch', {}, { body: `${BODY} ` }),
  signed(
    'another time',
    'signature_mismatch',
    {},
    {
      headers: { 'X-Service-Signature': signature.replace(`t=${NOW}`, `t=${NOW - 1}`) },
    },
  ),
  signed('no header', 'missing_header', {}, { headers: {} }),
  signed('no secret', 'missing_secret', {}, { secret: '' }),
  signed('a body that is not JSON', 'malformed_body', { body: 'x' }),
  withHeader('an empty header', ''),
  withHeader('no time', signature.replace(/t=\d+,/, '')),
  withHeader('two times', `t=1,${signature}`),
  withHeader('a time that is no number', signature.replace(/t=\d+/, 't=NaN')),
  withHeader('digits of another script', signature.replace(/t=\d+/, 't=١٢٣')),
  withHeader('no signature', `t=${NOW}`),
  withHeader('a short signature', signature.slice(0, -2)),
  withHeader('another scheme', signature.replace('v1=', 'v0=')),
];
