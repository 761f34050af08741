import type { MessageListInstanceCreateOptions } from 'twilio/lib/rest/api/v2010/account/message';
import type { Channel } from '../../../core/shared/channels';
import { type Failure, failure } from '../../http/verdict';
import type { OutboundMessage } from '../../provider';
import { callbackOf } from '../../receipts/reference';
import { refuseLongText } from '../../too-large';

interface SenderSettings {
  messaging_service_sid?: string;
  callback_url?: string;
}

/** Message resource, `Body`. If Twilio counts more than code points, its code 21617 decides. */
const LONGEST_TEXT = 1600;
const CONTENT_SID = /^HX[0-9a-fA-F]{32}$/;

/** Returns the message for Twilio, or why it is refused without a call. */
export function toTwilio(
  { messaging_service_sid, callback_url }: SenderSettings,
  channel: Channel,
  message: OutboundMessage,
): MessageListInstanceCreateOptions | Failure {
  const address = (number: string) => (channel === 'whatsapp' ? `whatsapp:${number}` : number);
  if (message.from === undefined && messaging_service_sid === undefined) {
    const why = 'no sender: verify a phone number of the application, or set messaging_service_sid';
    return failure('account', why);
  }
  const content = contentOf(channel, message);
  if ('outcome' in content) return content;
  const statusCallback = callbackOf(callback_url, message);
  return {
    to: address(message.to),
    ...(message.from !== undefined && { from: address(message.from) }),
    ...(messaging_service_sid !== undefined && { messagingServiceSid: messaging_service_sid }),
    ...content,
    ...(statusCallback !== undefined && { statusCallback }),
  };
}

function contentOf(channel: Channel, { content }: OutboundMessage) {
  const { text = '', whatsappTemplate } = content;
  if (channel !== 'whatsapp' || !whatsappTemplate)
    return refuseLongText(text, LONGEST_TEXT) ?? { body: text };
  const { name, parameters, header, buttons } = whatsappTemplate;
  if (!CONTENT_SID.test(name)) {
    const why = `at Twilio the name of a WhatsApp template is its content SID (HX and 32 hex digits), not "${name}"`;
    return failure('message', why);
  }
  if (header ?? buttons) {
    const why =
      'at Twilio header and buttons have placeholders like the text: give their values as "parameters"';
    return failure('message', why);
  }
  const variables = Object.fromEntries(parameters.map((value, index) => [String(index + 1), value]));
  return {
    contentSid: name,
    ...(parameters.length > 0 && { contentVariables: JSON.stringify(variables) }),
  };
}
