import type { BounceKind } from '../../../channels/email/bounces/bounce-kind';
import { readReportMail } from '../../../channels/email/bounces/report-mail';
import { processorMs } from '../../support/processor-time';
import * as mails from '../../support/receipts/bounce-mails';
import { own } from '../../support/receipts/came';

type Row = readonly [what: string, mail: Buffer, ...kinds: BounceKind[]];

const dsn = (status: string, diagnostic: string) =>
  mails.dsn({
    fields: [
      'Reporting-MTA: dns; mx.example.net\n',
      'Final-Recipient: rfc822; ada@example.org\nAction: failed',
      `Status: ${status}`,
      ...(diagnostic === '' ? [] : [`Diagnostic-Code: smtp; ${diagnostic}`]),
    ].join('\n'),
  });
const exim = (words: string, to = 'ada@example.org') =>
  mails.textBounce({
    headers: [`X-Failed-Recipients: ${to}`, 'Auto-Submitted: auto-replied'],
    text: `This mail was made by a mail server.\n\nIt could not deliver your message:\n\n  ${to}\n    ${words}\n\n------ This is a copy of the message, including all the headers. ------\n\nReturn-path: <${own}>\nFrom: Shop <shop@example.com>\n\nNo such user is in this text.\n`,
  });
const qmail = (words: string) =>
  mails.textBounce({
    subject: 'failure notice',
    text: `Hi. This is the qmail-send program at mx.example.net.\nI could not deliver your message.\n\n<ada@example.org>:\n${words}\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <${own}>\nSubject: mailbox full\n`,
  });

async function kindsOf(mail: Buffer) {
  const read = await readReportMail(mail);
  return read.kind === 'delivery' ? read.reports.map(({ why }) => why) : read.kind;
}

describe('a bounce is read as a person reads it', () => {
  const rows: Row[] = [
    ['the words of a wrapper’s empty status', dsn('5.0.0', '550 No such user here'), 'unknown_user'],
    [
      'a refusal of policy that names an unknown user',
      dsn('5.7.1', '550 5.7.1 User unknown'),
      'unknown_user',
    ],
    [
      'the remote reply in a wrapper’s words',
      dsn(
        '5.0.0',
        "5.1.0 - Unknown address error 550-'5.2.2 <ada@example.org>... Mailbox full' (delivery attempts: 0)",
      ),
      'full',
    ],
    [
      'the remote reply behind an arrow',
      dsn(
        '5.1.351',
        '550 5.1.351 Remote server returned unknown recipient -> 554 5.7.1 Message looks like spam',
      ),
      'content',
    ],
    [
      'a name that is not in Exchange’s directory',
      dsn('5.4.1', '550 5.4.1 Recipient address rejected: Access denied [AM0.example]'),
      'unknown_user',
    ],
    [
      'a mailbox that is unavailable',
      dsn('5.5.0', '550 Requested action not taken: mailbox unavailable'),
      'unknown_user',
    ],
    ['French', dsn('5.5.0', '550 5.5.0 Adresse du destinataire invalide'), 'unknown_user'],
    ['German', dsn('5.0.0', '550 Empfänger unbekannt'), 'unknown_user'],
    ['Russian', dsn('5.0.0', '550 Такого нет: пользователь не найден'), 'unknown_user'],
    [
      'a host that is not found',
      dsn('4.0.0', 'DNS Error: MX lookup of example.org responded with code NXDOMAIN'),
      'no_domain',
    ],
    ['a null MX', dsn('5.1.10', ''), 'no_domain'],
    ['an account that is disabled', dsn('5.2.1', '550 5.2.1 This account has been disabled'), 'disabled'],
    [
      'an account that is locked for a while',
      dsn('5.7.1', '550 5.7.1 User temporarily locked, please come back'),
      'policy',
    ],
    [
      'a host that may be found later',
      dsn('5.4.4', 'Name service error: Host not found, try again'),
      'undelivered',
    ],
    ['a full mailbox under a code of an unknown user', dsn('5.1.1', '552 5.2.2 Over quota'), 'full'],
    [
      'the rate of the recipient',
      dsn('5.2.1', '550 5.2.1 The user is receiving mail at a rate that prevents more'),
      'rate',
    ],
    [
      'the rate of the sender',
      dsn('5.1.1', '550 5.1.1 192.0.2.1 has sent to too many recipients this hour'),
      'rate',
    ],
    ['a block list', dsn('5.1.3', '553 http://www.spamhaus.org/query/ip/192.0.2.1'), 'sender'],
    [
      'an address of the server on a list',
      dsn('5.1.1', '550 5.7.1 IP address blacklisted by recipient'),
      'sender',
    ],
    ['SPF', dsn('5.1.0', '550 5.1.0 192.0.2.1 may not send for <example.com>, see its SPF record'), 'sender'],
    ['a sender that is rejected', dsn('5.1.0', '550 5.1.0 <x@example.com> sender rejected'), 'sender'],
    ['a relay', dsn('5.0.0', '554 5.7.1 <ada@example.org>: Relay access denied'), 'sender'],
    [
      'a domain of the sender that does not exist',
      dsn('5.0.0', 'host mx.example.org said: 553 Domain does not exist (in reply to MAIL FROM command)'),
      'sender',
    ],
    ['a policy', dsn('5.0.0', '550 Denied by policy'), 'policy'],
    ['a refusal without a reason', dsn('5.0.0', '550 Rejected'), 'policy'],
    [
      'preferences of the recipient',
      dsn('5.1.1', '550 5.1.1 Refused due to recipient preferences'),
      'policy',
    ],
    ['spam', dsn('5.0.0', '550 Message classified as spam'), 'content'],
    ['a virus', dsn('5.0.0', '550 Virus found'), 'content'],
    ['a large message', dsn('5.2.3', '552 5.2.3 Message size exceeds the limit'), 'too_large'],
    [
      'a connection that timed out',
      dsn('4.4.1', 'connect to mx.example.org: Connection timed out'),
      'undelivered',
    ],
    ['words that nobody has read before', dsn('5.0.0', '550 Ask the lighthouse keeper'), 'undelivered'],
    [
      'an address that holds words',
      dsn('5.0.0', '550 <unknown-user.no-such-domain@example.org> ask later'),
      'undelivered',
    ],

    [
      'Exim, after RCPT',
      exim(
        'SMTP error from remote mail server after RCPT TO:<ada@example.org>:\n    host mx.example.org [192.0.2.9]: 550 5.1.1 <ada@example.org>: no mailbox here',
      ),
      'unknown_user',
    ],
    [
      'Exim, after MAIL',
      exim(
        'SMTP error from remote mail server after MAIL FROM:<x@example.com> SIZE=99:\n    host mx.example.org [192.0.2.9]: 550 5.1.7 No such domain',
      ),
      'sender',
    ],
    [
      'Exim, spam at a host',
      exim(
        'SMTP error from remote mail server after end of data:\n    host mx.example.org [192.0.2.9]: 554 5.7.0 Reject - SPAM',
      ),
      'content',
    ],
    ['Exim, no route', exim('Unrouteable address'), 'no_domain'],
    ['Exim, after days', exim('retry timeout exceeded'), 'undelivered'],
    [
      'mail.ru, Exim with words of its own',
      mails.textBounce({
        headers: ['X-Failed-Recipients: ada@example.org', 'Content-Type: text/plain; charset=utf-8'],
        text: 'К сожалению, письмо не доставлено:\n\n  ada@example.org\n    host mx.example.org [192.0.2.9]: 550 5.2.2 <ada@example.org>... Mailbox full\n',
      }),
      'full',
    ],
    ['qmail', qmail('Sorry, no mailbox here by that name. (#5.1.1)'), 'unknown_user'],
    [
      'qmail, the remote reply',
      qmail(
        '192.0.2.9 does not like recipient.\nRemote host said: 552 5.2.2 quota exceeded\nGiving up on 192.0.2.9.',
      ),
      'full',
    ],
    [
      'qmail, a greeting refused',
      qmail('Connected to 192.0.2.9 but my name was rejected.\nRemote host said: 501 Invalid domain name'),
      'sender',
    ],
    [
      'Yahoo',
      mails.textBounce({
        subject: 'Failure Notice',
        text: 'We could not deliver to this address.\n\n<ada@example.org>:\n554: delivery error: This user does not have an example.org account (ada@example.org) [0]\n\n--- Below this line is a copy of the message.\n',
      }),
      'unknown_user',
    ],
    [
      'Exchange 2003',
      mails.textBounce({
        subject: 'Undeliverable: Your order',
        from: 'System Administrator <postmaster@example.org>',
        text: 'Your message\n\n  To:      ada@example.org\n  Subject: Your order\n\ndid not reach the following recipient(s):\n\nada@example.org on Fri, 20 Nov 2026\n    The recipient name is not recognized\n    MSEXCH:IMS:X 0 (000C05A6) Unknown Recipient\n',
      }),
      'unknown_user',
    ],
    [
      'sendmail, a transcript',
      mails.textBounce({
        subject: 'Returned mail: see transcript for details',
        text: '   ----- The following addresses had permanent fatal errors -----\n<ada@example.org>\n    (reason: 550 5.2.1 Mailbox closed)\n\n   ----- Transcript of session follows -----\n>>> RCPT To:<ada@example.org>\n<<< 550 5.2.1 Mailbox closed\n',
      }),
      'disabled',
    ],
    [
      'two recipients in one text',
      mails.textBounce({
        subject: 'failure notice',
        text: '<ada@example.org>:\nRemote host said: 550 5.1.1 User unknown\n\n<bob@example.org>:\nRemote host said: 552 5.2.2 Mailbox full\n',
      }),
      'unknown_user',
      'full',
    ],
    [
      'the subject alone',
      mails.textBounce({ subject: 'Returned mail: User unknown', text: 'Your message is attached.\n' }),
      'unknown_user',
    ],
    [
      'HTML alone',
      mails.textBounce({
        headers: ['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'],
        text: '<p>Your message to <b>ada@example.org</b> came back.</p><p>550 5.1.1 User&nbsp;unknown</p>',
      }),
      'unknown_user',
    ],
    [
      'fields in the text',
      mails.textBounce({
        text: 'Technical report:\n\nReporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 User unknown\n',
      }),
      'unknown_user',
    ],
    [
      'parts with a boundary that is wrong',
      Buffer.from(mails.dsn({ fields: mails.POSTFIX }).toString().replaceAll('--4XyZ11111111', '--4XyZ99')),
      'unknown_user',
    ],
    [
      'fields without words, and a text that has them',
      Buffer.from(
        mails
          .dsn({
            fields:
              'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: 5.0.0',
          })
          .toString()
          .replace('I am sorry', 'ada@example.org: 552 5.2.2 Mailbox full\r\n\r\nI am sorry'),
      ),
      'full',
    ],
  ];

  it.each(rows)('%s', async (_what, mail, ...kinds) => {
    expect(await kindsOf(mail as Buffer)).toEqual(kinds);
  });

  it.each([
    [
      'a delay',
      mails.textBounce({
        subject: 'Warning: message delayed 24 hours',
        text: 'Your message has not yet been delivered to:\n\n  ada@example.org\n    450 4.1.1 User unknown\n',
      }),
      [],
    ],
    ['a vacation reply', mails.VACATION, 'auto_reply'],
    [
      'an automatic reply that says that the mailbox is no longer read',
      mails.textBounce({
        from: 'Ada <ada@example.org>',
        subject: 'AutoReply: Your order',
        text: 'This mailbox is no longer in use.\n',
      }),
      'auto_reply',
    ],
    [
      'a person',
      mails.textBounce({
        from: 'Ada <ada@example.org>',
        subject: 'Re: Your order',
        text: 'My old address does not exist any more. User unknown!\n',
      }),
      'other',
    ],
  ] as [string, Buffer, unknown][])('reports nothing by %s', async (_what, mail, read) => {
    expect(await kindsOf(mail)).toEqual(read);
  });

  it('opens no bounce in a bounce', async () => {
    const inner = mails.dsn({ fields: mails.POSTFIX }).toString();
    const outer = mails.textBounce({
      headers: ['Content-Type: multipart/mixed; boundary=o'],
      text: `--o\r\n\r\nYour message came back.\r\n--o\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--o--\r\n`,
    });
    expect(await kindsOf(outer)).toEqual(['undelivered']);
  });

  it.each([
    'a@b.'.repeat(20_000),
    '550 '.repeat(30_000),
    '<'.repeat(100_000),
    `user ${'is '.repeat(30_000)}`,
    '-'.repeat(100_000),
    'message from '.repeat(10_000),
  ])('reads hostile words in moderate time (%#)', async (words) => {
    const took = await processorMs(async () => {
      await kindsOf(mails.textBounce({ text: `<ada@example.org>: ${words}\n${words}` }));
      await kindsOf(dsn('5.0.0', words.slice(0, 50_000)));
    });
    // The thread that reads mail has ten seconds.
    expect(took).toBeLessThan(5_000);
  });
});
