import { z } from 'zod';
import { pushServiceOf } from '../../../core/contacts/push-tokens';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { isObject, jsonObject } from '../../http/json';
import { createVendorApi } from '../../http/vendor-api';
import { failure } from '../../http/verdict';
import type { OutboundMessage, Provider } from '../../provider';
import { refuseLarge } from '../../too-large';
import { type Alert, alertOf, leastBytes } from '../alert';
import { ttlSeconds } from '../ttl';
import { classifyExpo, expoTickets } from './errors';

/** Bytes of a message (docs.expo.dev/push-notifications/sending-notifications, MessageTooBig). */
const MAX_BYTES = 4096;
/** Messages of one request (docs.expo.dev/push-notifications/sending-notifications: "an array of up to 100 messages"). */
const MOST = 100;
/** A receipt that nobody has. */
const NO_RECEIPT = '00000000-0000-4000-8000-000000000000';

const settings = z.strictObject({
  access_token: z
    .string()
    .regex(/^[\x21-\x7e]{1,512}$/, 'must be the token as expo.dev shows it')
    .optional()
    .describe('Access token of the account. Needed if enhanced security for push notifications is on.'),
  ttl_seconds: ttlSeconds,
  base_url: baseUrl('https://exp.host'),
});

/** Expo's push service, for apps made with Expo. */
export const expo = defineProvider({
  name: 'expo',
  channels: ['push'],
  settings,
  secrets: ['access_token'],
  open: createExpoProvider,
});

/**
 * Calls through our HTTP client: Expo's (expo-server-sdk) repeats refused calls by itself. A ticket says that Expo has the
 * message. What FCM or APNs reports later is not read.
 */
function createExpoProvider(account: z.output<typeof settings>, { http }: ProviderTools): ProviderCalls {
  const { access_token, ttl_seconds, base_url } = account;
  const api = createVendorApi(http, {
    base: `${base_url}/--/api/v2/push`,
    headers: access_token === undefined ? {} : { authorization: `Bearer ${access_token}` },
    secrets: [access_token ?? ''],
    classify: classifyExpo,
  });
  const part = (message: OutboundMessage) => expoPart(message, ttl_seconds);
  const send: Provider['send'] = async (message, signal) => {
    const one = part(message);
    return 'outcome' in one ? one : api.send(one.to, { path: '/send', body: one.body, signal });
  };
  return {
    send,
    batch: api.batch({ most: MOST, path: '/send', part, read: expoTickets }),
    check: (signal) =>
      api.check({ path: '/getReceipts', body: { ids: [NO_RECEIPT] }, signal }, ({ body }) => {
        if (!isObject(jsonObject(body)?.data)) return null;
        return {
          ok: true,
          detail: access_token === undefined ? 'Expo answers' : 'Expo accepts the access token',
        };
      }),
  };
}

/** Returns the request of a message, or why there is none. */
function expoPart(message: OutboundMessage, ttl: number) {
  const { to } = message;
  if (pushServiceOf(to) !== 'expo') return failure('recipient', 'the token is not an Expo push token');
  const alert = alertOf(message);
  if ('outcome' in alert) return alert;
  return refuseLarge(leastBytes(alert), MAX_BYTES) ?? { to, body: expoMessage(to, alert, ttl) };
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
