import { z } from 'zod';
import { codeTable } from '../../http/code-table';
import type { HttpAnswer } from '../../http/http-answer';
import { readJson } from '../../http/json';
import { redact } from '../../http/redact';
import { retryAfterOf } from '../../http/retry-after';
import { type Classify, failure, foreignAnswer, statusVerdict, type Verdict } from '../../http/verdict';

/**
 * What the Cloud API's codes mean. Sources: WhatsApp Business Platform, Error codes
 * (developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes) and Throughput; Graph API,
 * Rate limits (developers.facebook.com/docs/graph-api/overview/rate-limiting) and Handle errors.
 *
 * | Answer                                                                  | Outcome      | Code              |
 * |-------------------------------------------------------------------------|--------------|-------------------|
 * | 131026 undeliverable, 131021 recipient is the sender                    | permanent    | INVALID_RECIPIENT |
 * | 131047 outside the 24-hour window without a template                    | permanent    | REJECTED          |
 * | 132xxx template: missing, paused, parameters; 131051 type; 100, 131008, 131009 parameters | permanent | REJECTED |
 * | 130472, 131049, 131050 Meta or the person does not want it; 130497 country | permanent | REJECTED          |
 * | other 4xx with a code                                                   | permanent    | REJECTED          |
 * | 190, 0, 3, 10, 200 to 299, 131005 token or permission; 368, 131031 account locked; 100 with subcode 33: no such phone_number_id for this token | transient | UNAUTHORIZED |
 * | 131042 payment, 131037 display name, 133xxx registration, 33 number deleted, 131030 test number | transient | PROVIDER_ERROR |
 * | 4, 80007, 130429, 131048, 131056 (one message in 6 s to one person), 133016, 429 | rate_limited | RATE_LIMITED |
 * | 1, 2, 131000, 131016, 131057, 133004, `is_transient`, 503               | transient    | PROVIDER_ERROR    |
 * | other 5xx without a code of these                                       | unknown      | OUTCOME_UNKNOWN   |
 * | 2xx with an `error`                                                     | as its code  | as its code       |
 * | neither an error with code and trace id nor a message with an id        | as `foreignAnswer` |             |
 * | no answer, the request handed over                                      | unknown      | OUTCOME_UNKNOWN   |
 * | no connection; no time left before the request went out                 | transient    | PROVIDER_ERROR / TIMEOUT |
 *
 * The Cloud API takes no idempotency key, so a repeat after `unknown` can send twice. Most failures of delivery, 131047
 * and 131026 among them, may also come later, by webhook, with the same codes.
 */
const CODES = codeTable({
  recipient: [131021, 131026],
  message: [
    100, 130472, 130497, 131008, 131009, 131047, 131049, 131050, 131051, 131052, 131053, 132000, 132001,
    132005, 132007, 132012, 132015, 132016, 132018, 132068, 132069, 135000,
  ],
  credentials: [0, 3, 10, 190, 368, 131005, 131031],
  account: [
    33, 131030, 131037, 131042, 131045, 133000, 133005, 133006, 133008, 133009, 133010, 133015, 134011,
  ],
  rate: [4, 80007, 130429, 131048, 131056, 133016],
  outage: [1, 2, 131000, 131016, 131057, 133004],
});

const HINTS = new Map([
  [
    131047,
    'outside the 24-hour window only an approved template may be sent: give the event a WhatsApp template',
  ],
]);

/** "One message every 6 seconds" to one person (docs: pair rate limits), milliseconds. */
const PAIR_WAIT_MS = 6000;
const PAIR_LIMIT = 131056;
/** Graph API's `error_subcode` beside code 100 if the token does not see the object. */
const NO_SUCH_OBJECT = 33;

const REFUSAL = z.object({
  error: z.object({
    code: z.number(),
    /** Every error of the Graph API has one (docs: Handle errors), and no gateway's. */
    fbtrace_id: z.string(),
    message: z.string().nullish(),
    error_subcode: z.number().nullish(),
    is_transient: z.boolean().nullish(),
    error_data: z.object({ details: z.string().nullish() }).nullish().catch(undefined),
  }),
});
type MetaError = z.output<typeof REFUSAL>['error'];

/** Returns the verdict on one of the Cloud API's codes, undefined if it is not in the table. Webhooks have the same codes. */
export function metaVerdict(code: number): Verdict | undefined {
  return CODES.get(code) ?? (code >= 200 && code < 300 ? 'credentials' : undefined);
}

const SENT = z.object({
  messages: z.array(z.object({ id: z.string().min(1), message_status: z.string().nullish() })).min(1),
});

export const classifyMeta: Classify = (answer, { secrets }) => {
  const { status, body } = answer;
  const error = readJson(REFUSAL, body)?.error;
  if (error) {
    const response = describeError(`HTTP ${status}`, error, secrets);
    return failure(verdictOf(status, error), response, waitOf(answer, error));
  }
  const message = status >= 200 && status < 300 ? readJson(SENT, body)?.messages[0] : undefined;
  if (!message) return foreignAnswer(answer, secrets);
  const response = `HTTP ${status}, ${message.message_status ?? 'accepted'}`;
  return { outcome: 'sent', providerMessageId: message.id, response };
};

/** Returns `context` with Meta's code and text and our advice, for operators. */
export function describeError(
  context: string,
  { code, message, error_data }: Pick<MetaError, 'code' | 'message' | 'error_data'>,
  secrets: readonly string[],
): string {
  const text = [message, error_data?.details, HINTS.get(code)].filter(Boolean).join('; ');
  return redact(`${context}, code ${code}: ${text}`, secrets);
}

function verdictOf(status: number, { code, error_subcode, is_transient }: MetaError): Verdict {
  if (code === 100 && error_subcode === NO_SUCH_OBJECT) return 'credentials';
  const known = metaVerdict(code);
  if (known !== undefined) return known;
  if (is_transient) return 'outage';
  const byStatus = statusVerdict(status);
  return byStatus === 'account' || status < 300 ? 'message' : byStatus;
}

const USAGE = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().nullish() })),
);
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** Returns the wait in milliseconds: `Retry-After`, else the minutes of `X-Business-Use-Case-Usage`, else what the pair limit documents. */
function waitOf(answer: HttpAnswer, { code }: MetaError): number | undefined {
  const asked = retryAfterOf(answer);
  if (asked !== undefined) return asked;
  const usage = readJson(USAGE, answer.headers['x-business-use-case-usage'] ?? '') ?? {};
  const times = Object.values(usage).flat();
  const minutes = Math.max(0, ...times.map((one) => one.estimated_time_to_regain_access ?? 0));
  if (minutes > 0) return Math.min(LONGEST_WAIT_MS, minutes * 60_000);
  return code === PAIR_LIMIT ? PAIR_WAIT_MS : undefined;
}
