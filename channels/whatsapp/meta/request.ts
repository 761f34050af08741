import type { WhatsAppButton, WhatsAppHeader } from '../components';
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

/**
 * Returns the template object (docs: "Template components", "Coupon code templates", "Limited-time offer templates"). What
 * the template says itself, such as a button without a variable, has no component.
 */
function templateOf({ name, language, parameters, header, buttons = [] }: WhatsAppTemplate) {
  const components = [
    ...(header ? [{ type: 'header', parameters: [headerParameter(header)] }] : []),
    ...(parameters.length > 0
      ? [{ type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) }]
      : []),
    ...buttons.map(({ type, index, value }) => ({
      ...{ type: 'button', sub_type: type, index },
      parameters: [BUTTON_PARAMETERS[type](value)],
    })),
  ];
  return { name, language: { code: language }, ...(components.length > 0 && { components }) };
}

const headerParameter = (header: WhatsAppHeader) => {
  if (header.type === 'text') return header;
  const { type, ...media } = header;
  return { type, [type]: media };
};

const BUTTON_PARAMETERS: Record<WhatsAppButton['type'], (value: string) => object> = {
  url: (text) => ({ type: 'text', text }),
  quick_reply: (payload) => ({ type: 'payload', payload }),
  copy_code: (code) => ({ type: 'coupon_code', coupon_code: code }),
};
