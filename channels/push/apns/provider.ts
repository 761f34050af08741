import { z } from 'zod';
import { defineProvider, type ProviderCalls } from '../../definition';
import { baseUrl } from '../../http/base-url';
import type { HttpAnswer } from '../../http/http-answer';
import { failedCall } from '../../http/http-failure';
import { createHttp2Client, type Http2ClientOptions } from '../../http/http2-client';
import type { HttpResult } from '../../http/provider-http';
import { checkResult } from '../../http/vendor-api';
import { failure } from '../../http/verdict';
import type { CheckResult } from '../../provider';
import { refuseLarge } from '../../too-large';
import { alertOf } from '../alert';
import { ttlSeconds } from '../ttl';
import { apnsReason, classifyApns } from './errors';
import { apnsHeaders, apnsPayload, APPLES_KEY } from './request';
import { createApnsTokens, readApnsKey } from './token';

/** Bytes of an alert's payload (developer.apple.com/documentation/usernotifications/generating-a-remote-notification). */
const MAX_BYTES = 4096;
/** Hexadecimal; Apple asks not to rely on a length. */
const TOKEN = /^(?:[0-9a-f]{2}){1,200}$/i;
/** A token that no device has. */
const NOBODY = '0'.repeat(64);
const NO_ID = '00000000-0000-4000-8000-000000000000';

/** developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns */
const HOSTS = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
};

const tenCharacters = z
  .string()
  .regex(/^[A-Z0-9]{10}$/, 'must be the 10 letters and digits that Apple shows');

const settings = z.strictObject({
  key_id: tenCharacters.describe('Key ID of the token key (Certificates, Identifiers & Profiles, Keys).'),
  team_id: tenCharacters.describe('Team ID of the developer account (Membership details).'),
  topic: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,255}$/, 'must be a bundle id')
    .describe('Bundle id of the app.'),
  private_key: z
    .string()
    .max(4096)
    .refine((text) => readApnsKey(text) !== null, 'must be the text of the .p8 file')
    .describe('Text of the .p8 file of the key.'),
  environment: z
    .enum(['production', 'sandbox'])
    .default('production')
    .describe('`sandbox` for builds that Xcode installs, `production` for TestFlight and the App Store.'),
  ttl_seconds: ttlSeconds,
  base_url: baseUrl(HOSTS.production)
    .removeDefault()
    .optional()
    .describe('Address of the service, if it is not Apple’s for `environment`.'),
});

/** Apple Push Notification service. */
export const apns = defineProvider({
  name: 'apns',
  channels: ['push'],
  settings,
  secrets: ['private_key'],
  destination: ['environment'],
  open: (account, { dialer }) => createApnsProvider(account, { dialer }),
});

/**
 * Calls Apple's HTTP/2 interface with a token key, over one kept connection. `http2` and `now` are for tests.
 */
export function createApnsProvider(
  account: z.output<typeof settings>,
  http2: Partial<Http2ClientOptions> = {},
  now?: () => number,
): ProviderCalls {
  const { topic, ttl_seconds, environment, base_url: url = HOSTS[environment] } = account;
  const client = createHttp2Client({ url, ...http2 });
  const tokens = createApnsTokens(account, now);

  async function call(device: string, id: string, body: string, signal: AbortSignal): Promise<HttpResult> {
    const post = (token: string): Promise<HttpResult> => {
      const headers = apnsHeaders(token, id, topic, ttl_seconds);
      return client.request({ path: `/3/device/${device}`, headers, body, signal });
    };
    const token = tokens.get();
    const result = await post(token);
    const expired =
      result.ok && result.answer.status === 403 && apnsReason(result.answer) === 'ExpiredProviderToken';
    // Refused before anything was done: once more with a new token, if one may be made.
    return expired && tokens.expire(token) ? post(tokens.get()) : result;
  }

  return {
    async send(message, signal) {
      const device = message.to;
      if (!TOKEN.test(device)) return failure('recipient', 'the token is not an APNs device token');
      const alert = alertOf(message);
      if ('outcome' in alert) return alert;
      if (APPLES_KEY in alert.data)
        return failure('message', `The data key ${APPLES_KEY} is reserved by Apple. Rename it.`);
      const payload = apnsPayload(alert);
      const large = refuseLarge(Buffer.byteLength(payload), MAX_BYTES);
      if (large) return large;
      const result = await call(device, message.id, payload, signal);
      if (!result.ok) return failedCall(result);
      return classifyApns(result.answer, { to: device, secrets: [tokens.get()] });
    },
    async check(signal) {
      // Apple checks key and topic before it looks for the device.
      const result = await call(NOBODY, NO_ID, apnsPayload({ title: 'check', data: {} }), signal);
      const read = (answer: HttpAnswer): CheckResult | null =>
        apnsReason(answer) === 'BadDeviceToken' ? { ok: true, detail: `key accepted for ${topic}` } : null;
      return checkResult(result, read, { classify: classifyApns, secrets: [tokens.get()] });
    },
    close: () => client.close(),
  };
}
