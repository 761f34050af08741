import { z } from 'zod';
import {
  type Classify,
  codeTable,
  failure,
  foreignAnswer,
  readJson,
  redact,
  retryAfterOf,
  statusVerdict,
} from 'heliograph/providers';

/**
 * Acme's answers (docs.acme.example/errors). Acme takes no idempotency key.
 *
 * | Answer                                              | Outcome      | Code              |
 * |-----------------------------------------------------|--------------|-------------------|
 * | 201, `id`                                           | sent         |                   |
 * | `invalid_number`, `landline`                        | permanent    | INVALID_RECIPIENT |
 * | `text_too_long`, `text_refused`                     | permanent    | REJECTED          |
 * | `invalid_key`                                       | transient    | UNAUTHORIZED      |
 * | `unknown_sender`, `no_credit`                       | transient    | PROVIDER_ERROR, the account |
 * | `too_many`, after `Retry-After`                     | rate_limited | RATE_LIMITED      |
 * | `maintenance`: "the message was not taken"          | transient    | PROVIDER_ERROR    |
 * | another code                                        | as `statusVerdict` |             |
 * | no `error` with a code, or 201 without `id`         | as `foreignAnswer` |             |
 */
const CODES = codeTable({
  recipient: ['invalid_number', 'landline'],
  message: ['text_too_long', 'text_refused'],
  credentials: ['invalid_key'],
  account: ['unknown_sender', 'no_credit'],
  rate: ['too_many'],
  outage: ['maintenance'],
});

const ACCEPTED = z.object({ id: z.string().min(1) });
const REFUSED = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export const classifyAcme: Classify = (answer, { secrets }) => {
  const { status, body } = answer;
  const accepted = status === 201 ? readJson(ACCEPTED, body) : null;
  if (accepted) return { outcome: 'sent', providerMessageId: accepted.id, response: 'HTTP 201' };
  const error = readJson(REFUSED, body)?.error;
  if (!error) return foreignAnswer(answer, secrets);
  const response = redact(`HTTP ${status} ${error.code}: ${error.message}`, secrets);
  return failure(CODES.get(error.code) ?? statusVerdict(status), response, retryAfterOf(answer));
};
