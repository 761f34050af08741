import { z } from 'zod';
import { parseE164 } from '../../../core/contacts/phone';
import type { OptChange, Receipt } from '../../../core/receipts/receipt';
import { parseSafely } from '../../../core/shared/parse-safely';
import { codeTable } from '../../http/code-table';
import { readJson } from '../../http/json';
import { redact } from '../../http/redact';
import { failedReceipt } from '../../receipts/failure';
import { later, malformed, type ReceiptReader, type ReceiptReading, refused } from '../../receipts/receipts';
import { readReference } from '../../receipts/reference';
import { receiptTime } from '../../receipts/time';
import { optedOutAs, optedOutBy, type OptWords } from '../../opt-outs/words';
import { describeError, TELNYX_ERROR, telnyxVerdict } from './errors';
import { refusalOf, telnyxKey } from './signature';

/**
 * What Telnyx's messaging webhooks become. Sources: Receiving Webhooks for Messaging
 * (developers.telnyx.com/docs/messaging/messages/receiving-webhooks), Message detail records, statuses
 * (…/messaging/messages/message-detail-records), Advanced Opt-In/Out (…/messaging/messages/advanced-opt-in-out).
 *
 * | Event, `to[].status`                                | Receipt                                                |
 * |-----------------------------------------------------|--------------------------------------------------------|
 * | `message.sent`: `queued`, `sending`, `sent`         | `sent`                                                 |
 * | `message.finalized`: `delivered`, `read`            | `delivered`                                            |
 * | … `delivery_unconfirmed`, `sent`: the carrier says no more | `sent`                                         |
 * | … `sending_failed`, `delivery_failed`, `expired`    | `failed`, code by `errors[0].code` (`telnyxVerdict`)   |
 * | … with 40300                                        | `failed`, REJECTED, `optedOut`                         |
 * | `message.received`                                  | an opt change, if it is one                         |
 * | any other event or status                           | none                                                   |
 */
export function telnyxReceipts({ api_key, public_key }: Settings, words?: OptWords): ReceiptReader {
  const key = public_key === undefined ? undefined : telnyxKey(public_key);
  return (request) => {
    if (!key) return later("set public_key, the account's public key in Telnyx's portal");
    const refusal = refusalOf(key, request);
    if (refusal !== undefined) return refused(refusal);
    const event = readJson(EVENT, request.body.toString('utf8'))?.data;
    if (!event) return malformed('the body is not an event of Telnyx');
    return readEvent(event, request.query, { secret: api_key, words });
  };
}

interface Settings {
  api_key: string;
  public_key?: string;
}

const EVENT = z.object({
  data: z.object({
    event_type: z.string(),
    occurred_at: z.string().optional().catch(undefined),
    payload: z.unknown(),
  }),
});
function readEvent(
  { event_type, occurred_at, payload }: z.output<typeof EVENT>['data'],
  query: URLSearchParams,
  { secret, words }: { secret: string; words: OptWords | undefined },
): ReceiptReading {
  const at = receiptTime(occurred_at);
  if (event_type === 'message.received') {
    const message = parseSafely(INBOUND, payload);
    if (!message.success) return malformed('message.received without a sender');
    return { kind: 'read', receipts: [], optChanges: optChangesOf(message.data, at, words) };
  }
  if (!OUTBOUND_EVENTS.has(event_type)) return { kind: 'read', receipts: [] };
  const message = parseSafely(OUTBOUND, payload);
  if (!message.success) return malformed(`${event_type} without recipients`);
  return { kind: 'read', receipts: receiptsOf(message.data, at, query, secret) };
}

const OUTBOUND_EVENTS = new Set(['message.sent', 'message.finalized']);
const RECIPIENT = z.object({ status: z.string() });

const OUTBOUND = z.object({
  id: z.string().optional().catch(undefined),
  to: z.array(RECIPIENT.nullable().catch(null)),
  errors: z.array(TELNYX_ERROR.nullable().catch(null)).nullish().catch(undefined),
  webhook_url: z.string().nullish().catch(undefined),
});

const KINDS = codeTable({
  sent: ['queued', 'sending', 'sent', 'delivery_unconfirmed'],
  delivered: ['delivered', 'read'],
  failed: ['sending_failed', 'delivery_failed', 'expired'],
});

function receiptsOf(
  { id, to, errors, webhook_url }: z.output<typeof OUTBOUND>,
  at: Date,
  query: URLSearchParams,
  secret: string,
): Receipt[] {
  // The body repeats our address and is signed. The called address is not signed.
  const ids = readReference(queryOf(webhook_url)) ?? readReference(query);
  if (!ids) return [];
  const error = errors?.find((one) => one !== null) ?? undefined;
  return to.flatMap((recipient): Receipt[] => {
    const status = recipient?.status ?? '';
    const kind = KINDS.get(status);
    if (!kind) return [];
    const common = { ...ids, kind, at, ...(id !== undefined && { providerMessageId: id }) };
    if (kind !== 'failed') return [{ ...common, detail: status }];
    const detail = redact(describeError(status, error), [secret]);
    return [{ ...common, ...failedReceipt(error && telnyxVerdict(Number(error.code))), detail }];
  });
}

const queryOf = (address: string | null | undefined): URLSearchParams =>
  address && URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();

const INBOUND = z.object({
  from: z.object({ phone_number: z.string() }),
  type: z.string().nullish().catch(undefined),
  text: z.string().nullish().catch(undefined),
  autoresponse_type: z.string().nullish().catch(undefined),
});

function optChangesOf(
  { from, type, text, autoresponse_type }: z.output<typeof INBOUND>,
  at: Date,
  words: OptWords | undefined,
): OptChange[] {
  const address = parseE164(from.phone_number);
  // `autoresponse_type` is Telnyx's reading of the message: STOP, START or HELP.
  const optedOut = autoresponse_type ? optedOutAs(autoresponse_type) : optedOutBy(text ?? undefined, words);
  if (address === null || optedOut === undefined || /^whatsapp$/i.test(type ?? '')) return [];
  return [{ channel: 'sms', address, optedOut, at }];
}
