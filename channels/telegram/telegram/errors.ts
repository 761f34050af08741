import { jsonObject, textOf } from '../../http/json';
import { redact } from '../../http/redact';
import { retryAfterMs } from '../../http/retry-after';
import { type Classify, failure, foreignAnswer, statusVerdict, type Verdict } from '../../http/verdict';

/** "ResponseParameters" and the fields beside it (core.telegram.org/bots/api). */
interface Body {
  ok?: unknown;
  result?: { message_id?: unknown };
  description?: unknown;
  parameters?: { retry_after?: unknown; migrate_to_chat_id?: unknown };
}

/** Matches descriptions of 400 that are about the chat and not about the message. */
const BAD_CHAT =
  /chat not found|user not found|chat_id is empty|peer_id_invalid|chat_id_invalid|group chat was|chat was deleted|deactivated|chat_write_forbidden|chat_restricted|channel_private|topic_closed|topic_deleted|thread not found|rights to send|administrator rights|user_is_bot/i;
/** Matches the descriptions for a bot that left this server (methods logOut and close). */
const LOGGED_OUT = /logged out|already been closed/i;

/**
 * Telegram's answers (core.telegram.org/bots/api, Making requests; the texts are those of the server's source,
 * github.com/tdlib/telegram-bot-api). Telegram takes no idempotency key.
 *
 * | Telegram says                                                       | Outcome      | Code              |
 * |---------------------------------------------------------------------|--------------|-------------------|
 * | 401; 404 (the path with the token is none); 421; 400 "Logged out"   | transient    | UNAUTHORIZED      |
 * | 429, after `parameters.retry_after` seconds                         | rate_limited | RATE_LIMITED      |
 * | 403: blocked, kicked, deactivated, not a member, never started      | permanent    | INVALID_RECIPIENT |
 * | 400 with `parameters.migrate_to_chat_id`, and the new chat refuses   | permanent    | INVALID_RECIPIENT |
 * | 400 "chat not found", "user not found", no rights in the chat       | permanent    | INVALID_RECIPIENT |
 * | other 400 ("can't parse entities", "message is too long"), 413      | permanent    | REJECTED          |
 * | 503                                                                 | transient    | PROVIDER_ERROR    |
 * | other 5xx (a restart may come after the message), a 2xx that is not Telegram's | unknown | OUTCOME_UNKNOWN |
 * | any other answer: it came from a gateway                            | as `foreignAnswer` |             |
 * | no answer to a request that was handed over                         | unknown      | OUTCOME_UNKNOWN   |
 */
export const classifyTelegram: Classify = (answer, { secrets }) => {
  const { status, headers, body } = answer;
  const json: Body = jsonObject(body) ?? {};
  // 0 if Telegram has scheduled it for a moment later (ibid., Message).
  const id = json.ok === true && json.result?.message_id;
  if (typeof id === 'number') return { outcome: 'sent', providerMessageId: `${id}`, response: '200 ok' };
  const description = json.ok === false && textOf(json.description);
  if (!description || status < 400) return foreignAnswer(answer, secrets);
  const { retry_after: seconds, migrate_to_chat_id: movedTo } = json.parameters ?? {};
  const newId = typeof movedTo === 'number' || typeof movedTo === 'string' ? `${movedTo}` : undefined;
  const moved = newId === undefined ? '' : `; the group became a supergroup, whose chat id is ${newId}`;
  const response = redact(`${status} ${description}${moved}`, secrets);
  if (status === 400 && newId !== undefined) return { ...failure('recipient', response), movedTo: newId };
  const wait = retryAfterMs(typeof seconds === 'number' ? `${seconds}` : headers['retry-after']);
  return failure(verdictOf(status, description), response, wait);
};

function verdictOf(status: number, description: string): Verdict {
  switch (status) {
    case 400:
      if (LOGGED_OUT.test(description)) return 'credentials';
      return BAD_CHAT.test(description) ? 'recipient' : 'message';
    case 401:
    case 404:
    case 421:
      return 'credentials';
    case 403:
      return 'recipient';
    case 413:
      return 'message';
    case 429:
      return 'rate';
    default:
      return status >= 500 ? statusVerdict(status) : 'outage';
  }
}
