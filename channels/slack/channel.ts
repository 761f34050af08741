import type { ChannelRow } from '../row';

export const slack = {
  label: 'Slack',
  messages: 'Slack messages',
  icon: 'hash',
  color: 'grape',
  address: 'slack',
  identifier: 'a Slack member id',
  sender: 'application',
  suppressible: false,
  reports: 'never',
  preview: 'chat',
  texts: {
    text: { label: 'Text', about: 'With blocks, only notifications show it', editor: 'text' },
  },
} as const satisfies ChannelRow;
