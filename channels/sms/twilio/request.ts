import type { Channel } from '../../../core/shared/channels';
import type { OutboundMessage } from '../../provider';
import { type Failure, failure } from '../../http/verdict';
import { callbackOf } from '../../receipts/reference';

/** The fields of Twilio's Message resource that we fill, as its client names them. */
export interface TwilioMessage {
  to: string;
  from?: string;
  messagingServiceSid?: string;
  body?: string;
  contentSid?: string;
  contentVariables?: string;
  statusCallback?: string;
}

interface SenderSettings {
  messaging_service_sid?: string;
  callback_url?: string;
}

/** Message resource, `Body`. Counted in code points, the most that it can mean; for the rest there is code 21617. */
const LONGEST_TEXT = 1600;
const CONTENT_SID = /^HX[0-9a-fA-F]{32}$/;

/** What Twilio is asked to send, or why nothing is. */
export function toTwilio(
  settings: SenderSettings,
  channel: Channel,
  message: OutboundMessage,
): { ok: true; fields: TwilioMessage } | { ok: false; refusal: Failure } {
  const { messaging_service_sid } = settings;
  const address = (number: string) => (channel === 'whatsapp' ? `whatsapp:${number}` : number);
  if (message.from === undefined && messaging_service_sid === undefined) {
    const why = 'no sender: verify a phone number of the application, or set messaging_service_sid';
    return { ok: false, refusal: failure('account', why) };
  }
  const content = contentOf(channel, message);
  if ('outcome' in content) return { ok: false, refusal: content };
  const statusCallback = callbackOf(settings.callback_url, message);
  return {
    ok: true,
    fields: {
      to: address(message.to),
      ...(message.from !== undefined && { from: address(message.from) }),
      ...(messaging_service_sid !== undefined && { messagingServiceSid: messaging_service_sid }),
      ...content,
      ...(statusCallback !== undefined && { statusCallback }),
    },
  };
}

function contentOf(channel: Channel, { content }: OutboundMessage): Partial<TwilioMessage> | Failure {
  const { text = '', whatsappTemplate } = content;
  if (channel === 'whatsapp' && whatsappTemplate) {
    const { name, parameters } = whatsappTemplate;
    if (!CONTENT_SID.test(name)) {
      const why = `at Twilio the name of a WhatsApp template is its content SID (HX and 32 hex digits), not "${name}"`;
      return failure('message', why);
    }
    const variables = Object.fromEntries(parameters.map((value, index) => [String(index + 1), value]));
    return {
      contentSid: name,
      ...(parameters.length > 0 && { contentVariables: JSON.stringify(variables) }),
    };
  }
  const length = [...text].length;
  if (length > LONGEST_TEXT) {
    return failure(
      'message',
      `the text has ${length} characters, Twilio takes ${LONGEST_TEXT}: shorten the template`,
    );
  }
  return { body: text };
}
