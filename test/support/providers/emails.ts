import type { OutboundMessage } from '../../../channels/provider';
import { MESSAGE_ID, NOTIFICATION_ID } from './messages';
import { type Expected, permanent } from './outcomes';

export function emailMessage(overrides: Partial<OutboundMessage> = {}): OutboundMessage {
  return {
    id: MESSAGE_ID,
    notificationId: NOTIFICATION_ID,
    contactId: null,
    to: 'ada@example.org',
    from: '"Shop" <shop@example.com>',
    content: { subject: 'Hej Ådä', html: '<p>Hello</p>', text: 'Hello' },
    ...overrides,
  };
}

/** Bytes that any re-encoding as text would change. */
export const FILE = Buffer.from([...Array(256).keys(), 13, 10, 10, 13, 46, 13, 10]);

/** A message with everything that an e-mail can have. */
export const fullMessage = (): OutboundMessage =>
  emailMessage({
    toName: 'Ada, Countess',
    replyTo: ['Help Desk <help@example.com>', 'more@example.com'],
    cc: ['c1@example.org', 'Copy <c2@example.org>', 'ada@example.org'],
    bcc: ['secret@example.org', 'c1@example.org'],
    content: {
      subject: 'Hej Ådä',
      html: '<p>Hello</p><img src="cid:logo">',
      text: 'Hello',
      unsubscribeUrl: 'https://example.com/unsubscribe?t=å b',
      unsubscribeMail: 'mailto:unsubscribe@b.example?subject=T',
      attachments: [
        { filename: 'räkning.pdf', contentType: 'application/pdf', content: FILE.toString('base64') },
        {
          filename: 'logo.png',
          contentType: 'image/png',
          content: FILE.toString('base64'),
          contentId: 'logo',
        },
      ],
    },
  });

/** Headers of every e-mail. */
export const HEADERS = {
  'X-Heliograph-Notification': NOTIFICATION_ID,
  'X-Heliograph-Message': MESSAGE_ID,
  'Auto-Submitted': 'auto-generated',
};
/** Headers of `fullMessage` besides. */
export const UNSUBSCRIBE = {
  'List-Unsubscribe':
    '<https://example.com/unsubscribe?t=%C3%A5%20b>, <mailto:unsubscribe@b.example?subject=T>',
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
};

/** E-mails that no provider is called with. */
export const IMPOSSIBLE_EMAILS: [what: string, message: OutboundMessage, result: Expected][] = (
  [
    ['a line break in the subject', { content: { subject: 'a\r\nBcc: x@y.zz' } }, 'REJECTED', 'subject'],
    ['a line break in the name', { toName: 'a\nb' }, 'REJECTED', 'name of to'],
    ['a line break in the sender', { from: 'Shop <shop@example.com>\r\nX: y' }, 'REJECTED', 'from'],
    ['a recipient that is no address', { to: 'nobody' }, 'INVALID_RECIPIENT', 'to'],
    ['a copy that is no address', { cc: ['a@b.cc, c@d.ee'] }, 'REJECTED', 'cc'],
    ['an id with a line break', { id: 'a\nb' }, 'REJECTED', 'id'],
    ['an http unsubscribe URL', { content: { unsubscribeUrl: 'http://x.yy/' } }, 'TEMPLATE_ERROR', 'https'],
    [
      'an attachment without content',
      { content: { attachments: [{ filename: 'a', url: 'https://x.yy/' }] } },
      'TEMPLATE_ERROR',
      'attachment',
    ],
  ] satisfies [string, Partial<OutboundMessage>, string, string][]
).map(([what, wrong, code, word]) => [what, emailMessage(wrong), permanent(code, word)]);
