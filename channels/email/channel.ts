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
    preheader: { label: 'Preheader', about: 'What an inbox shows beside the subject', editor: 'line' },
    html: { label: 'HTML', editor: 'html' },
    mjml: { label: 'MJML', editor: 'html' },
    text: { label: 'Text', about: 'Without it, the plain text is made from the HTML', editor: 'text' },
  },
} as const satisfies ChannelRow;
