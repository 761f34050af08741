import { z } from 'zod';
import { codeTable } from '../../http/code-table';
import { readJson } from '../../http/json';
import { redact } from '../../http/redact';
import { retryAfterMs, retryAfterOf } from '../../http/retry-after';
import { type Classify, failure, foreignAnswer, statusVerdict, type Verdict } from '../../http/verdict';

/**
 * What Telnyx's codes mean. Sources: Messaging Error Code Reference
 * (developers.telnyx.com/docs/messaging/messages/error-codes), API error codes
 * (developers.telnyx.com/development/api-fundamentals/api-errors), Rate limiting (…/reliability/rate-limiting).
 *
 * | Answer                                                                  | Outcome      | Code              |
 * |-------------------------------------------------------------------------|--------------|-------------------|
 * | `to` is no number, not routable (40310, 40001, 40012, 10002, 10016)     | permanent    | INVALID_RECIPIENT |
 * | opted out with STOP (40300): the address is suppressed                  | permanent    | REJECTED          |
 * | number types that do not go together (40301, 40319)                     | permanent    | REJECTED          |
 * | text refused: more than 10 parts (40302, 40328), empty, prohibited, spam | permanent   | REJECTED          |
 * | other 400, 422 with a code                                              | permanent    | REJECTED          |
 * | 10009, 10010, 20000 to 20099 (key invalid, revoked, expired; account inactive), other 401, 403 | transient | UNAUTHORIZED |
 * | `from`, profile, destinations, 10DLC, toll-free, funds, spend limit (40333), webhook_url | transient | PROVIDER_ERROR |
 * | any code whose `source` points to `from`, the profile or webhook_url    | transient    | PROVIDER_ERROR    |
 * | 429, 10011, queue full (40318), carrier's limits (40011, 40016, 40018)  | rate_limited | RATE_LIMITED      |
 * | 503, 10007, the recipient's carrier down (40006)                          | transient    | PROVIDER_ERROR    |
 * | other 5xx, 10008 (timed out inside Telnyx)                              | unknown      | OUTCOME_UNKNOWN   |
 * | 2xx whose recipient is `sending_failed`, `delivery_failed`, `expired`   | as its code  | as its code       |
 * | neither an error with a code nor a message with an id                   | as `foreignAnswer` |             |
 * | no answer, the request handed over                                      | unknown      | OUTCOME_UNKNOWN   |
 * | no connection; no time left before the request went out                 | transient    | PROVIDER_ERROR / TIMEOUT |
 *
 * The `Idempotency-Key` of Telnyx holds for operations that declare it, and sending a message does not, so a repeat
 * after `unknown` can send twice.
 */
const CODES = codeTable({
  recipient: [10002, 10016, 40001, 40012, 40310],
  message: [
    40002, 40003, 40004, 40005, 40008, 40009, 40014, 40015, 40017, 40301, 40302, 40304, 40316, 40317, 40319,
    40322, 40328,
  ],
  // "Blocked due to STOP message".
  optedOut: [40300],
  credentials: [10009, 10010],
  account: [
    10001, 10003, 10005, 10006, 10017, 10038, 10039, 20100, 40010, 40013, 40019, 40020, 40100, 40150, 40151,
    40155, 40305, 40306, 40307, 40308, 40309, 40311, 40312, 40313, 40314, 40315, 40320, 40321, 40323, 40325,
    40329, 40330, 40331, 40333,
  ],
  rate: [10011, 40011, 40016, 40018, 40318],
  outage: [10007, 40006],
  unknown: [10008],
});

/** Matches fields of the request that the operator sets, not the message. */
const OURS = /^\/?(?:from|messaging_profile_id|webhook_url)\b/;

export const TELNYX_ERROR = z.object({
  code: z.union([z.string(), z.number()]),
  title: z.string().nullish(),
  detail: z.string().nullish(),
  source: z.object({ pointer: z.string().nullish() }).nullish(),
});
type TelnyxError = z.output<typeof TELNYX_ERROR>;

const REFUSAL = z.object({ errors: z.array(TELNYX_ERROR).min(1) });

/** Returns the verdict on one of Telnyx's codes, undefined if it is not in the table. Receipts have the same codes. */
export function telnyxVerdict(code: number): Verdict | undefined {
  return CODES.get(code) ?? (code >= 20_000 && code < 20_100 ? 'credentials' : undefined);
}

const MESSAGE = z.object({
  data: z.object({
    id: z.string().min(1),
    parts: z.number().nullish(),
    to: z.array(z.object({ status: z.string().nullish() })).nullish(),
    errors: z.array(TELNYX_ERROR).nullish(),
  }),
});

const FAILED = new Set(['sending_failed', 'delivery_failed', 'expired']);

export const classifyTelnyx: Classify = (answer, { secrets }) => {
  const { status, headers, body } = answer;
  const refusal = readJson(REFUSAL, body)?.errors[0];
  const message = status >= 200 && status <= 299 ? readJson(MESSAGE, body)?.data : undefined;
  const state = message?.to?.[0]?.status ?? 'accepted';
  if (message && !FAILED.has(state)) {
    const parts = message.parts ? `, parts: ${message.parts}` : '';
    return { outcome: 'sent', providerMessageId: message.id, response: `HTTP ${status}, ${state}${parts}` };
  }
  const error = message ? (message.errors?.[0] ?? { code: 0, title: state }) : status > 299 && refusal;
  if (!error) return foreignAnswer(answer, secrets);
  const response = redact(describeError(`HTTP ${status}`, error), secrets);
  const wait = retryAfterOf(answer) ?? retryAfterMs(headers['x-ratelimit-reset']);
  return failure(verdictOf(status, error), response, wait);
};

/** Returns `context` with Telnyx's code and text. */
export function describeError(context: string, error: TelnyxError | undefined): string {
  if (!error) return context;
  const text = [error.title, error.detail].filter(Boolean).join(': ');
  return `${context}, code ${error.code}${text && `: ${text}`}`;
}

function verdictOf(status: number, error: TelnyxError): Verdict {
  const known = telnyxVerdict(Number(error.code));
  const permanent = known === 'recipient' || known === 'message' || known === undefined;
  const refused = status === 400 || status === 422 || status < 300;
  if (refused && permanent && OURS.test(error.source?.pointer ?? '')) return 'account';
  return known ?? (refused ? 'message' : statusVerdict(status));
}
