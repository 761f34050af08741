import type { DeliveryErrorCode } from '../../core/delivery-error';
import { jsonObject } from '../http/json';
import { operatorWords } from '../http/words';
import type { HttpAnswer } from '../http/provider-http';
import { retryAfterMs } from '../http/retry-after';
import type { SendResult } from '../provider';

type Failure = Exclude<SendResult, { outcome: 'sent' }>;

/** Descriptions of 400 that speak of the chat and not of the message. */
const BAD_CHAT =
  /chat not found|user not found|chat_id is empty|peer_id_invalid|chat_id_invalid|group chat was|chat was deleted|deactivated|chat_write_forbidden|chat_restricted|channel_private|topic_closed|topic_deleted|thread not found|rights to send|administrator rights|user_is_bot/i;
/** The bot was taken from this server (methods logOut and close). */
const LOGGED_OUT = /logged out|already been closed/i;

/**
 * Classifies an answer that does not say `ok: true` (core.telegram.org/bots/api, Making requests; the words are those
 * of the server's source, github.com/tdlib/telegram-bot-api). Telegram takes no idempotency key.
 *
 * | Telegram says                                                       | Outcome      | Code              |
 * |---------------------------------------------------------------------|--------------|-------------------|
 * | 401; 404 (the path with the token is none); 421; 400 "Logged out"   | transient    | UNAUTHORIZED      |
 * | 429, after `parameters.retry_after` seconds                         | rate_limited | RATE_LIMITED      |
 * | 403: blocked, kicked, deactivated, not a member, never started      | permanent    | INVALID_RECIPIENT |
 * | 400 with `parameters.migrate_to_chat_id`: the words name the new id | permanent    | INVALID_RECIPIENT |
 * | 400 "chat not found", "user not found", no rights in the chat       | permanent    | INVALID_RECIPIENT |
 * | other 400 ("can't parse entities", "message is too long"), 413      | permanent    | REJECTED          |
 * | 503                                                                 | transient    | PROVIDER_ERROR    |
 * | other 5xx (a restart may come behind the message), a 2xx that is not Telegram's | unknown | OUTCOME_UNKNOWN |
 * | any other answer: it came from a gateway                            | transient    | PROVIDER_ERROR    |
 * | no answer to a request that was handed over                         | unknown      | OUTCOME_UNKNOWN   |
 */
export function classifyTelegramFailure({ status, headers, body }: HttpAnswer, secret: string): Failure {
  const said = jsonObject(body) as
    | { description?: unknown; parameters?: { retry_after?: unknown; migrate_to_chat_id?: unknown } }
    | undefined;
  const description = typeof said?.description === 'string' ? said.description : undefined;
  const { retry_after: seconds, migrate_to_chat_id: movedTo } = said?.parameters ?? {};
  const moved =
    typeof movedTo === 'number' || typeof movedTo === 'string'
      ? `; the group became a supergroup, whose chat id is ${movedTo}`
      : '';
  const response = operatorWords(`${status} ${description ?? 'no answer of Telegram’s'}${moved}`, [secret]);
  const told = (outcome: 'permanent' | 'transient' | 'unknown', code: DeliveryErrorCode): Failure => ({
    outcome,
    code,
    response,
  });
  switch (status) {
    case 401:
    case 421:
      return told('transient', 'UNAUTHORIZED');
    case 404:
      return told('transient', description === undefined ? 'PROVIDER_ERROR' : 'UNAUTHORIZED');
    case 429: {
      const wait = typeof seconds === 'number' ? `${seconds}` : headers['retry-after'];
      return { outcome: 'rate_limited', code: 'RATE_LIMITED', response, retryAfterMs: retryAfterMs(wait) };
    }
    case 413:
      return told('permanent', 'REJECTED');
  }
  if (status >= 500)
    return status === 503 ? told('transient', 'PROVIDER_ERROR') : told('unknown', 'OUTCOME_UNKNOWN');
  if (status < 300) return told('unknown', 'OUTCOME_UNKNOWN');
  if (description === undefined) return told('transient', 'PROVIDER_ERROR');
  if (status === 403) return told('permanent', 'INVALID_RECIPIENT');
  if (status !== 400) return told('transient', 'PROVIDER_ERROR');
  if (LOGGED_OUT.test(description)) return told('transient', 'UNAUTHORIZED');
  return told('permanent', moved || BAD_CHAT.test(description) ? 'INVALID_RECIPIENT' : 'REJECTED');
}
