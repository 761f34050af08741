import { z } from 'zod';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { failedCall } from '../../http/http-failure';
import { failure } from '../../http/verdict';
import type { SendResult } from '../../provider';
import { refuseLarge } from '../../too-large';
import { alertOf, leastBytes } from '../alert';
import { ttlSeconds } from '../ttl';
import { classifyFcm, isStaleAccessToken } from './errors';
import { createAccessTokens } from './google-token';
import { fcmMessage, reservedKey } from './request';
import { readServiceAccount, serviceAccountText } from './service-account';

/** Bytes of a message to a device (firebase.google.com/docs/cloud-messaging/error-codes, "Message too big"). */
const MAX_BYTES = 4096;
/** Printable, no blank: anything else is no registration token. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;
/** A topic that nobody has, to try an account. */
const CHECK_TOPIC = 'heliograph-check';

const settings = z.strictObject({
  service_account: serviceAccountText.describe(
    'JSON of a key of a service account that may send messages (Firebase console, Project settings, Service accounts).',
  ),
  ttl_seconds: ttlSeconds,
  base_url: baseUrl('https://fcm.googleapis.com'),
});

/** Firebase Cloud Messaging: Android, iOS and browsers through one project. */
export const fcm = defineProvider({
  name: 'fcm',
  channels: ['push'],
  settings,
  secrets: ['service_account'],
  addresses: ({ service_account }) => ({ service_account: readServiceAccount(service_account)?.token_uri }),
  open: createFcmProvider,
});

/**
 * Calls HTTP v1 through our client: the vendor's (firebase-admin) has its own transport with retries. A refused access
 * token is renewed once within an attempt.
 */
function createFcmProvider(options: z.output<typeof settings>, { http }: ProviderTools): ProviderCalls {
  const { service_account, ttl_seconds: ttlSeconds, base_url } = options;
  const account = readServiceAccount(service_account);
  if (!account) throw new Error('service_account was not validated');
  const scope = 'https://www.googleapis.com/auth/firebase.messaging';
  const tokens = createAccessTokens({ account, http, scope });
  const url = `${base_url}/v1/projects/${account.project_id}/messages:send`;

  async function call(
    to: string,
    content: object,
    signal: AbortSignal,
    mayRenew = true,
  ): Promise<SendResult> {
    const token = await tokens.get(signal);
    if (typeof token !== 'string') return token;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify(content);
    const result = await http.request({ method: 'POST', url, headers, body, signal });
    if (!result.ok) return failedCall(result);
    if (mayRenew && isStaleAccessToken(result.answer)) {
      tokens.forget(token);
      return call(to, content, signal, false);
    }
    return classifyFcm(result.answer, { to, secrets: [token] });
  }

  return {
    async send(message, signal) {
      const { id, to: token } = message;
      if (!TOKEN.test(token)) return failure('recipient', 'the token is not an FCM registration token');
      const alert = alertOf(message);
      if ('outcome' in alert) return alert;
      const reserved = reservedKey(alert.data);
      if (reserved !== undefined)
        return failure('message', `The data key ${reserved} is reserved by FCM. Rename it.`);
      const large = refuseLarge(leastBytes(alert), MAX_BYTES);
      if (large) return large;
      return call(token, { message: fcmMessage({ target: { token }, alert, id, ttlSeconds }) }, signal);
    },
    async check(signal) {
      // validate_only: all but the delivery.
      const alert = { title: 'check', data: {} };
      const message = fcmMessage({ target: { topic: CHECK_TOPIC }, alert, id: 'check', ttlSeconds: 0 });
      const { outcome, response } = await call('', { validate_only: true, message }, signal);
      return outcome === 'sent'
        ? { ok: true, detail: `project ${account.project_id} accepts the service account` }
        : { ok: false, reason: response };
    },
  };
}
