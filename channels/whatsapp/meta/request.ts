import type { WhatsAppTemplate } from '../content';
import type { OutboundMessage } from '../../provider';
import { receiptReference } from '../../receipts/reference';
import { refuseLongText } from '../../too-large';

/** Docs: Text messages, `body`. */
const LONGEST_TEXT = 4096;

/**
 * Returns the body of `POST /{phone_number_id}/messages` (docs: Cloud API, Messages), or why there is none. Meta returns
 * `biz_opaque_callback_data` (512 characters) in its webhooks.
 */
export function toMeta(message: OutboundMessage) {
  const { text = '', whatsappTemplate } = message.content;
  const refusal = whatsappTemplate ? null : refuseLongText(text, LONGEST_TEXT);
  if (refusal) return refusal;
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: message.to,
    ...(whatsappTemplate
      ? { type: 'template', template: templateOf(whatsappTemplate) }
      : { type: 'text', text: { body: text } }),
    biz_opaque_callback_data: receiptReference(message),
  };
}

function templateOf({ name, language, parameters }: WhatsAppTemplate) {
  const values = parameters.map((text) => ({ type: 'text', text }));
  const components = values.length > 0 ? [{ type: 'body', parameters: values }] : undefined;
  return { name, language: { code: language }, components };
}
