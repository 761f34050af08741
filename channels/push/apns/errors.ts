import type { HttpAnswer } from '../../http/http-answer';
import { jsonObject, textOf } from '../../http/json';
import { redact } from '../../http/redact';
import { retryAfterOf } from '../../http/retry-after';
import { type Classify, deviceGone, failure, foreignAnswer, outage } from '../../http/verdict';

/** A provider token may be changed every 20 minutes (TooManyProviderTokenUpdates). */
const TOKEN_WAIT_MS = 20 * 60_000;

/** The last moment of a `Date`. */
const MAX_TIME = 8.64e15;

/** The device's token, or the key or topic, is wrong. Waiting does not help, and no token is gone. */
const OF_THE_TOKEN = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'MissingDeviceToken']);
/** The account's topic is wrong. */
const OF_THE_ACCOUNT = new Set(['BadTopic', 'MissingTopic', 'TopicDisallowed']);

/** Returns the reason of a refusal, empty if there is none. */
export const apnsReason = ({ body }: HttpAnswer): string => textOf(jsonObject(body)?.reason) ?? '';

/** Returns the time at which APNs confirmed that a token is gone: `timestamp`, milliseconds since 1970. */
function goneSince({ body }: HttpAnswer): Date | undefined {
  const at = jsonObject(body)?.timestamp;
  return typeof at === 'number' && at > 0 && at <= MAX_TIME ? new Date(at) : undefined;
}

/**
 * APNs' answers (developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns). Apple
 * promises nowhere to drop a second one with the same `apns-id`, so a repeat after an unknown outcome can show twice.
 *
 * | Answer                                                     | Outcome      | Code              |
 * |------------------------------------------------------------|--------------|-------------------|
 * | 200, `apns-id`                                             | sent         |                   |
 * | 410 Unregistered, ExpiredToken                             | permanent    | INVALID_RECIPIENT, gone since `timestamp` |
 * | 400 BadDeviceToken, DeviceTokenNotForTopic, MissingDeviceToken | permanent | INVALID_RECIPIENT; not gone: with the wrong `environment` or `topic` Apple says so of every token |
 * | 400 BadTopic, MissingTopic, TopicDisallowed                | transient    | UNAUTHORIZED      |
 * | 400 IdleTimeout                                            | transient    | PROVIDER_ERROR    |
 * | other 400 (BadMessageId, BadPriority, PayloadEmpty, …), 404 BadPath, 405, 413 PayloadTooLarge | permanent | REJECTED |
 * | 403 ExpiredProviderToken, InvalidProviderToken, Forbidden, … | transient  | UNAUTHORIZED      |
 * | 429 TooManyRequests (for one device)                       | rate_limited | RATE_LIMITED      |
 * | 429 TooManyProviderTokenUpdates                            | rate_limited | RATE_LIMITED, 20 min |
 * | 500 InternalServerError, 503 ServiceUnavailable, Shutdown, other | transient | PROVIDER_ERROR  |
 * | without `apns-id`, which every answer of Apple's has       | as `foreignAnswer` |             |
 */
export const classifyApns: Classify = (answer, { to: token, secrets }) => {
  const { status, headers } = answer;
  const id = headers['apns-id'];
  if (!id) return foreignAnswer(answer, [token, ...secrets]);
  if (status === 200)
    return { outcome: 'sent', providerMessageId: id, response: `APNs accepted it as ${id}` };
  const reason = apnsReason(answer);
  const response = redact(`${status} ${reason}`, [token]);
  const wait = retryAfterOf(answer);
  switch (status) {
    case 400:
      if (OF_THE_TOKEN.has(reason)) {
        return failure('recipient', `${response} (or a token of another environment or app)`);
      }
      if (OF_THE_ACCOUNT.has(reason)) return failure('credentials', response);
      return reason === 'IdleTimeout' ? outage(response) : failure('message', response);
    case 403:
      return failure('credentials', response);
    case 404:
    case 405:
    case 413:
      return failure('message', response);
    case 410:
      return deviceGone(token, response, goneSince(answer));
    case 429:
      return failure('rate', response, reason === 'TooManyProviderTokenUpdates' ? TOKEN_WAIT_MS : wait);
    default:
      return outage(response, wait);
  }
};
