import { z } from 'zod';
import { defineProvider } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { failedCall } from '../../http/http-failure';
import { failure } from '../../http/verdict';
import { isObject, jsonObject } from '../../http/json';
import type { HttpResult, ProviderHttp } from '../../http/provider-http';
import type { Provider } from '../../provider';
import { alertOf, leastBytes, refuseLarge, type Alert } from '../alert';
import { classifyExpo } from './errors';
import { pushServiceOf } from '../../../core/contacts/push-tokens';
import { ttlSeconds } from '../ttl';

export interface ExpoOptions {
  accessToken?: string;
  baseUrl: string;
  ttlSeconds: number;
  http: ProviderHttp;
}

/** Bytes of a message (docs.expo.dev/push-notifications/sending-notifications, MessageTooBig). */
const MAX_BYTES = 4096;
/** A receipt that nobody has. */
const NO_RECEIPT = '00000000-0000-4000-8000-000000000000';

/**
 * Expo's push service. Its own client (expo-server-sdk) repeats refused calls by itself, so the one call that it takes
 * is made with ours. A ticket says that Expo has the message; what FCM or APNs said of it later is not asked for.
 */
export function createExpoProvider({ accessToken, http, ...options }: ExpoOptions): Provider {
  const secrets = accessToken === undefined ? [] : [accessToken];

  const post = (path: string, body: unknown, signal: AbortSignal): Promise<HttpResult> =>
    http.request({
      method: 'POST',
      url: `${options.baseUrl}/--/api/v2/push/${path}`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      },
      body: JSON.stringify(body),
      signal,
    });

  return {
    name: 'expo',
    async send(message, signal) {
      const token = message.to;
      if (pushServiceOf(token) !== 'expo') return failure('recipient', 'the token is no Expo push token');
      const shown = alertOf(message);
      if (!shown.ok) return shown.refusal;
      const large = refuseLarge(leastBytes(shown.alert), MAX_BYTES);
      if (large) return large;
      const result = await post('send', expoMessage(token, shown.alert, options.ttlSeconds), signal);
      return result.ok ? classifyExpo(result.answer, { to: token, secrets }) : failedCall(result);
    },
    async check(signal) {
      const result = await post('getReceipts', { ids: [NO_RECEIPT] }, signal);
      if (!result.ok) return { ok: false, reason: result.reason };
      if (!isObject(jsonObject(result.answer.body)?.data)) {
        return { ok: false, reason: classifyExpo(result.answer, { to: '', secrets }).response };
      }
      return { ok: true, detail: accessToken === undefined ? 'Expo answers' : 'Expo takes the access token' };
    },
    close: () => Promise.resolve(),
  };
}

/** docs.expo.dev/push-notifications/sending-notifications, "Message request format" */
function expoMessage(to: string, { title, body, image, badge, data }: Alert, ttl: number) {
  return {
    to,
    title,
    body,
    data,
    badge,
    ttl,
    sound: 'default',
    priority: 'high',
    ...(image !== undefined && { richContent: { image }, mutableContent: true }),
  };
}

/** Expo's push service, for apps made with Expo. */
export const expo = defineProvider({
  name: 'expo',
  channels: ['push'],
  settings: z.strictObject({
    access_token: z
      .string()
      .regex(/^[\x21-\x7e]{1,512}$/, 'must be the token as expo.dev shows it')
      .optional()
      .describe('Access token of the account; needed where enhanced security for push notifications is on.'),
    ttl_seconds: ttlSeconds,
    base_url: baseUrl('https://exp.host'),
  }),
  secrets: ['access_token'],
  open: ({ access_token, ttl_seconds, base_url }, { http }) =>
    createExpoProvider({ accessToken: access_token, baseUrl: base_url, ttlSeconds: ttl_seconds, http }),
});
