import {
  type VerifyWebhookOptions,
  type WebhookHeaders,
  verifyWebhook,
  WebhookVerificationError,
} from '../../../client/src';
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

  it('is verified by either secret while the secret is rotated', () => {
    const rotated = signed({ secret: newSigningSecret(), previousSecrets: [SECRET] });
    expect(rotated['X-Service-Signature']?.split('v1=')).toHaveLength(3);
    expect(verify(rotated)).toMatchObject({ event: 'delivery.sent' });
    expect(verify(signed({ previousSecrets: [newSigningSecret()] }))).toMatchObject({
      event: 'delivery.sent',
    });
  });

  it('is verified under the brand of the installation, and under no other', () => {
    const branded = signed({ brand: 'Acme' });
    expect(verify(branded, { brand: 'Acme' })).toMatchObject({ event: 'delivery.sent' });
    expect(reasonOf(() => verify(branded))).toBe('missing_header');
  });

  it.each([
    [-300, 'none'],
    [300, 'none'],
    [-301, 'timestamp_outside_tolerance'],
    [301, 'timestamp_outside_tolerance'],
  ])('that is %d seconds from now: %s', (seconds, reason) => {
    expect(reasonOf(() => verify(signed({ timestamp: SECONDS + seconds })))).toBe(reason);
  });

  it('is measured by the tolerance that is given', () => {
    const old = signed({ timestamp: SECONDS - 11 });
    expect(reasonOf(() => verify(old, { toleranceSeconds: 10 }))).toBe('timestamp_outside_tolerance');
    expect(reasonOf(() => verify(old, { toleranceSeconds: 12 }))).toBe('none');
  });
});

describe('a webhook that is not to be believed says why', () => {
  const header = signed()['X-Service-Signature'] ?? '';

  it.each([
    ['another secret', () => verify(signed({ secret: newSigningSecret() })), 'signature_mismatch'],
    ['another body', () => verifyWebhook(`${BODY} `, signed(), SECRET, { now: NOW }), 'signature_mismatch'],
    [
      'a changed time',
      () => verify({ 'X-Service-Signature': header.replace(/t=\d+/, `t=${SECONDS - 1}`) }),
      'signature_mismatch',
    ],
    ['no header', () => verify({}), 'missing_header'],
    ['no secret', () => verifyWebhook(BODY, signed(), ''), 'missing_secret'],
    [
      'a body that is no JSON',
      () => verifyWebhook('x', signed({ body: 'x' }), SECRET, { now: NOW }),
      'malformed_body',
    ],
    ['an empty header', () => verify({ 'X-Service-Signature': '' }), 'malformed_header'],
    ['no time', () => verify({ 'X-Service-Signature': header.replace(/t=\d+,/, '') }), 'malformed_header'],
    ['two times', () => verify({ 'X-Service-Signature': `t=1,${header}` }), 'malformed_header'],
    [
      'a time that is no number',
      () => verify({ 'X-Service-Signature': header.replace(/t=\d+/, 't=NaN') }),
      'malformed_header',
    ],
    ['no signature', () => verify({ 'X-Service-Signature': `t=${SECONDS}` }), 'malformed_header'],
    ['a short signature', () => verify({ 'X-Service-Signature': header.slice(0, -2) }), 'malformed_header'],
    [
      'another scheme',
      () => verify({ 'X-Service-Signature': header.replace('v1=', 'v0=') }),
      'malformed_header',
    ],
  ])('%s', (_, work, reason) => expect(reasonOf(work)).toBe(reason));
});
