import { generateRequestDetails, type Headers } from 'web-push';
import { z } from 'zod';
import { defineProvider } from '../../definition';
import { failedCall } from '../../http/http-failure';
import { failure } from '../../http/verdict';
import type { ProviderHttp } from '../../http/provider-http';
import type { OutboundMessage, Provider, SendResult } from '../../provider';
import { alertOf, refuseLarge, type Alert } from '../alert';
import { classifyWebpush } from './errors';
import { isPair, readSubscription, vapidPrivateKey, vapidPublicKey, type Subscription } from './subscription';
import { ttlSeconds } from '../ttl';

export interface WebPushOptions {
  vapid: { subject: string; publicKey: string; privateKey: string };
  ttlSeconds: number;
  urgency: 'very-low' | 'low' | 'normal' | 'high';
  /** The client for addresses that anyone may have typed in: a subscription's endpoint is one. */
  http: ProviderHttp;
}

/** Bytes of content in a body of 4096, which every push service takes (RFC 8291 section 4). */
const MAX_BYTES = 3993;

/**
 * Web Push with VAPID (RFC 8030, 8291, 8292). The web-push library encrypts and signs; its own transport would go to
 * any address, so the call is ours. A repeat takes the place of a first one that no browser has fetched yet (`Topic`).
 */
export function createWebPushProvider(options: WebPushOptions): Provider {
  return {
    name: 'webpush',
    async send(message, signal) {
      const subscription = readSubscription(message.to);
      if (!subscription) {
        return failure('recipient', 'the token is no Web Push subscription with an https endpoint and keys');
      }
      const shown = alertOf(message);
      if (!shown.ok) return shown.refusal;
      const content = contentOf(shown.alert);
      const large = refuseLarge(Buffer.byteLength(content), MAX_BYTES);
      if (large) return large;
      return post(options, { subscription, content, message }, signal);
    },
    close: () => Promise.resolve(),
  };
}

/** What the site's service worker is given: `event.data.json()`. */
const contentOf = ({ title, body, image, link, badge, data }: Alert): string =>
  JSON.stringify({ title, body, image, link, badge, data });

async function post(
  { vapid, ttlSeconds: TTL, urgency, http }: WebPushOptions,
  {
    subscription,
    content,
    message,
  }: { subscription: Subscription; content: string; message: OutboundMessage },
  signal: AbortSignal,
): Promise<SendResult> {
  const { endpoint, headers, body } = generateRequestDetails(subscription, content, {
    vapidDetails: vapid,
    contentEncoding: 'aes128gcm',
    TTL,
    urgency,
    topic: topicOf(message.id),
  });
  const result = await http.request({
    method: 'POST',
    url: endpoint,
    headers: stringValues(headers),
    body: body ?? undefined,
    signal,
  });
  if (result.ok) {
    const authorization = stringValues(headers).Authorization ?? '';
    const { pathname, search } = new URL(endpoint);
    // Also the token alone, and the address without its host, which an answer may quote without the rest.
    const alone = [/\bt=([^,\s]+)/.exec(authorization)?.[1] ?? '', `${pathname}${search}`.slice(1)];
    const secrets = [authorization, endpoint, ...alone];
    return classifyWebpush(result.answer, { to: message.to, secrets });
  }
  if (result.refused)
    return failure('recipient', 'the subscription leads to an address that may not be called');
  return failedCall(result);
}

/** 32 characters of base64url at most (RFC 8030 section 5.4): a UUID without its dashes. */
const topicOf = (id: string): string => id.replace(/[^\w]/g, '').slice(0, 32);

/** Without the length, which the client counts itself. */
const stringValues = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => [name, String(value)]),
  );

/** Web Push: browsers, without a vendor's account. The address is the subscription's, so there is no `base_url`. */
export const webpush = defineProvider({
  name: 'webpush',
  channels: ['push'],
  settings: z
    .strictObject({
      subject: z
        .string()
        .max(255)
        .regex(
          /^(?:mailto:[^\s@]+@[^\s@]+\.[^\s@]+|https:\/\/[^\s/]+\.[^\s]+)$/,
          'must be mailto:… or https://…',
        )
        .describe('Where a push service reaches whoever sends: mailto:… or https://….'),
      public_key: vapidPublicKey.describe('VAPID public key, the one that the site subscribes with.'),
      private_key: vapidPrivateKey.describe('VAPID private key.'),
      urgency: z
        .enum(['very-low', 'low', 'normal', 'high'])
        .default('high')
        .describe('How urgent messages are to a device that saves power (RFC 8030 section 5.3).'),
      ttl_seconds: ttlSeconds,
    })
    .refine(({ public_key, private_key }) => isPair(public_key, private_key), {
      path: ['private_key'],
      message: 'does not belong to public_key',
    }),
  secrets: ['private_key'],
  open: ({ subject, public_key, private_key, urgency, ttl_seconds }, { guardedHttp }) =>
    createWebPushProvider({
      vapid: { subject, publicKey: public_key, privateKey: private_key },
      ttlSeconds: ttl_seconds,
      urgency,
      http: guardedHttp,
    }),
});
