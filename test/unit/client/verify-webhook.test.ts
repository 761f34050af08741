import {
  type VerifyWebhookOptions,
  type WebhookHeaders,
  verifyWebhook,
  WebhookVerificationError,
} from '../../../client/src';
import { WEBHOOK_CASES } from '../../support/webhook-cases';
import { newSigningSecret, signWebhook } from '../../../core/webhooks/signature';

const NOW = new Date('2026-11-21T14:51:52.000Z');
const SECONDS = NOW.getTime() / 1000;
const SECRET = newSigningSecret();
const BODY = JSON.stringify({
  event: 'delivery.sent',
  delivery: { uuid: 'ö' },
  request_id: 'r',
  timestamp: 't',
});

const signed = (changes: Partial<Parameters<typeof signWebhook>[0]> = {}): Record<string, string> =>
  signWebhook({
    secret: SECRET,
    body: BODY,
    timestamp: SECONDS,
    eventId: 'event',
    attemptId: 'attempt',
    brand: 'Service',
    ...changes,
  });

const verify = (headers: WebhookHeaders, options: VerifyWebhookOptions = {}) =>
  verifyWebhook(BODY, headers, SECRET, { now: NOW, ...options });

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof WebhookVerificationError && error.message !== '') return error.reason;
    throw error;
  }
  return 'none';
}

describe('a webhook as the service signs it', () => {
  it('is verified and returned, whatever kind its headers and body are of', () => {
    const headers = signed();
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    for (const kind of [headers, lower, lists, new Headers(headers)]) {
      expect(verify(kind)).toEqual(JSON.parse(BODY));
      expect(verifyWebhook(Buffer.from(BODY), kind, SECRET, { now: NOW })).toEqual(JSON.parse(BODY));
    }
  });

  it('is measured by the tolerance that is given', () => {
    const old = signed({ timestamp: SECONDS - 11 });
    expect(reasonOf(() => verify(old, { toleranceSeconds: 10 }))).toBe('timestamp_outside_tolerance');
    expect(reasonOf(() => verify(old, { toleranceSeconds: 12 }))).toBe('none');
  });
});

it.each(WEBHOOK_CASES)('$name: $reason', ({ body, headers, secret, now, brand, reason }) => {
  const verified = () => verifyWebhook(body, headers, secret, { now: new Date(now * 1000), brand });
  expect(reasonOf(verified)).toBe(reason);
});
