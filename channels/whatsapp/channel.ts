import type { ChannelRow } from '../row';
import { twilioSends } from '../sms/twilio/sends-as';
import { metaSends } from './meta/sends-as';

export const whatsapp = {
  label: 'WhatsApp',
  messages: 'WhatsApp messages',
  icon: 'chat',
  color: 'lime',
  address: 'phones',
  identifier: 'a phone number',
  sender: 'number',
  sendsAs: { meta: metaSends, twilio: twilioSends },
  suppressible: true,
  reports: 'told_if_asked',
  preview: 'chat',
  texts: {
    text: {
      label: 'Text',
      about: 'Sent only within 24 hours of the recipient’s last message',
      editor: 'text',
    },
  },
} as const satisfies ChannelRow;
