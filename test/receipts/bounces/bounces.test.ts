import type { Receipt } from '../../../core/receipts/receipt';
import * as mails from '../../support/receipts/bounce-mails';
import { ADA, OUR_IDS } from '../../support/receipts/call';
import { type Came, FBL, others, own, readCame } from '../../support/receipts/came';
import { NOW, stopClock } from '../../support/receipts/clock';
import { itReadsEvents } from '../../support/receipts/reads-events';
import { failed as failedWith, HARD, SOFT } from '../../support/receipts/values';

stopClock();

const came = (fields: string): Came => ({ mail: mails.dsn({ fields }) });
const REJECTED = failedWith('REJECTED');

const failed = (status: string, diagnostic = '') =>
  `Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: ${status}` +
  (diagnostic && `\nDiagnostic-Code: ${diagnostic}`);

const of = (server: string, fields: string, kind: Receipt['kind'], time: string, detail: string) =>
  [server, came(fields), { kind, at: new Date(`2026-11-20T08:00:${time}.000Z`), detail }] as const;
const withStatus = (status: string, diagnostic: string, fate: Partial<Receipt>) => {
  const detail = [status, diagnostic].filter((part) => part !== '').join(' ') || undefined;
  return [
    `Status ${status} and diagnostic ${diagnostic}`,
    came(failed(status, diagnostic)),
    { ...fate, detail },
  ] as const;
};
/** Who bounced, as the report names them. */
const namedAs = (recipient: string, address: string | undefined) =>
  [
    `the recipient ${recipient}`,
    came(failed('5.1.1').replace('rfc822; ada@example.org', recipient)),
    { ...HARD, address, detail: '5.1.1' },
  ] as const;
const withAction = (action: string) => came(failed('2.0.0').replace('Action: failed', `Action: ${action}`));

const postfix = of(
  'Postfix',
  mails.POSTFIX,
  'hard_bounce',
  '05',
  '5.1.1 smtp; 550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown in virtual mailbox table',
);
const BEYOND_ASCII = `Reporting-MTA: dns; mx.example.net

Original-Recipient: utf-8;ada@b\\x{FC}cher.example
Final-Recipient: utf-8; ada@bücher.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 Empfänger gibt es nicht`;
const PLAIN = mails.dsn({ fields: mails.POSTFIX }).toString();
const ENCODED = mails.dsn({
  type: 'message/delivery-status\r\nContent-Transfer-Encoding: base64',
  fields: Buffer.from(mails.POSTFIX).toString('base64'),
});
/** A bounce of a message that is itself a bounce. */
const inner = mails.dsn({ fields: mails.POSTFIX }).toString();
const delayedAround = mails.dsn({
  fields: failed('4.4.1').replace('failed', 'delayed'),
  ...{ returned: inner, returnedType: 'message/rfc822' },
});
const forwarded = Buffer.from(
  `Content-Type: multipart/mixed; boundary=f\r\n\r\n--f\r\nContent-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\n${inner}\r\n--f--\r\n`,
);

describe('a bounce', () => {
  itReadsEvents<Came>(
    {
      receipt: { at: new Date('2026-11-20T08:00:05.000Z'), address: ADA },
      sample: postfix,
      tells: [
        of('Exim', mails.EXIM, 'hard_bounce', '05', '5.0.0 smtp; 550 5.2.1 The mailbox is disabled'),
        of('Sendmail', mails.SENDMAIL, 'soft_bounce', '03', '5.2.2 SMTP; 552 5.2.2 Over quota'),
        of(
          'Exchange Online',
          mails.EXCHANGE,
          'hard_bounce',
          '05',
          '5.1.10 smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
        ),
        of(
          'Gmail',
          mails.GMAIL,
          'hard_bounce',
          '02',
          "5.1.1 smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address for typos or 550 5.1.1 unnecessary spaces. a1-20020a170000000000b003si0000000xyz.27 - gsmtp",
        ),
        withStatus('5.1.2', '', HARD),
        withStatus('5.1.10 (null MX)', '', HARD),
        withStatus('5.4.4', '', HARD),
        withStatus('5.2.1 (mailbox disabled, not accepting messages)', '', HARD),
        withStatus('5.1.8', '', REJECTED),
        withStatus('5.7.1', 'smtp; 550 5.7.1 Message rejected', REJECTED),
        withStatus('5.6.0', '', REJECTED),
        withStatus('5.3.4', '', REJECTED),
        withStatus('5.2.2', '', SOFT),
        withStatus('5.4.6', '', SOFT),
        withStatus('4.4.7', 'smtp; 450 4.1.1 try later', SOFT),
        withStatus('4.0.0', 'smtp; 554-No SMTP service', SOFT),
        withStatus('5.0.0', 'smtp; 550 5.1.1 unknown', HARD),
        withStatus('5.0.0', 'smtp; 550 #5.7.1 no', REJECTED),
        withStatus('5.5.0', 'SMTP; 550-User unknown', HARD),
        withStatus('5.0.0', 'smtp; 550 Message rejected as spam by policy', REJECTED),
        withStatus('5.2.0', 'SMTP; 550 : User unknown', HARD),
        withStatus('5.2.0', 'smtp; 550 5.2.0 Message Filtered', REJECTED),
        withStatus(
          '5.1.351',
          'smtp;550 5.1.351 Remote server returned unknown recipient -> 550 Unknown user',
          HARD,
        ),
        withStatus('5.1.1', 'smtp; 450 4.2.2 busy', SOFT),
        withStatus('4.1.1', 'smtp; 550 5.1.1 unknown', HARD),
        withStatus('4.0.0', 'smtp; 550 User unknown', HARD),
        withStatus('', 'smtp; 450 4.1.1 try later', SOFT),
        withStatus('5.0.0', 'smtp; 451 4.3.0 later', SOFT),
        withStatus('5.0.0', 'smtp; 451 4.1.1 later', SOFT),
        withStatus('5.0.0', '550 User unknown', HARD),
        withStatus('5.0.0', 'smtp;550 User unknown', HARD),
        withStatus('5.0.0', 'smtp ; 550 User unknown', HARD),
        withStatus('5.0.0', 'smtp; host said: 550 unknown', SOFT),
        withStatus('5.0.0', 'smtp;<550> unknown', SOFT),
        withStatus('5.0.0', 'smtp; 5501 unknown', SOFT),
        withStatus('5.0.0', 'smtp; 552 quota', SOFT),
        withStatus('5.0.0', 'smtp; host 5.1.1.1 said no', SOFT),
        withStatus('5.0.0', 'X-Unix; 67', SOFT),
        withStatus('5.0.0', '', SOFT),
        withStatus('', 'smtp; 550 5.1.1 unknown', HARD),
        withStatus('nonsense', '', SOFT),
        withStatus('', '', SOFT),
        ['the action delivered', withAction('delivered'), { kind: 'delivered', detail: '2.0.0' }],
        [
          'the action relayed',
          withAction('Relayed (to a server that tells no more)'),
          { kind: 'sent', detail: '2.0.0' },
        ],
        ['the action expanded', withAction('expanded'), { kind: 'sent', detail: '2.0.0' }],
        [
          'each of several recipients that can be read',
          came(
            [
              'Reporting-MTA: dns; mx.example.net',
              'Final-Recipient: rfc822; one@example.org\nAction: failed\nStatus: 5.1.1',
              'Final-Recipient: rfc822; Two@Example.ORG\nAction: failed\nStatus: 4.4.1',
              'Final-Recipient: X400; c=de;a=x;s=three\nAction: failed\nStatus: 5.1.1',
              'Final-Recipient: rfc822; four@example.org\nAction: delayed\nStatus: 4.4.1',
            ].join('\n \n'),
          ),
          [
            { ...HARD, address: 'one@example.org', detail: '5.1.1' },
            { ...SOFT, address: 'two@example.org', detail: '4.4.1' },
          ],
        ],
        [
          'the only recipient, whom nobody can read: the message’s own',
          came(failed('5.0.0').replace('rfc822; ada@example.org', 'rfc822;|/usr/bin/pipe ada')),
          { ...SOFT, address: undefined, detail: '5.0.0' },
        ],
        namedAs('rfc822 ; <Ada@example.org>', ADA),
        namedAs('rfc822;\tada@example.org', ADA),
        namedAs('<ada@example.org> (forwarded)', ADA),
        namedAs('UTF-8; ada@b\\x{fc}cher.example', 'ada@xn--bcher-kva.example'),
        namedAs('rfc822; ada@b\\x{fc}cher.example', undefined),
        namedAs('utf-8; ada@\\x{110000}.example', undefined),
        namedAs('X400; ada@example.org', undefined),
        namedAs('rfc822; else@example.net\nOriginal-Recipient: rfc822; ada@example.org', ADA),
        namedAs('rfc822; ada@example.org\nOriginal-Recipient: X400; c=de', ADA),
        ...['message/global-delivery-status', 'message/delivery-status'].map(
          (type) =>
            [
              `letters beyond ASCII in ${type}`,
              { mail: mails.dsn({ fields: BEYOND_ASCII, type, returnedType: 'message/global-headers' }) },
              {
                ...HARD,
                address: 'ada@xn--bcher-kva.example',
                detail: '5.1.1 smtp; 550 5.1.1 Empfänger gibt es nicht',
              },
            ] as const,
        ),
        ['a report in base64', { mail: ENCODED }, postfix[2]],
        ['a mail of bare line feeds', { mail: Buffer.from(PLAIN.replaceAll('\r\n', '\n')) }, postfix[2]],
        [
          'a mail that breaks off after the report',
          { mail: Buffer.from(PLAIN.slice(0, PLAIN.indexOf('Subject: Your order'))) },
          postfix[2],
        ],
        [
          'an address in upper case, as servers may fold it',
          { ...came(mails.POSTFIX), recipient: own.toUpperCase() },
          postfix[2],
        ],
        [
          'a time of its own',
          came(`${failed('5.1.1')}\nLast-Attempt-Date: Fri, 02 Jan 2026 12:04:05 +0900 (JST)`),
          { ...HARD, detail: '5.1.1', at: new Date('2026-01-02T03:04:05Z') },
        ],
        ['a bounce that is forwarded as it came', { mail: forwarded }, postfix[2]],
        [
          'recipients without a blank line between them',
          came(
            'Reporting-MTA: dns; mx\n\n' +
              ['one 5.1.1', 'two 5.2.2']
                .map((one) => one.split(' '))
                .map(
                  ([who, status]) =>
                    `Final-Recipient: rfc822; ${who}@example.org\nAction: failed\nStatus: ${status}`,
                )
                .join('\n'),
          ),
          [
            { ...HARD, address: 'one@example.org', detail: '5.1.1' },
            { ...SOFT, address: 'two@example.org', detail: '5.2.2' },
          ],
        ],
        [
          'a recipient without an action, whose status is permanent',
          came(failed('5.1.1').replace('Action: failed\n', '')),
          { ...HARD, detail: '5.1.1' },
        ],
        [
          'a time to come, which is now',
          came(`${failed('5.1.1')}\nLast-Attempt-Date: Fri, 02 Jan 2099 00:00:00 +0000`),
          { ...HARD, detail: '5.1.1', at: NOW },
        ],
        [
          'a time that is none: when the report was written',
          came(`${failed('5.1.1')}\nLast-Attempt-Date: yesterday`),
          { ...HARD, detail: '5.1.1' },
        ],
        [
          'a mail without a time: now',
          { mail: Buffer.from(PLAIN.replace(/^Date: .*\r\n/m, '')) },
          { ...postfix[2], at: NOW },
        ],
        [
          'white space behind a value',
          came(failed('5.1.1 \t', 'smtp; 550 no  ')),
          { ...HARD, detail: '5.1.1 smtp; 550 no' },
        ],
        [
          'the first value of several that is not empty',
          came(failed('5.1.1').replace('Status:', 'Status: \nStatus: 5.2.1\nStatus:')),
          { ...HARD, detail: '5.2.1' },
        ],
        [
          'long words, cut',
          came(failed('5.1.1', `smtp; 550 ${'x'.repeat(3000)}`)),
          { ...HARD, detail: `5.1.1 smtp; 550 ${'x'.repeat(3000)}`.slice(0, 500) },
        ],
        [
          'as many recipients as a message can have',
          came(
            [
              'Reporting-MTA: dns; mx',
              ...Array<string>(500).fill(
                'Final-Recipient: rfc822; a@example.org\nAction: failed\nStatus: 5.1.1',
              ),
            ].join('\n\n'),
          ),
          Array.from({ length: 50 }, () => ({ ...HARD, address: 'a@example.org', detail: '5.1.1' })),
        ],
      ],
      decidesNothing: [
        ['the action delayed', withAction('delayed')],
        ['an action that is new', withAction('considered')],
        ['a bounce inside of the message that came back', { mail: delayedAround }],
        ...[
          FBL,
          others.make(OUR_IDS),
          own.replace('bounces.', ''),
          `${own.startsWith('0') ? '1' : '0'}${own.slice(1)}`,
        ].map(
          (recipient) =>
            [
              'a mail to an address that is not its message’s return address',
              { mail: mails.dsn({ fields: mails.POSTFIX, returned: mails.original(own) }), recipient },
            ] as const,
        ),
      ],
    },
    readCame,
  );
});
