import type { DeliveryErrorCode } from '../../core/delivery-error';
import { jsonObject } from '../http/json';
import { operatorWords } from '../http/words';
import type { HttpAnswer } from '../http/provider-http';
import { retryAfterMs } from '../http/retry-after';
import type { SendResult } from '../provider';

type Failure = Exclude<SendResult, { outcome: 'sent' }>;
type Verdict =
  | { outcome: 'permanent' | 'transient' | 'unknown'; code: DeliveryErrorCode }
  | { outcome: 'rate_limited'; code: 'RATE_LIMITED' };

const permanent = (code: DeliveryErrorCode): Verdict => ({ outcome: 'permanent', code });
const transient = (code: DeliveryErrorCode): Verdict => ({ outcome: 'transient', code });
const unknown: Verdict = { outcome: 'unknown', code: 'OUTCOME_UNKNOWN' };
const limited: Verdict = { outcome: 'rate_limited', code: 'RATE_LIMITED' };

const verdictsOf = (verdict: Verdict, errors: string): [string, Verdict][] =>
  errors.split(' ').map((error) => [error, verdict]);

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
 * | another HTTP answer that is not Slack's: it came from a gateway | transient  | PROVIDER_ERROR    |
 * | no answer to a request that was handed over                   | unknown      | OUTCOME_UNKNOWN   |
 */
const VERDICTS: ReadonlyMap<string, Verdict> = new Map([
  ...verdictsOf(
    permanent('INVALID_RECIPIENT'),
    'channel_not_found not_in_channel is_archived user_not_found',
  ),
  ...verdictsOf(
    permanent('REJECTED'),
    'msg_too_long msg_blocks_too_long no_text invalid_blocks invalid_blocks_format too_many_attachments ' +
      'too_many_contact_cards invalid_metadata_format invalid_metadata_schema metadata_too_large ' +
      'invalid_arguments invalid_arg_name invalid_array_arg invalid_charset invalid_form_data invalid_post_type ' +
      'missing_post_type restricted_action restricted_action_read_only_channel ' +
      'restricted_action_thread_only_channel restricted_action_non_threadable_channel ' +
      'slack_connect_file_link_sharing_blocked',
  ),
  ...verdictsOf(
    transient('UNAUTHORIZED'),
    'not_authed invalid_auth account_inactive token_revoked token_expired missing_scope not_allowed_token_type ' +
      'no_permission access_denied accesslimited team_access_not_granted two_factor_setup_required ' +
      'enterprise_is_restricted ekm_access_denied messages_tab_disabled metadata_must_be_sent_from_app',
  ),
  ...verdictsOf(limited, 'ratelimited rate_limited message_limit_exceeded'),
  ...verdictsOf(unknown, 'internal_error fatal_error'),
]);

/** What Slack's own words leave out. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['channel_not_found', 'no such channel or member, or one that the app may not see'],
  ['not_in_channel', 'invite the app to the channel, or give it the scope chat:write.public'],
  ['messages_tab_disabled', 'enable the Messages tab in the App Home settings of the Slack app'],
  ['metadata_must_be_sent_from_app', 'use the bot token (xoxb-) of a Slack app'],
]);

/** Classifies an answer that does not say `ok: true`. */
export function classifySlackFailure({ status, headers, body }: HttpAnswer, secret: string): Failure {
  const said = jsonObject(body);
  const error = typeof said?.error === 'string' ? said.error : undefined;
  const verdict = status === 429 ? limited : (error && VERDICTS.get(error)) || byStatus(status, error);
  const details = error ? [error, ADVICE.get(error), ...detailsOf(said)] : ['no answer of Slack’s'];
  const words = details.filter((word) => word !== undefined).join(': ');
  const response = operatorWords(status === 200 ? words : `HTTP ${status} ${words}`, [secret]);
  if (verdict.outcome !== 'rate_limited') return { ...verdict, response };
  return { ...verdict, response, retryAfterMs: retryAfterMs(headers['retry-after']) };
}

function byStatus(status: number, error: string | undefined): Verdict {
  if (status === 401) return transient('UNAUTHORIZED');
  if (error !== undefined || status === 503) return transient('PROVIDER_ERROR');
  return status >= 500 || status < 300 ? unknown : transient('PROVIDER_ERROR');
}

/** The scope that is missing, and which block is wrong. */
function detailsOf(said: Record<string, unknown> | undefined): string[] {
  const { needed, response_metadata: metadata } = (said ?? {}) as {
    needed?: unknown;
    response_metadata?: { messages?: unknown };
  };
  const messages = Array.isArray(metadata?.messages) ? metadata.messages : [];
  return [
    ...(typeof needed === 'string' ? [`needs ${needed}`] : []),
    ...messages.filter((message) => typeof message === 'string'),
  ];
}
