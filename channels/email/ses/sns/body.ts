import type { HttpResult } from '../../../http/provider-http';
import { later, refused, type Unread } from '../../../receipts/receipts';

/** Returns the body of a response, or why there is none. It is `refused` if a repeat would get the same response. */
export function bodyOf(call: HttpResult, what: string): string | Unread {
  if (!call.ok) return later(`${what} could not be fetched: ${call.reason}`);
  const { status, body } = call.answer;
  if (status === 200) return body;
  const reason = `${what} could not be fetched: the response was ${status}`;
  return status >= 500 || status === 408 || status === 429 ? later(reason) : refused(reason);
}
