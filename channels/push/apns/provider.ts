import { z } from 'zod';
import { defineProvider } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { failedCall } from '../../http/http-failure';
import { failure } from '../../http/verdict';
import { createHttp2Client, type Http2ClientOptions } from '../../http/http2-client';
import type { HttpResult } from '../../http/provider-http';
import type { Provider } from '../../provider';
import { alertOf, refuseLarge } from '../alert';
import { apnsReason, classifyApns } from './errors';
import { apnsHeaders, apnsPayload, APPLES_KEY } from './request';
import { createApnsTokens, readApnsKey, type ApnsKey } from './token';
import { ttlSeconds } from '../ttl';

export interface ApnsOptions extends ApnsKey {
  /** Bundle id of the app. */
  topic: string;
  ttlSeconds: number;
  http2: Http2ClientOptions;
  /** For tests. */
  now?: () => number;
}

/** Bytes of an alert's payload (developer.apple.com/documentation/usernotifications/generating-a-remote-notification). */
const MAX_BYTES = 4096;
/** Hexadecimal; Apple asks not to count on a length. */
const TOKEN = /^(?:[0-9a-f]{2}){1,200}$/i;
/** No device has it. */
const NOBODY = '0'.repeat(64);
const NO_ID = '00000000-0000-4000-8000-000000000000';

/** Apple Push Notification service over its HTTP/2 interface, with a token key and one kept connection. */
export function createApnsProvider(options: ApnsOptions): Provider {
  const { topic } = options;
  const client = createHttp2Client(options.http2);
  const tokens = createApnsTokens(options, options.now);

  async function call(device: string, id: string, body: string, signal: AbortSignal): Promise<HttpResult> {
    const post = (token: string): Promise<HttpResult> =>
      client.request({
        path: `/3/device/${device}`,
        headers: apnsHeaders({ token, topic, id, ttlSeconds: options.ttlSeconds }),
        body,
        signal,
      });
    const token = tokens.get();
    const result = await post(token);
    const expired =
      result.ok && result.answer.status === 403 && apnsReason(result.answer) === 'ExpiredProviderToken';
    // Refused before anything was done with it: once more with a new one, where one may be had.
    return expired && tokens.expire(token) ? post(tokens.get()) : result;
  }

  return {
    name: 'apns',
    async send(message, signal) {
      const device = message.to;
      if (!TOKEN.test(device)) return failure('recipient', 'the token is no APNs device token');
      const shown = alertOf(message);
      if (!shown.ok) return shown.refusal;
      if (APPLES_KEY in shown.alert.data)
        return failure('message', `Apple keeps the data key ${APPLES_KEY} for itself`);
      const payload = apnsPayload(shown.alert);
      const large = refuseLarge(Buffer.byteLength(payload), MAX_BYTES);
      if (large) return large;
      const result = await call(device, message.id, payload, signal);
      return result.ok
        ? classifyApns(result.answer, { to: device, secrets: [tokens.get()] })
        : failedCall(result);
    },
    async check(signal) {
      // Apple looks at key and topic before it looks for the device.
      const result = await call(NOBODY, NO_ID, apnsPayload({ title: 'check', data: {} }), signal);
      if (!result.ok) return { ok: false, reason: result.reason };
      if (apnsReason(result.answer) === 'BadDeviceToken')
        return { ok: true, detail: `key accepted for ${topic}` };
      return {
        ok: false,
        reason: classifyApns(result.answer, { to: NOBODY, secrets: [tokens.get()] }).response,
      };
    },
    close: () => client.close(),
  };
}

/** developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns */
const HOSTS = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
};

const tenCharacters = z
  .string()
  .regex(/^[A-Z0-9]{10}$/, 'must be the 10 letters and digits that Apple shows');

/** Apple Push Notification service. */
export const apns = defineProvider({
  name: 'apns',
  channels: ['push'],
  settings: z.strictObject({
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
      .describe('Address of the service in place of Apple’s own of `environment`.'),
  }),
  secrets: ['private_key'],
  destination: ['environment'],
  open: ({ key_id, team_id, topic, private_key, environment, ttl_seconds, base_url }) =>
    createApnsProvider({
      keyId: key_id,
      teamId: team_id,
      topic,
      privateKey: readApnsKey(private_key) ?? '',
      ttlSeconds: ttl_seconds,
      http2: { url: base_url ?? HOSTS[environment] },
    }),
});
