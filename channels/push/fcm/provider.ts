import { z } from 'zod';
import { defineProvider } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { failedCall } from '../../http/http-failure';
import { failure } from '../../http/verdict';
import type { HttpAnswer } from '../../http/http-answer';
import type { HttpResult, ProviderHttp } from '../../http/provider-http';
import type { Provider, SendResult } from '../../provider';
import { alertOf, leastBytes, refuseLarge } from '../alert';
import { isStaleAccessToken, classifyFcm } from './errors';
import { fcmMessage, reservedKey } from './request';
import { createAccessTokens } from './google-token';
import { readServiceAccount, serviceAccountText, type ServiceAccount } from './service-account';
import { ttlSeconds } from '../ttl';

export interface FcmOptions {
  account: ServiceAccount;
  baseUrl: string;
  ttlSeconds: number;
  http: ProviderHttp;
}

/** Bytes of a message to a device (firebase.google.com/docs/cloud-messaging/error-codes, "Message too big"). */
const MAX_BYTES = 4096;
/** Printable, no blank: anything else is no registration token. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;
/** A topic that nobody has; only named to try an account. */
const CHECK_TOPIC = 'heliograph-check';

type Call = { ok: true; answer: HttpAnswer; accessToken: string } | { ok: false; failure: SendResult };

/**
 * Firebase Cloud Messaging, HTTP v1. The vendor's own client (firebase-admin) brings its own transport with retries, so
 * the two calls that it takes are made with ours. A refused access token is renewed once within an attempt.
 */
export function createFcmProvider(options: FcmOptions): Provider {
  const { account, http } = options;
  const tokens = createAccessTokens({
    account,
    http,
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
  });
  const url = `${options.baseUrl}/v1/projects/${account.project_id}/messages:send`;

  const post = (accessToken: string, body: string, signal: AbortSignal): Promise<HttpResult> =>
    http.request({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body,
      signal,
    });

  async function call(content: object, signal: AbortSignal, mayRenew = true): Promise<Call> {
    const access = await tokens.get(signal);
    if (!access.ok) return access;
    const result = await post(access.token, JSON.stringify(content), signal);
    if (!result.ok) return { ok: false, failure: failedCall(result) };
    if (mayRenew && isStaleAccessToken(result.answer)) {
      tokens.forget(access.token);
      return call(content, signal, false);
    }
    return { ok: true, answer: result.answer, accessToken: access.token };
  }

  return {
    name: 'fcm',
    async send(message, signal) {
      const token = message.to;
      if (!TOKEN.test(token)) return failure('recipient', 'the token is no FCM registration token');
      const shown = alertOf(message);
      if (!shown.ok) return shown.refusal;
      const { alert } = shown;
      const reserved = reservedKey(alert.data);
      if (reserved !== undefined) return failure('message', `FCM keeps the data key ${reserved} for itself`);
      const large = refuseLarge(leastBytes(alert), MAX_BYTES);
      if (large) return large;
      const content = fcmMessage({
        target: { token },
        alert,
        id: message.id,
        ttlSeconds: options.ttlSeconds,
      });
      const called = await call({ message: content }, signal);
      if (!called.ok) return called.failure;
      return classifyFcm(called.answer, { to: token, secrets: [called.accessToken] });
    },
    async check(signal) {
      // validate_only: the whole way but for the delivery.
      const alert = { title: 'check', data: {} };
      const message = fcmMessage({ target: { topic: CHECK_TOPIC }, alert, id: 'check', ttlSeconds: 0 });
      const called = await call({ validate_only: true, message }, signal);
      if (!called.ok) return { ok: false, reason: called.failure.response };
      const { outcome, response } = classifyFcm(called.answer, { to: '', secrets: [called.accessToken] });
      return outcome === 'sent'
        ? { ok: true, detail: `project ${account.project_id} accepts us` }
        : { ok: false, reason: response };
    },
    close: () => Promise.resolve(),
  };
}

/** Firebase Cloud Messaging: Android, iOS and browsers through one project. */
export const fcm = defineProvider({
  name: 'fcm',
  channels: ['push'],
  settings: z.strictObject({
    service_account: serviceAccountText.describe(
      'JSON of a key of a service account that may send messages (Firebase console, Project settings, Service accounts).',
    ),
    ttl_seconds: ttlSeconds,
    base_url: baseUrl('https://fcm.googleapis.com'),
  }),
  secrets: ['service_account'],
  open: ({ service_account, ttl_seconds, base_url }, { http }) => {
    const account = readServiceAccount(service_account);
    if (!account) throw new Error('service_account was not validated');
    return createFcmProvider({ account, baseUrl: base_url, ttlSeconds: ttl_seconds, http });
  },
});
