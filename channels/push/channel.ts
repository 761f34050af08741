import type { ChannelRow } from '../row';

export const push = {
  label: 'Push',
  messages: 'Push notifications',
  icon: 'bell',
  color: 'orange',
  address: 'pushTokens',
  identifier: 'a push token',
  sender: 'application',
  suppressible: false,
  reports: 'never',
  preview: 'card',
  texts: {
    title: { label: 'Title', editor: 'line' },
    text: { label: 'Text', editor: 'text' },
    image: { label: 'Picture', about: 'An https address', editor: 'line' },
    link: { label: 'Link', about: 'The https address that a tap opens', editor: 'line' },
  },
} as const satisfies ChannelRow;
