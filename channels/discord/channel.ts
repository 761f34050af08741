import type { ChannelRow } from '../row';

export const discord = {
  label: 'Discord',
  messages: 'Discord messages',
  icon: 'group',
  color: 'pink',
  address: 'discord',
  identifier: 'a Discord user id',
  sender: 'application',
  suppressible: false,
  reports: 'never',
  preview: 'chat',
  texts: { text: { label: 'Text', editor: 'text' } },
} as const satisfies ChannelRow;
