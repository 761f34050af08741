import { codeTable } from '../../http/code-table';
import { isObject, jsonObject, textOf } from '../../http/json';
import { redact } from '../../http/redact';
import { retryAfterOf } from '../../http/retry-after';
import type { ReadEach } from '../../http/vendor-batch';
import {
  type Classified,
  type Classify,
  deviceGone,
  type Failure,
  failure,
  foreignAnswer,
  outage,
} from '../../http/verdict';

/**
 * Expo's answers (docs.expo.dev/push-notifications/sending-notifications, "Push ticket errors", "Request errors"). Expo
 * knows no idempotency key.
 *
 * | Answer                                              | Outcome      | Code              |
 * |-----------------------------------------------------|--------------|-------------------|
 * | 200, ticket `ok` with its id                        | sent         |                   |
 * | ticket DeviceNotRegistered                          | permanent    | INVALID_RECIPIENT, gone |
 * | ticket MessageTooBig, DeveloperError                | permanent    | REJECTED          |
 * | ticket MessageRateExceeded (for one device)         | rate_limited | RATE_LIMITED      |
 * | ticket MismatchSenderId, InvalidCredentials: the project's keys at Expo | transient | UNAUTHORIZED |
 * | ticket ProviderError, ExpoError, others             | transient    | PROVIDER_ERROR    |
 * | 401, 403, UNAUTHORIZED: the access token            | transient    | UNAUTHORIZED      |
 * | 429, TOO_MANY_REQUESTS                              | rate_limited | RATE_LIMITED      |
 * | 5xx                                                 | transient    | PROVIDER_ERROR    |
 * | other `errors`: a request that is not right         | permanent    | REJECTED          |
 * | neither `errors` with a code nor a ticket           | as `foreignAnswer` |             |
 */
export const classifyExpo: Classify = (answer, { to: token, secrets: hidden }) => {
  const secrets = [token, ...hidden];
  const { status, body } = answer;
  const json = jsonObject(body) ?? {};
  const [error] = Array.isArray(json.errors) ? json.errors.filter(isObject) : [];
  const code = textOf(error?.code);
  if (error && code) {
    const response = redact(`${status} ${code} ${textOf(error.message) ?? ''}`, secrets);
    const wait = retryAfterOf(answer);
    if (status === 401 || status === 403 || code === 'UNAUTHORIZED') return failure('credentials', response);
    if (status === 429 || code === 'TOO_MANY_REQUESTS') return failure('rate', response, wait);
    return status >= 500 ? outage(response, wait) : failure('message', response);
  }
  const ticket: unknown = [json.data].flat()[0];
  if (status !== 200 || !isObject(ticket)) return foreignAnswer(answer, secrets);
  if (ticket.status === 'error') return readTicket(ticket, { to: token, secrets });
  const id = ticket.status === 'ok' && textOf(ticket.id);
  if (!id) return foreignAnswer(answer, secrets);
  return { outcome: 'sent', providerMessageId: id, response: `Expo accepted it as ${id}` };
};

/**
 * Returns the ticket of each message, in their order ("Push tickets"), also if there are `errors` as well. Null: the answer is one to
 * the whole request.
 */
export const expoTickets: ReadEach = (answer) => {
  const { data } = jsonObject(answer.body) ?? {};
  if (answer.status !== 200 || !Array.isArray(data)) return null;
  return data.map((ticket) => ({ ...answer, body: JSON.stringify({ data: ticket as unknown }) }));
};

function readTicket(ticket: Record<string, unknown>, { to, secrets }: Classified): Failure {
  const code = textOf(isObject(ticket.details) ? ticket.details.error : undefined) ?? '';
  const response = redact(`${code || 'error'}: ${textOf(ticket.message) ?? ''}`, secrets);
  return code === 'DeviceNotRegistered'
    ? deviceGone(to, response)
    : failure(TICKETS.get(code) ?? 'outage', response);
}

const TICKETS = codeTable({
  message: ['MessageTooBig', 'DeveloperError'],
  rate: ['MessageRateExceeded'],
  credentials: ['MismatchSenderId', 'InvalidCredentials'],
});
