import type { ChannelRow } from '../row';
import { telnyxSends } from './telnyx/sends-as';
import { twilioSends } from './twilio/sends-as';

export const sms = {
  label: 'SMS',
  messages: 'SMS',
  icon: 'phone',
  color: 'teal',
  address: 'phones',
  identifier: 'a phone number',
  sender: 'number_or_name',
  sendsAs: { twilio: twilioSends, telnyx: telnyxSends },
  suppressible: true,
  reports: 'told_if_asked',
  preview: 'sms',
  texts: { text: { label: 'Text', editor: 'text' } },
} as const satisfies ChannelRow;
