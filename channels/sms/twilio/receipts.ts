import { parseE164 } from '../../../core/contacts/phone';
import type { OptChange } from '../../../core/receipts/receipt';
import { codeTable } from '../../http/code-table';
import { textOf } from '../../http/json';
import { failedReceipt } from '../../receipts/failure';
import {
  later,
  malformed,
  type ReceiptAnswer,
  type ReceiptReader,
  type ReceiptReading,
} from '../../receipts/receipts';
import { readReference } from '../../receipts/reference';
import { optedOutAs, optedOutBy, type OptWords } from '../../opt-outs/words';
import { isWhatsAppIdentity } from '../../opt-outs/whatsapp-identity';
import { describeError, twilioVerdict } from './errors';
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
 * | `canceled`                                          | `failed`, PROVIDER_ERROR: canceled at Twilio          |
 * | `partially_delivered`, any other status             | none                                                     |
 * | `received`, `receiving`, `From` and `Body` without a status: a message to us | an opt change, if it is one; answered with no reply |
 *
 * Twilio sends a message to us with `SmsStatus`, though its page on such calls (…/messaging/guides/webhook-request) does not
 * list it, so it may be missing. A status callback always has a status.
 * The ids are in the query, which is signed. Callbacks have no time of their own (`RawDlrDoneDate` is a carrier's, in an
 * unnamed zone), so an event happens when it arrives.
 */
export const twilioReceipts =
  (
    { auth_token, callback_url }: { auth_token?: string; callback_url?: string },
    words?: OptWords,
  ): ReceiptReader =>
  async (request) => {
    if (auth_token === undefined)
      return later('set auth_token: Twilio signs with it, even if an API key sends');
    const call = await readSignedCall({ auth_token, callback_url }, request);
    if ('kind' in call) return call;
    if (!call.fields) return malformed('the body is not a JSON object');
    return readCall(call.fields, request.query, { secret: auth_token, words });
  };

type Fields = Record<string, unknown>;

const KINDS = codeTable({
  sent: ['accepted', 'scheduled', 'queued', 'sending', 'sent'],
  delivered: ['delivered', 'read'],
  failed: ['undelivered', 'failed', 'canceled'],
});
const INBOUND = ['received', 'receiving'];

/** Makes Twilio send no reply. */
const NO_REPLY: ReceiptAnswer = { contentType: 'text/xml', body: '<Response/>' };

function readCall(
  fields: Fields,
  query: URLSearchParams,
  { secret, words }: { secret: string; words: OptWords | undefined },
): ReceiptReading {
  const status = textOf(fields.MessageStatus) ?? textOf(fields.SmsStatus);
  const isInbound = status === undefined ? isMessage(fields) : INBOUND.includes(status);
  if (isInbound) {
    const change = optChangeOf(fields, words);
    return { kind: 'read', receipts: [], optChanges: change ? [change] : [], answer: NO_REPLY };
  }
  if (status === undefined) return malformed('no MessageStatus: not a call about a message');
  const kind = KINDS.get(status);
  const ids = readReference(query);
  if (!kind || !ids) return { kind: 'read', receipts: [] };
  const providerMessageId = textOf(fields.MessageSid);
  const common = {
    ...ids,
    kind,
    at: new Date(),
    ...(providerMessageId !== undefined && { providerMessageId }),
  };
  if (kind !== 'failed') return { kind: 'read', receipts: [{ ...common, detail: status }] };
  const code = Number(fields.ErrorCode) || undefined;
  const message = textOf(fields.ErrorMessage) ?? textOf(fields.ChannelStatusMessage);
  const detail = describeError(status, { code, message }, [secret]);
  return { kind: 'read', receipts: [{ ...common, ...failedReceipt(twilioVerdict(code)), detail }] };
}

/** Returns whether these are the fields of a message that a person wrote. The text of a picture alone is empty. */
const isMessage = ({ From, Body }: Fields): boolean => textOf(From) !== undefined && typeof Body === 'string';

/** "Twilio support for opt-out keywords". Those of Advanced Opt-Out arrive as `OptOutType`. */
const WORDS: OptWords = { stop: [], start: ['YES'] };

/** Channel by the prefix of an address. An opt-out over RCS is one from SMS too (Twilio's changelog of 15 March 2026). */
const CHANNELS = new Map<string | undefined, OptChange['channel']>([
  [undefined, 'sms'],
  ['rcs', 'sms'],
  ['whatsapp', 'whatsapp'],
]);

function optChangeOf(fields: Fields, words: OptWords | undefined): OptChange | undefined {
  // `OptOutType` is Advanced Opt-Out's reading of the message: STOP, START or HELP.
  const type = textOf(fields.OptOutType);
  // A quick reply has the payload and the text of its button (…/content/content-types-overview).
  const said = [fields.ButtonPayload, fields.ButtonText, fields.Body].map(textOf);
  const optedOut =
    type === undefined
      ? said.map((text) => optedOutBy(text, WORDS, words)).find((one) => one !== undefined)
      : optedOutAs(type);
  const [, prefix, from = ''] = /^(?:([a-z]+):)?(.+)$/.exec(textOf(fields.From) ?? '') ?? [];
  const channel = CHANNELS.get(prefix);
  const isIdentity = channel === 'whatsapp' && isWhatsAppIdentity(from);
  const address = isIdentity ? from : parseE164(from);
  if (optedOut === undefined || channel === undefined || address === null) return undefined;
  return { channel, address, optedOut, at: new Date() };
}
