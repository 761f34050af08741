import { parseE164 } from '../../../core/contacts/phone';
import type { OptChange, Receipt, ReceiptKind } from '../../../core/receipts/receipt';
import { textOf } from '../../http/json';
import { failedCode } from '../../receipts/failure';
import { readReference } from '../../receipts/reference';
import type { ReceiptAnswer, ReceiptReader, ReceiptReading } from '../../receipts/receipts';
import { isTwilioOptOut, twilioVerdict, twilioWords } from './errors';
import { optedOutBy } from '../opt-words';
import { readSignedCall } from './signature';

/**
 * What Twilio's status callbacks and incoming messages become. Sources: Track the message status of outbound messages
 * (twilio.com/docs/messaging/guides/track-outbound-message-status), Message resource, status values
 * (…/messaging/api/message-resource), Advanced Opt-Out (…/messaging/tutorials/advanced-opt-out).
 *
 * | Callback                                            | Receipt                                                  |
 * |-----------------------------------------------------|----------------------------------------------------------|
 * | `accepted`, `scheduled`, `queued`, `sending`, `sent` | `sent`: Twilio has it                                   |
 * | `delivered`, `read` (WhatsApp, RCS)                 | `delivered`                                              |
 * | `undelivered`, `failed`                             | `failed`, code by `ErrorCode` (`twilioVerdict`)          |
 * | … with 21610                                        | `failed`, REJECTED, `optedOut`                           |
 * | `canceled`                                          | `failed`, PROVIDER_ERROR: somebody canceled it at Twilio |
 * | `partially_delivered`, any other status             | none                                                     |
 * | `received`, `receiving`, `From` and `Body` without a status: a message to us | an opt change, where it is one; answered with no reply |
 *
 * Twilio sends a message to us with `SmsStatus`, though its page on such calls (…/messaging/guides/webhook-request) does not
 * list it, so it may be missing. A status callback always has a status.
 * The ids are in the query, which is signed. Callbacks have no time of their own (`RawDlrDoneDate` is a carrier's, in an
 * unnamed zone), so an event happens when it comes.
 */
export const twilioReceipts =
  ({ auth_token, callback_url }: { auth_token?: string; callback_url?: string }): ReceiptReader =>
  async (request) => {
    if (auth_token === undefined) {
      return { kind: 'later', reason: 'set auth_token: Twilio signs with it, also where an API key sends' };
    }
    const call = await readSignedCall({ auth_token, callback_url }, request);
    if (!call.ok) return { kind: 'refused', reason: call.reason };
    if (!call.fields) return { kind: 'malformed', reason: 'the body is no JSON object' };
    return readCall(call.fields, request.query, auth_token);
  };

type Fields = Record<string, unknown>;

const KINDS = new Map<string, ReceiptKind>([
  ...['accepted', 'scheduled', 'queued', 'sending', 'sent'].map((status) => [status, 'sent'] as const),
  ...['delivered', 'read'].map((status) => [status, 'delivered'] as const),
  ...['undelivered', 'failed', 'canceled'].map((status) => [status, 'failed'] as const),
]);
const INBOUND = new Set(['received', 'receiving']);

/** Tells Twilio to reply nothing. */
const NO_REPLY: ReceiptAnswer = { contentType: 'text/xml', body: '<Response/>' };

function readCall(fields: Fields, query: URLSearchParams, secret: string): ReceiptReading {
  const status = textOf(fields.MessageStatus) ?? textOf(fields.SmsStatus);
  const isInbound = status === undefined ? isMessage(fields) : INBOUND.has(status);
  if (isInbound) {
    const change = optChangeOf(fields);
    return { kind: 'read', receipts: [], optChanges: change ? [change] : [], answer: NO_REPLY };
  }
  if (status === undefined)
    return { kind: 'malformed', reason: 'no MessageStatus: not a call about a message' };
  const kind = KINDS.get(status);
  const ids = readReference(query);
  return {
    kind: 'read',
    receipts: kind && ids ? [{ ...ids, ...receiptOf(kind, status, fields, secret) }] : [],
  };
}

/** Whether these are the fields of a message that somebody wrote. The text of a picture alone is empty. */
const isMessage = ({ From, Body }: Fields): boolean => textOf(From) !== undefined && typeof Body === 'string';

function receiptOf(
  kind: ReceiptKind,
  status: string,
  fields: Fields,
  secret: string,
): Omit<Receipt, 'notificationId' | 'messageId'> {
  const providerMessageId = textOf(fields.MessageSid);
  const common = { kind, at: new Date(), ...(providerMessageId !== undefined && { providerMessageId }) };
  if (kind !== 'failed') return { ...common, detail: status };
  const code = Number(fields.ErrorCode) || undefined;
  const words = textOf(fields.ErrorMessage) ?? textOf(fields.ChannelStatusMessage);
  const named = code === undefined ? status : `${status}, code ${code}`;
  return {
    ...common,
    code: failedCode(code === undefined ? undefined : twilioVerdict(code)),
    detail: twilioWords(named, code, words, [secret]),
    ...(isTwilioOptOut(code) && { optedOut: true }),
  };
}

/** "Twilio support for opt-out keywords", REVOKE and OPTOUT by Advanced Opt-Out. Other languages come as `OptOutType`. */
const WORDS = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'YES', 'UNSTOP'],
};

/** By the prefix of an address. An opt-out over RCS is one from SMS too (Twilio's changelog of 15 March 2026). */
const CHANNELS = new Map<string | undefined, OptChange['channel']>([
  [undefined, 'sms'],
  ['rcs', 'sms'],
  ['whatsapp', 'whatsapp'],
]);

function optChangeOf(fields: Fields): OptChange | undefined {
  // `OptOutType` is Advanced Opt-Out's reading of the message: STOP, START or HELP.
  const type = textOf(fields.OptOutType);
  const optedOut = optedOutBy(
    type === undefined ? WORDS : { stop: ['STOP'], start: ['START'] },
    type ?? textOf(fields.Body),
  );
  const [, prefix, number] = /^(?:([a-z]+):)?(\+.+)$/.exec(textOf(fields.From) ?? '') ?? [];
  const channel = CHANNELS.get(prefix);
  const address = parseE164(number ?? '');
  if (optedOut === undefined || channel === undefined || address === null) return undefined;
  return { channel, address, optedOut, at: new Date() };
}
