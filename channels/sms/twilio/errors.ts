import { z } from 'zod';
import { codeTable } from '../../http/code-table';
import { readJson } from '../../http/json';
import { redact } from '../../http/redact';
import { retryAfterOf } from '../../http/retry-after';
import { type Classify, failure, foreignAnswer, statusVerdict, type Verdict } from '../../http/verdict';

/**
 * What Twilio's codes mean. Sources: Error and Warning Dictionary (twilio.com/docs/api/errors), Message resource
 * (twilio.com/docs/messaging/api/message-resource).
 *
 * | Answer                                                                  | Outcome      | Code              |
 * |-------------------------------------------------------------------------|--------------|-------------------|
 * | `To` is no number, landline, short code, premium or not on WhatsApp     | permanent    | INVALID_RECIPIENT |
 * | opted out with STOP (21610): the address is suppressed                  | permanent    | REJECTED          |
 * | opted out of marketing (63033), blocked us (63014), sandbox not joined (63015) | permanent | REJECTED      |
 * | text, template or variables refused; 1,600 characters exceeded (21617)  | permanent    | REJECTED          |
 * | 63016: free text outside WhatsApp's 24-hour window                      | permanent    | REJECTED          |
 * | no route from this sender to this number (21612), a name that the country does not take (21657) | permanent | REJECTED |
 * | other 400 with a code                                                   | permanent    | REJECTED          |
 * | 20003, 20404 and other 401, 403; account suspended or closed            | transient    | UNAUTHORIZED      |
 * | `From`, messaging service, region permission, trial, callback address   | transient    | PROVIDER_ERROR    |
 * | 429, 20429 ("never processed, always safe to retry"), queue full (21611) | rate_limited | RATE_LIMITED     |
 * | 503, 20503, the channel's own outage (63009, 63012)                     | transient    | PROVIDER_ERROR    |
 * | 20500 "Internal Server Error" (docs: errors/20500), other 5xx without a code of these | unknown | OUTCOME_UNKNOWN |
 * | 2xx with status `failed`, `undelivered` or `canceled`                   | as its code  | as its code       |
 * | neither an error with a code nor a message with an SID                  | as `foreignAnswer` |             |
 * | no answer, the request handed over                                      | unknown      | OUTCOME_UNKNOWN   |
 * | no connection; no time left before the request went out                 | transient    | PROVIDER_ERROR / TIMEOUT |
 *
 * Twilio takes no idempotency key for messages, so a repeat after `unknown` can send twice. Most failures of delivery,
 * 63016 among them, come later, by status callback, with the same codes. 63033 suppresses nothing: it is an answer to
 * templates of the category marketing, and the person still gets all others (docs: errors/63033).
 */
const CODES = codeTable({
  recipient: [
    21211, 21214, 21217, 21265, 21266, 21268, 21401, 21421, 21604, 21614, 21635, 30003, 30005, 30006, 30014,
    63003, 63024, 63031,
  ],
  message: [
    21602, 21612, 21617, 21618, 21619, 21620, 21654, 21655, 21656, 21657, 21658, 30004, 30007, 30019, 30038,
    63005, 63006, 63013, 63014, 63015, 63016, 63021, 63026, 63027, 63028, 63029, 63030, 63032, 63033, 63034,
    63040, 63041, 63042, 63049, 63052,
  ],
  // "Attempt to send to unsubscribed recipient" (docs: errors/21610), of all messages.
  optedOut: [21610],
  credentials: [10001, 20003, 20005, 20006, 20010, 20404, 21470, 21471, 21472, 30002, 63051, 90010],
  account: [
    10002, 21210, 21212, 21219, 21264, 21267, 21408, 21603, 21606, 21607, 21608, 21609, 21616, 21659, 21660,
    21661, 21701, 21702, 21703, 21704, 21705, 21708, 21709, 21711, 30018, 30024, 30032, 30033, 30034, 30035,
    30037, 30040, 30041, 30042, 63001, 63002, 63007, 63008, 63020, 63022, 63038, 63112,
  ],
  rate: [14107, 20429, 21611, 30001, 30022, 30023, 30027, 63017, 63018],
  unknown: [20500],
  outage: [20503, 30008, 30017, 63009, 63010, 63012, 63023],
});

const HINTS = new Map([
  [
    63016,
    'outside the 24-hour window only an approved template may be sent: give the event a WhatsApp template (content SID)',
  ],
  [21617, 'shorten the template: 1,600 characters at most'],
]);

/** All of Twilio's codes have five digits. */
const REFUSAL = z.object({ code: z.number().min(10_000), message: z.string() });

/** Returns the verdict on one of Twilio's codes, undefined if it is not in the table. Receipts have the same codes. */
export const twilioVerdict = (code: number | undefined): Verdict | undefined => CODES.get(code ?? 0);

const MESSAGE = z.object({
  sid: z.string().min(1),
  status: z.string(),
  num_segments: z.string().nullish(),
  error_code: z.number().nullish(),
  error_message: z.string().nullish(),
});

const FAILED = new Set(['failed', 'undelivered', 'canceled']);

export const classifyTwilio: Classify = (answer, { secrets }) => {
  const { status, body } = answer;
  const success = status >= 200 && status <= 299;
  const message = success ? readJson(MESSAGE, body) : null;
  if (message && !FAILED.has(message.status)) {
    const segments = message.num_segments ? `, segments: ${message.num_segments}` : '';
    const response = `HTTP ${status}, ${message.status}${segments}`;
    return { outcome: 'sent', providerMessageId: message.sid, response };
  }
  const refusal = message
    ? { code: message.error_code ?? undefined, message: message.error_message ?? message.status }
    : !success && readJson(REFUSAL, body);
  if (!refusal) return foreignAnswer(answer, secrets);
  const response = describeError(`HTTP ${status}`, refusal, secrets);
  return failure(verdictOf(status, refusal.code), response, retryAfterOf(answer));
};

/** Returns `context` with Twilio's code and text and our advice, for operators. */
export function describeError(
  context: string,
  { code, message }: { code: number | undefined; message: string | undefined },
  secrets: readonly string[],
): string {
  const start = code === undefined ? context : `${context}, code ${code}`;
  const text = [message, HINTS.get(code ?? 0)].filter(Boolean).join('; ');
  return redact(text === '' ? start : `${start}: ${text}`, secrets);
}

function verdictOf(status: number, code: number | undefined): Verdict {
  // A message that was created and failed is refused for good, as is a request that Twilio itself calls bad.
  const refused = status < 300 || (status === 400 && code !== undefined);
  return twilioVerdict(code) ?? (refused ? 'message' : statusVerdict(status));
}
