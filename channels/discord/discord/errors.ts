import { RESTJSONErrorCodes as Code } from 'discord-api-types/v10';
import { codeTable } from '../../http/code-table';
import type { HttpAnswer } from '../../http/http-answer';
import { jsonObject, textOf } from '../../http/json';
import { redact } from '../../http/redact';
import { retryAfterMs } from '../../http/retry-after';
import { type Classify, failure, foreignAnswer, type Verdict } from '../../http/verdict';

/**
 * Discord's answers (discord.com/developers/docs/topics/opcodes-and-status-codes, HTTP and JSON).
 *
 * | Discord says                                                          | Outcome      | Code              |
 * |-----------------------------------------------------------------------|--------------|-------------------|
 * | 10003, 10004, 10013, other 404: no such channel, server, user         | permanent    | INVALID_RECIPIENT |
 * | 50001: the bot may not see the channel; 50007, 50033, 50278: the user takes no messages from it | permanent | INVALID_RECIPIENT |
 * | 40058, 50003, 50008, 50009, 50024, 50083, 160005: a channel that takes no messages | permanent | INVALID_RECIPIENT |
 * | 50013: the bot may not write there                                    | permanent    | REJECTED          |
 * | 50006, 50035, 40005, 20009, 200000, 240000, other 400 and 403, 413: content refused | permanent | REJECTED |
 * | 401, 40001, 40002, 50014; webhook: 10015, 50027                       | transient    | UNAUTHORIZED      |
 * | 429, 20016, 20028, 20029, 40003, 40062                                | rate_limited | RATE_LIMITED      |
 * | 40004, 40006, 110000, 130000, 502 ("no gateway available"), 503       | transient    | PROVIDER_ERROR    |
 * | 40333: Cloudflare                                                     | transient    | PROVIDER_ERROR    |
 * | other 5xx, no answer                                                  | unknown      | OUTCOME_UNKNOWN   |
 * | no code of Discord's, or 2xx without an id                            | as `foreignAnswer` |             |
 *
 * A bot's message has an enforced nonce: the same one again "in the past few minutes" makes no second message, so what
 * is unknown here is `transient` there (provider.ts). A webhook takes no nonce.
 */
const CODES = codeTable({
  recipient: [
    Code.UnknownChannel,
    Code.UnknownGuild,
    Code.UnknownUser,
    Code.MissingAccess,
    Code.CannotSendMessagesToThisUser,
    Code.InvalidRecipients,
    Code.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
    Code.CannotSendAMessageInAForumChannel,
    Code.CannotExecuteActionOnDMChannel,
    Code.CannotSendMessagesInNonTextChannel,
    Code.ChannelVerificationLevelTooHighForYouToGainAccess,
    Code.CannotExecuteActionOnThisChannelType,
    Code.InvalidActionOnArchivedThread,
    Code.ThreadLocked,
  ],
  credentials: [
    Code.Unauthorized,
    Code.VerifyYourAccount,
    Code.InvalidToken,
    Code.UnknownWebhook,
    Code.InvalidWebhookToken,
  ],
  rate: [
    Code.ActionCannotBePerformedDueToSlowmodeRateLimit,
    Code.ChannelSendRateLimit,
    Code.ServerSendRateLimit,
    Code.OpeningDirectMessagesTooFast,
    Code.ServiceResourceIsBeingRateLimited,
  ],
  outage: [
    Code.SendMessagesHasBeenTemporarilyDisabled,
    Code.FeatureTemporarilyDisabledServerSide,
    Code.IndexNotYetAvailable,
    Code.APIResourceOverloaded,
    Code.CloudflareIsBlockingYourRequest,
  ],
});

/** What Discord's own text leaves out. */
const ADVICE: Record<number, string> = {
  [Code.MissingAccess]: 'add the bot to the server and let it see the channel',
  [Code.MissingPermissions]: 'give the bot View Channel, Send Messages and Embed Links there',
  [Code.CannotSendMessagesToThisUser]:
    'the user shares no server with the bot, or accepts no direct messages',
};

export const classifyDiscord: Classify = (answer, { secrets }) => {
  const { status, body } = answer;
  const json = jsonObject(body) ?? {};
  // Every object that we request has an id.
  const id = textOf(json.id);
  if (status === 200 && id) return { outcome: 'sent', providerMessageId: id, response: '200 ok' };
  const code = typeof json.code === 'number' ? json.code : undefined;
  const wait = pauseMs(answer);
  // Codes are 0 or have five digits and more; a pause has none.
  const own = code === undefined ? typeof json.retry_after === 'number' : code === 0 || code >= 10_000;
  // A 502 is "no gateway available", before anything was done.
  if (!own) return foreignAnswer(answer, secrets, wait, status === 502 ? 'outage' : undefined);
  const text = [json.message, code && ADVICE[code], ...detailsOf(json.errors)].filter(textOf).join('; ');
  const response = redact(`${status}${code ? ` ${code}` : ''} ${text}`, secrets);
  return failure(verdictOf(status, code), response, wait);
};

/** Returns the milliseconds that a 429 asks for. */
export function pauseMs({ status, headers, body }: HttpAnswer, now?: number): number | undefined {
  if (status !== 429) return undefined;
  const seconds = jsonObject(body)?.retry_after;
  return retryAfterMs(typeof seconds === 'number' ? `${seconds}` : headers['retry-after'], now);
}

function verdictOf(status: number, code = 0): Verdict {
  if (status === 401) return 'credentials';
  if (status === 429) return 'rate';
  const known = CODES.get(code);
  if (known) return known;
  if (status === 502 || status === 503) return 'outage';
  if (status >= 500 || status < 300) return 'unknown';
  if (status === 404) return 'recipient';
  return status === 400 || status === 403 || status === 413 ? 'message' : 'outage';
}

/** Returns details such as `content: Must be 2000 or fewer in length.` (discord.com/developers/docs/reference, Error Messages). */
function detailsOf(errors: unknown, path = '', depth = 0): string[] {
  if (typeof errors !== 'object' || errors === null || depth > 10) return [];
  return Object.entries(errors).flatMap(([key, inner]: [string, unknown]) => {
    if (key !== '_errors') return detailsOf(inner, path === '' ? key : `${path}.${key}`, depth + 1);
    const messages = Array.isArray(inner) ? (inner as { message?: unknown }[]) : [];
    return messages.map(({ message }) => `${path}: ${String(message)}`);
  });
}
