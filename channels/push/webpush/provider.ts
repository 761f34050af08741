import { generateRequestDetails, type Headers } from 'web-push';
import { z } from 'zod';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { failedCall } from '../../http/http-failure';
import { failure } from '../../http/verdict';
import { refuseLarge } from '../../too-large';
import { alertOf } from '../alert';
import { ttlSeconds } from '../ttl';
import { classifyWebpush } from './errors';
import { isPair, readSubscription, vapidPrivateKey, vapidPublicKey } from './subscription';

/** Bytes of content in a body of 4096, which every push service takes (RFC 8291 section 4). */
const MAX_BYTES = 3993;

const settings = z
  .strictObject({
    subject: z
      .string()
      .max(255)
      .regex(
        /^(?:mailto:[^\s@]+@[^\s@]+\.[^\s@]+|https:\/\/[^\s/]+\.[^\s]+)$/,
        'must be mailto:… or https://…',
      )
      .describe('Contact address of the sender for push services: mailto:… or https://….'),
    public_key: vapidPublicKey.describe('VAPID public key with which the site subscribes.'),
    private_key: vapidPrivateKey.describe('VAPID private key.'),
    urgency: z
      .enum(['very-low', 'low', 'normal', 'high'])
      .default('high')
      .describe('Urgency of messages to a device that saves power (RFC 8030 section 5.3).'),
    ttl_seconds: ttlSeconds,
  })
  .refine(({ public_key, private_key }) => isPair(public_key, private_key), {
    path: ['private_key'],
    message: 'does not belong to public_key',
  });

/** Web Push: browsers, without a vendor's account. The address is the subscription's, so there is no `base_url`. */
export const webpush = defineProvider({
  name: 'webpush',
  channels: ['push'],
  settings,
  secrets: ['private_key'],
  open: createWebPushProvider,
});

/**
 * Web Push with VAPID (RFC 8030, 8291, 8292). The web-push library encrypts and signs. Its own transport would go to any
 * address, so the call is ours. A repeat replaces a first one that no browser has fetched yet (`Topic`).
 */
function createWebPushProvider(
  account: z.output<typeof settings>,
  { guardedHttp }: ProviderTools,
): ProviderCalls {
  const { subject, public_key, private_key, urgency, ttl_seconds: TTL } = account;
  return {
    async send(message, signal) {
      const subscription = readSubscription(message.to);
      if (!subscription)
        return failure(
          'recipient',
          'the token is not a Web Push subscription with an https endpoint and keys',
        );
      const alert = alertOf(message);
      if ('outcome' in alert) return alert;
      // The site's service worker reads it by `event.data.json()`.
      const { title, body: text, image, link, badge, data } = alert;
      const content = JSON.stringify({ title, body: text, image, link, badge, data });
      const large = refuseLarge(Buffer.byteLength(content), MAX_BYTES);
      if (large) return large;
      const {
        endpoint: url,
        headers,
        body,
      } = generateRequestDetails(subscription, content, {
        vapidDetails: { subject, publicKey: public_key, privateKey: private_key },
        contentEncoding: 'aes128gcm',
        TTL,
        urgency,
        topic: topicOf(message.id),
      });
      const request = {
        method: 'POST',
        url,
        headers: stringValues(headers),
        body: body ?? undefined,
        signal,
      } as const;
      const result = await guardedHttp.request(request);
      if (result.ok)
        return classifyWebpush(result.answer, { to: message.to, secrets: secretsOf(url, request.headers) });
      return result.refused
        ? failure('recipient', 'the subscription leads to an address that may not be called')
        : failedCall(result);
    },
  };
}

/** Returns what an answer may quote: the login and the address, and each without its first part. */
function secretsOf(endpoint: string, { Authorization = '' }: Record<string, string>): string[] {
  const { pathname, search } = new URL(endpoint);
  const token = /\bt=([^,\s]+)/.exec(Authorization)?.[1] ?? '';
  return [Authorization, endpoint, token, `${pathname}${search}`.slice(1)];
}

/** Returns a UUID without its dashes: a topic has 32 characters of base64url at most (RFC 8030 section 5.4). */
const topicOf = (id: string): string => id.replace(/[^\w]/g, '').slice(0, 32);

/** Returns headers without the length, which the client counts itself. */
const stringValues = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => [name, String(value)]),
  );
