import type { ChannelRow } from '../row';

export const telegram = {
  label: 'Telegram',
  messages: 'Telegram messages',
  icon: 'plane',
  color: 'cyan',
  address: 'telegram',
  identifier: 'a Telegram chat id',
  sender: 'application',
  suppressible: false,
  reports: 'never',
  preview: 'chat',
  texts: { text: { label: 'Text', editor: 'text' } },
} as const satisfies ChannelRow;
