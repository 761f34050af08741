import { RESTJSONErrorCodes as Code } from 'discord-api-types/v10';
import type { DeliveryErrorCode } from '../../core/delivery-error';
import { jsonObject } from '../http/json';
import { operatorWords } from '../http/words';
import type { HttpAnswer } from '../http/provider-http';
import type { SendResult } from '../provider';

export type Failure = Exclude<SendResult, { outcome: 'sent' }>;
type Verdict =
  | { outcome: 'permanent' | 'transient' | 'unknown'; code: DeliveryErrorCode }
  | { outcome: 'rate_limited'; code: 'RATE_LIMITED' };

const invalid: Verdict = { outcome: 'permanent', code: 'INVALID_RECIPIENT' };
const rejected: Verdict = { outcome: 'permanent', code: 'REJECTED' };
const refused: Verdict = { outcome: 'transient', code: 'UNAUTHORIZED' };
const down: Verdict = { outcome: 'transient', code: 'PROVIDER_ERROR' };
const unknown: Verdict = { outcome: 'unknown', code: 'OUTCOME_UNKNOWN' };
const limited: Verdict = { outcome: 'rate_limited', code: 'RATE_LIMITED' };

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
 * | 40333 and other answers that are no JSON: Cloudflare's or a gateway's | transient    | PROVIDER_ERROR    |
 * | other 5xx, a 2xx that is no JSON, no answer                           | unknown      | OUTCOME_UNKNOWN   |
 *
 * A bot's message has an enforced nonce: the same one again "in the past few minutes" makes no second message, so what
 * is unknown here is `transient` there (discord.ts). A webhook takes no nonce.
 */
const VERDICTS: ReadonlyMap<number, Verdict> = new Map<number, Verdict>([
  [Code.UnknownChannel, invalid],
  [Code.UnknownGuild, invalid],
  [Code.UnknownUser, invalid],
  [Code.MissingAccess, invalid],
  [Code.CannotSendMessagesToThisUser, invalid],
  [Code.InvalidRecipients, invalid],
  [Code.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds, invalid],
  [Code.CannotSendAMessageInAForumChannel, invalid],
  [Code.CannotExecuteActionOnDMChannel, invalid],
  [Code.CannotSendMessagesInNonTextChannel, invalid],
  [Code.ChannelVerificationLevelTooHighForYouToGainAccess, invalid],
  [Code.CannotExecuteActionOnThisChannelType, invalid],
  [Code.InvalidActionOnArchivedThread, invalid],
  [Code.ThreadLocked, invalid],
  [Code.Unauthorized, refused],
  [Code.VerifyYourAccount, refused],
  [Code.InvalidToken, refused],
  [Code.UnknownWebhook, refused],
  [Code.InvalidWebhookToken, refused],
  [Code.ActionCannotBePerformedDueToSlowmodeRateLimit, limited],
  [Code.ChannelSendRateLimit, limited],
  [Code.ServerSendRateLimit, limited],
  [Code.OpeningDirectMessagesTooFast, limited],
  [Code.ServiceResourceIsBeingRateLimited, limited],
  [Code.SendMessagesHasBeenTemporarilyDisabled, down],
  [Code.FeatureTemporarilyDisabledServerSide, down],
  [Code.IndexNotYetAvailable, down],
  [Code.APIResourceOverloaded, down],
  [Code.CloudflareIsBlockingYourRequest, down],
]);

/** What Discord's own words leave out. */
const ADVICE: Record<number, string> = {
  [Code.MissingAccess]: 'add the bot to the server and let it see the channel',
  [Code.MissingPermissions]: 'give the bot View Channel, Send Messages and Embed Links there',
  [Code.CannotSendMessagesToThisUser]: 'the user shares no server with the bot, or takes no direct messages',
};

/** Classifies an answer that brings no message. */
export function classifyDiscordFailure(
  { status, body }: HttpAnswer,
  waitMs: number | undefined,
  secret: string,
): Failure {
  const said = jsonObject(body);
  const code = typeof said?.code === 'number' ? said.code : undefined;
  const verdict = verdictOf(status, code);
  const words = said
    ? [said.message, code && ADVICE[code], ...detailsOf(said.errors)].filter((one) => typeof one === 'string')
    : ['no answer of Discord’s'];
  const response = operatorWords(`${status}${code ? ` ${code}` : ''} ${words.join('; ')}`, [secret]);
  return verdict.outcome === 'rate_limited'
    ? { ...verdict, response, retryAfterMs: waitMs }
    : { ...verdict, response };
}

function verdictOf(status: number, code: number | undefined): Verdict {
  if (status === 401) return refused;
  if (status === 429) return limited;
  const known = code === undefined ? undefined : VERDICTS.get(code);
  if (known) return known;
  if (status === 502 || status === 503) return down;
  if (status >= 500 || status < 300) return unknown;
  if (status === 413) return rejected;
  if (code === undefined) return down;
  if (status === 404) return invalid;
  return status === 400 || status === 403 ? rejected : down;
}

/** `content: Must be 2000 or fewer in length.` (discord.com/developers/docs/reference, Error Messages). */
function detailsOf(errors: unknown, path = '', depth = 0): string[] {
  if (typeof errors !== 'object' || errors === null || depth > 10) return [];
  return Object.entries(errors).flatMap(([key, inner]: [string, unknown]) => {
    if (key !== '_errors') return detailsOf(inner, path === '' ? key : `${path}.${key}`, depth + 1);
    const messages = Array.isArray(inner) ? (inner as { message?: unknown }[]) : [];
    return messages.map(({ message }) => `${path}: ${String(message)}`);
  });
}
