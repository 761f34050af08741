import { codeTable } from '../../http/code-table';
import { isObject, jsonObject, textOf } from '../../http/json';
import { redact } from '../../http/redact';
import { retryAfterOf } from '../../http/retry-after';
import { type Classify, failure, foreignAnswer } from '../../http/verdict';

/**
 * Slack's `error` codes (docs.slack.dev/reference/methods/chat.postMessage, Errors). Slack takes no idempotency key:
 * its `client_msg_id` is for Slack's own clients.
 *
 * | Slack says                                                    | Outcome      | Code              |
 * |---------------------------------------------------------------|--------------|-------------------|
 * | no such channel or member, not in it, archived                | permanent    | INVALID_RECIPIENT |
 * | posting is restricted there; text, blocks or metadata refused | permanent    | REJECTED          |
 * | token wrong, revoked or without a scope; the workspace's administrators stand in the way | transient | UNAUTHORIZED |
 * | too many messages, HTTP 429                                   | rate_limited | RATE_LIMITED      |
 * | unavailable, moving to another organisation, HTTP 503         | transient    | PROVIDER_ERROR    |
 * | `internal_error`, `fatal_error` ("some aspect may have succeeded"), another HTTP 5xx, HTTP 2xx that is not Slack's | unknown | OUTCOME_UNKNOWN |
 * | any other `error` ("in the case where the service is down")   | transient    | PROVIDER_ERROR    |
 * | another HTTP answer that is not Slack's: it came from a gateway | as `foreignAnswer` |           |
 * | no answer to a request that was handed over                   | unknown      | OUTCOME_UNKNOWN   |
 */
const CODES = codeTable({
  recipient: ['channel_not_found', 'not_in_channel', 'is_archived', 'user_not_found'],
  message: [
    'msg_too_long',
    'msg_blocks_too_long',
    'no_text',
    'invalid_blocks',
    'invalid_blocks_format',
    'too_many_attachments',
    'too_many_contact_cards',
    'invalid_metadata_format',
    'invalid_metadata_schema',
    'metadata_too_large',
    'invalid_arguments',
    'invalid_arg_name',
    'invalid_array_arg',
    'invalid_charset',
    'invalid_form_data',
    'invalid_post_type',
    'missing_post_type',
    'restricted_action',
    'restricted_action_read_only_channel',
    'restricted_action_thread_only_channel',
    'restricted_action_non_threadable_channel',
    'slack_connect_file_link_sharing_blocked',
  ],
  credentials: [
    'not_authed',
    'invalid_auth',
    'account_inactive',
    'token_revoked',
    'token_expired',
    'missing_scope',
    'not_allowed_token_type',
    'no_permission',
    'access_denied',
    'accesslimited',
    'team_access_not_granted',
    'two_factor_setup_required',
    'enterprise_is_restricted',
    'ekm_access_denied',
    'messages_tab_disabled',
    'metadata_must_be_sent_from_app',
  ],
  rate: ['ratelimited', 'rate_limited', 'message_limit_exceeded'],
  unknown: ['internal_error', 'fatal_error'],
});

/** What Slack's own text leaves out. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['channel_not_found', 'no such channel or member, or one that the app may not see'],
  ['not_in_channel', 'invite the app to the channel, or give it the scope chat:write.public'],
  ['messages_tab_disabled', 'enable the Messages tab in the App Home settings of the Slack app'],
  ['metadata_must_be_sent_from_app', 'use the bot token (xoxb-) of a Slack app'],
]);

export const classifySlack: Classify = (answer, { secrets }) => {
  const { status, body } = answer;
  const json = jsonObject(body) ?? {};
  const [channel, ts, warning] = [json.channel, json.ts, json.warning].map(textOf);
  if (json.ok === true && channel && ts) {
    // Only the pair identifies a message (docs.slack.dev/messaging/retrieving-messages).
    const providerMessageId = `${channel}:${ts}`;
    return { outcome: 'sent', providerMessageId, response: warning ? `ok: ${warning}` : 'ok' };
  }
  const error = json.ok === false && textOf(json.error);
  if (!error) return foreignAnswer(answer, secrets);
  const byStatus = status === 401 ? 'credentials' : 'outage';
  const verdict = status === 429 ? 'rate' : (CODES.get(error) ?? byStatus);
  const text = [error, ADVICE.get(error), ...detailsOf(json)].filter(Boolean).join(': ');
  const response = redact(status === 200 ? text : `HTTP ${status} ${text}`, secrets);
  return failure(verdict, response, retryAfterOf(answer));
};

/** Returns the scope that is missing, and which block is wrong. */
function detailsOf({ needed, response_metadata: metadata }: Record<string, unknown>): unknown[] {
  const { messages } = isObject(metadata) ? metadata : {};
  return [
    textOf(needed) && `needs ${textOf(needed)}`,
    ...(Array.isArray(messages) ? (messages as unknown[]).filter(textOf) : []),
  ];
}
