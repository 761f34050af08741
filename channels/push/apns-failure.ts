import type { HttpAnswer } from '../http/provider-http';
import { jsonObject, textOf } from '../http/json';
import { retryAfterMs } from '../http/retry-after';
import type { SendResult } from '../provider';
import { accountRefused, deviceGone, rateLimited, refuse, serviceDown, wordsOf } from './answers';

/** A provider token may be changed every 20 minutes (TooManyProviderTokenUpdates). */
const TOKEN_WAIT_MS = 20 * 60_000;

/** Nothing can be put right by waiting, and nothing is gone: the device's token, or the key or topic it is tried with. */
const OF_THE_TOKEN = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'MissingDeviceToken']);
/** The account's topic. */
const OF_THE_ACCOUNT = new Set(['BadTopic', 'MissingTopic', 'TopicDisallowed']);

/** Reason of a refusal, empty where there is none. */
export const apnsReason = ({ body }: HttpAnswer): string => textOf(jsonObject(body)?.reason) ?? '';

/**
 * APNs' refusals (developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns). Apple
 * promises nowhere to drop a second one with the same `apns-id`, so a repeat after an unknown outcome can show twice.
 *
 * | Answer                                                     | Outcome      | Code              |
 * |------------------------------------------------------------|--------------|-------------------|
 * | 410 Unregistered, ExpiredToken                             | permanent    | INVALID_RECIPIENT, gone |
 * | 400 BadDeviceToken, DeviceTokenNotForTopic, MissingDeviceToken | permanent | INVALID_RECIPIENT; not gone: with the wrong `environment` or `topic` Apple says so of every token |
 * | 400 BadTopic, MissingTopic, TopicDisallowed                | transient    | UNAUTHORIZED      |
 * | 400 IdleTimeout                                            | transient    | PROVIDER_ERROR    |
 * | other 400 (BadMessageId, BadPriority, PayloadEmpty, …), 404 BadPath, 405, 413 PayloadTooLarge | permanent | REJECTED |
 * | 403 ExpiredProviderToken, InvalidProviderToken, Forbidden, … | transient  | UNAUTHORIZED      |
 * | 429 TooManyRequests (for one device)                       | rate_limited | RATE_LIMITED      |
 * | 429 TooManyProviderTokenUpdates                            | rate_limited | RATE_LIMITED, 20 min |
 * | 500 InternalServerError, 503 ServiceUnavailable, Shutdown, other | transient | PROVIDER_ERROR  |
 */
export function apnsFailure(answer: HttpAnswer, token: string): SendResult {
  const { status, headers } = answer;
  const reason = apnsReason(answer);
  const words = wordsOf(`${status} ${reason}`, [token]);
  const wait = retryAfterMs(headers['retry-after']);
  switch (status) {
    case 400:
      if (OF_THE_TOKEN.has(reason)) {
        return refuse(
          'INVALID_RECIPIENT',
          `${words} (a token of another environment or app is refused so too)`,
        );
      }
      if (OF_THE_ACCOUNT.has(reason)) return accountRefused(words);
      return reason === 'IdleTimeout' ? serviceDown(words) : refuse('REJECTED', words);
    case 403:
      return accountRefused(words);
    case 404:
    case 405:
    case 413:
      return refuse('REJECTED', words);
    case 410:
      return deviceGone(token, words);
    case 429:
      return rateLimited(words, reason === 'TooManyProviderTokenUpdates' ? TOKEN_WAIT_MS : wait);
    default:
      return serviceDown(words, wait);
  }
}
