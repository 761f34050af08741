import type { ChannelRow } from '../row';

export const email = {
  label: 'E-mail',
  messages: 'E-mails',
  icon: 'mail',
  color: 'indigo',
  address: 'emails',
  identifier: 'an e-mail address',
  sender: 'mailbox',
  suppressible: true,
  reports: 'told',
  preview: 'mail',
  texts: {
    subject: { label: 'Subject', editor: 'line' },
    preheader: { label: 'Preheader', about: 'An inbox shows it after the subject', editor: 'line' },
    html: { label: 'HTML', editor: 'html' },
    mjml: { label: 'MJML', editor: 'html' },
    text: { label: 'Text', about: 'Without it, it is made from the HTML', editor: 'text' },
  },
} as const satisfies ChannelRow;
