import type { WhatsAppTemplate } from '../../../core/sending/rich-content';
import { type Failure, failure } from '../../http/verdict';
import type { OutboundMessage } from '../../provider';
import { receiptReference } from '../../receipts/reference';

/** Docs: Text messages, `body`. */
const LONGEST_TEXT = 4096;

/**
 * The body of `POST /{phone_number_id}/messages` (docs: Cloud API, Messages), or why there is none. Meta gives
 * `biz_opaque_callback_data` (512 characters) back in its webhooks.
 */
export function toMeta(
  message: OutboundMessage,
): { ok: true; body: object } | { ok: false; refusal: Failure } {
  const { text = '', whatsappTemplate } = message.content;
  const length = [...text].length;
  if (!whatsappTemplate && length > LONGEST_TEXT) {
    const why = `the text has ${length} characters, WhatsApp takes ${LONGEST_TEXT}: shorten the template`;
    return { ok: false, refusal: failure('message', why) };
  }
  const content = whatsappTemplate
    ? { type: 'template', template: templateOf(whatsappTemplate) }
    : { type: 'text', text: { body: text } };
  return {
    ok: true,
    body: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: message.to,
      ...content,
      biz_opaque_callback_data: receiptReference(message),
    },
  };
}

function templateOf({ name, language, parameters }: WhatsAppTemplate) {
  const values = parameters.map((text) => ({ type: 'text', text }));
  const components = values.length > 0 ? [{ type: 'body', parameters: values }] : undefined;
  return { name, language: { code: language }, components };
}
