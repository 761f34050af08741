import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { receiptsOfMail } from '../../channels/email/bounces/receipts-of-mail';
import { readReportMail } from '../../channels/email/bounces/report-mail';
import { newId } from '../../core/ids';
import { createReturnAddresses } from '../../core/return-address';
import * as mails from '../support/receipts/bounce-mails';

const addresses = createReturnAddresses({ domain: 'bounces.example.com', keys: [randomBytes(32)] });
const ids = { notificationId: newId(), messageId: newId() };
const own = addresses.make(ids);
const FBL = 'fbl@bounces.example.com';

const receiptsOf = async (mail: Buffer, recipient = own) =>
  receiptsOfMail(await readReportMail(mail), recipient, addresses);
const ofFields = (fields: string) => receiptsOf(mails.dsn({ fields }));
const failed = (status: string, diagnostic = '') =>
  `Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: ${status}` +
  (diagnostic && `\nDiagnostic-Code: ${diagnostic}`);

describe('a bounce', () => {
  it.each([
    ['Postfix', mails.POSTFIX, 'hard_bounce', '2026-11-20T10:00:05.000Z'],
    ['Exim', mails.EXIM, 'hard_bounce', '2026-11-20T10:00:05.000Z'],
    ['Sendmail', mails.SENDMAIL, 'soft_bounce', '2026-11-20T10:00:03.000Z'],
    ['Exchange Online', mails.EXCHANGE, 'hard_bounce', '2026-11-20T10:00:05.000Z'],
    ['Gmail', mails.GMAIL, 'hard_bounce', '2026-11-20T10:00:02.000Z'],
  ])('of %s is read', async (_name, fields, kind, at) => {
    // The clock of the machine may be behind the mails'.
    const expected = new Date(at) < new Date() ? new Date(at) : expect.any(Date);
    expect(await ofFields(fields)).toEqual([
      { ...ids, kind, at: expected, address: 'ada@example.org', detail: expect.stringMatching(/^5\./) },
    ]);
  });

  it('tells the diagnostic with its folded lines joined', async () => {
    const [receipt] = await ofFields(mails.POSTFIX);
    expect(receipt?.detail).toBe(
      '5.1.1 smtp; 550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown in virtual mailbox table',
    );
    const [long] = await ofFields(failed('5.1.1', `smtp; 550 ${'x'.repeat(3000)}`));
    expect(long?.detail).toHaveLength(500);
  });

  it.each([
    ['5.1.2', '', 'hard_bounce'],
    ['5.1.10 (null MX)', '', 'hard_bounce'],
    ['5.4.4', '', 'hard_bounce'],
    ['5.2.1 (mailbox disabled, not accepting messages)', '', 'hard_bounce'],
    ['5.1.8', '', 'failed'],
    ['5.7.1', 'smtp; 550 5.7.1 Message rejected', 'failed'],
    ['5.6.0', '', 'failed'],
    ['5.3.4', '', 'failed'],
    ['5.2.2', '', 'soft_bounce'],
    ['5.4.6', '', 'soft_bounce'],
    ['4.4.7', 'smtp; 450 4.1.1 try later', 'soft_bounce'],
    ['4.0.0', 'smtp; 554-No SMTP service', 'soft_bounce'],
    ['5.0.0', 'smtp; 550 5.1.1 unknown', 'hard_bounce'],
    ['5.0.0', 'smtp; 550 #5.7.1 no', 'failed'],
    ['5.5.0', 'SMTP; 550-User unknown', 'hard_bounce'],
    ['5.0.0', 'smtp; 550 Message rejected as spam by policy', 'failed'],
    ['5.2.0', 'SMTP; 550 : User unknown', 'hard_bounce'],
    ['5.2.0', 'smtp; 550 5.2.0 Message Filtered', 'soft_bounce'],
    [
      '5.1.351',
      'smtp;550 5.1.351 Remote server returned unknown recipient -> 550 Unknown user',
      'hard_bounce',
    ],
    ['5.0.0', 'smtp; 451 4.3.0 later', 'soft_bounce'],
    ['5.0.0', 'smtp; 552 quota', 'soft_bounce'],
    ['5.0.0', 'smtp; host 5.1.1.1 said no', 'soft_bounce'],
    ['5.0.0', 'X-Unix; 67', 'soft_bounce'],
    ['5.0.0', '', 'soft_bounce'],
    ['', 'smtp; 550 5.1.1 unknown', 'hard_bounce'],
    ['nonsense', '', 'soft_bounce'],
  ])('with Status %j and diagnostic %j is %s', async (status, diagnostic, kind) => {
    const [receipt, ...more] = await ofFields(failed(status, diagnostic));
    expect(more).toEqual([]);
    expect(receipt?.kind).toBe(kind);
    expect(receipt?.code).toBe(kind === 'failed' ? 'REJECTED' : undefined);
  });

  it.each([
    ['delayed', []],
    ['delivered', ['delivered']],
    ['Relayed (to a server that tells no more)', ['sent']],
    ['expanded', ['sent']],
    ['considered', []],
  ])('with the action %j gives %j', async (action, kinds) => {
    const fields = failed('2.0.0').replace('Action: failed', `Action: ${action}`);
    expect((await ofFields(fields)).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('with several recipients gives one receipt for each, and none for one that cannot be read', async () => {
    const fields = [
      'Reporting-MTA: dns; mx.example.net',
      'Final-Recipient: rfc822; one@example.org\nAction: failed\nStatus: 5.1.1',
      'Final-Recipient: rfc822; two@example.org\nAction: failed\nStatus: 4.4.1',
      'Final-Recipient: X400; c=de;a=x;s=three\nAction: failed\nStatus: 5.1.1',
      'Final-Recipient: rfc822; four@example.org\nAction: delayed\nStatus: 4.4.1',
    ].join('\n \n');
    expect((await ofFields(fields)).map(({ address, kind }) => [address, kind])).toEqual([
      ['one@example.org', 'hard_bounce'],
      ['two@example.org', 'soft_bounce'],
    ]);
  });

  it('of the only recipient that cannot be read is about the message itself', async () => {
    const fields = failed('5.0.0').replace('rfc822; ada@example.org', 'rfc822;|/usr/bin/pipe ada');
    const [receipt] = await ofFields(fields);
    expect(receipt).toMatchObject({ ...ids, kind: 'soft_bounce' });
    expect(receipt).not.toHaveProperty('address');
  });

  it('with more recipients than a message can have is read to that many', async () => {
    const one = 'Final-Recipient: rfc822; a@example.org\nAction: failed\nStatus: 5.1.1';
    expect(
      await ofFields(['Reporting-MTA: dns; mx', ...Array<string>(500).fill(one)].join('\n\n')),
    ).toHaveLength(50);
  });

  it('beyond ASCII is read: global delivery status, 8-bit words, utf-8 addresses', async () => {
    const fields = `Reporting-MTA: dns; mx.example.net

Original-Recipient: utf-8;ada@b\\x{FC}cher.example
Final-Recipient: utf-8; ada@bücher.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 Empfänger gibt es nicht`;
    for (const type of ['message/global-delivery-status', 'message/delivery-status']) {
      const mail = mails.dsn({ fields, type, returnedType: 'message/global-headers' });
      expect(await receiptsOf(mail)).toMatchObject([
        { address: 'ada@xn--bcher-kva.example', detail: expect.stringContaining('Empfänger') },
      ]);
    }
  });

  it('is read from base64, from bare line feeds, and where the mail breaks off after the report', async () => {
    const encoded = mails.dsn({
      type: 'message/delivery-status\r\nContent-Transfer-Encoding: base64',
      fields: Buffer.from(mails.POSTFIX).toString('base64'),
    });
    const plain = mails.dsn({ fields: mails.POSTFIX }).toString();
    const lineFeeds = Buffer.from(plain.replaceAll('\r\n', '\n'));
    const cut = Buffer.from(plain.slice(0, plain.indexOf('Subject: Your order')));
    for (const mail of [encoded, lineFeeds, cut]) {
      expect(await receiptsOf(mail)).toMatchObject([{ kind: 'hard_bounce', address: 'ada@example.org' }]);
    }
  });

  it('has its time from the report, and never one in the future', async () => {
    const now = Date.now();
    const at = async (date: string) =>
      (await ofFields(`${failed('5.1.1')}\nLast-Attempt-Date: ${date}`))[0]?.at;
    const past = new Date('2026-01-02T03:04:05Z');
    expect(await at('Fri, 02 Jan 2026 12:04:05 +0900 (JST)')).toEqual(past);
    expect((await at('Fri, 02 Jan 2099 00:00:00 +0000'))!.getTime()).toBeGreaterThanOrEqual(now);
    expect((await at('yesterday'))!.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('inside of the message that came back says nothing', async () => {
    const inner = mails.dsn({ fields: mails.POSTFIX }).toString();
    const fields = failed('4.4.1').replace('failed', 'delayed');
    expect(await receiptsOf(mails.dsn({ fields, returned: inner, returnedType: 'message/rfc822' }))).toEqual(
      [],
    );
    const forwarded = Buffer.from(
      `Content-Type: multipart/mixed; boundary=f\r\n\r\n--f\r\nContent-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\n${inner}\r\n--f--\r\n`,
    );
    expect(await receiptsOf(forwarded)).toEqual([]);
  });

  it('to an address that is not its message’s return address says nothing', async () => {
    const other = createReturnAddresses({ domain: 'bounces.example.com', keys: [randomBytes(32)] });
    const mail = mails.dsn({ fields: mails.POSTFIX, returned: mails.original(own) });
    for (const recipient of [
      FBL,
      other.make(ids),
      own.replace('bounces.', ''),
      `${own.startsWith('0') ? '1' : '0'}${own.slice(1)}`,
    ])
      expect(await receiptsOf(mail, recipient)).toEqual([]);
    expect(await receiptsOf(mail, own.toUpperCase())).toHaveLength(1);
  });
});

describe('a complaint', () => {
  it.each([
    ['by Original-Mail-From, as RFC 5965 shows it', mails.arf({ fields: mails.rfcFeedback(own) }), FBL],
    ['by Original-Mail-From, as Yahoo writes it', mails.arf({ fields: mails.yahooFeedback(own) }), FBL],
    [
      'by the Return-Path of the message',
      mails.arf({ fields: mails.rfcFeedback('shop@example.com'), returned: mails.original(own) }),
      FBL,
    ],
    ['by the address that it came to', mails.arf({ fields: mails.rfcFeedback('shop@example.com') }), own],
  ])('is found %s', async (_how, mail, recipient) => {
    expect(await receiptsOf(mail, recipient)).toEqual([
      {
        ...ids,
        kind: 'complained',
        at: expect.any(Date),
        address: 'ada@example.org',
        detail: expect.stringMatching(/^feedback abuse /),
      },
    ]);
  });

  it('whose recipient is hidden, or one of several, is about the message itself', async () => {
    const returned = mails.original(own);
    const several = mails.rfcFeedback(own) + '\nOriginal-Rcpt-To: <bob@example.org>';
    for (const fields of [mails.RETURN_PATH_FEEDBACK, several]) {
      const [receipt, ...more] = await receiptsOf(mails.arf({ fields, returned }), FBL);
      expect(receipt).toMatchObject({ ...ids, kind: 'complained' });
      expect(receipt).not.toHaveProperty('address');
      expect(more).toEqual([]);
    }
  });

  it.each([
    ['abuse', 1],
    ['Fraud', 1],
    ['opt-out', 1],
    ['not-spam', 0],
    ['virus', 0],
    ['other', 0],
    ['auth-failure', 0],
  ])('of the type %s gives %d receipts', async (type, count) => {
    const fields = mails.rfcFeedback(own).replace('abuse', type);
    expect(await receiptsOf(mails.arf({ fields }), FBL)).toHaveLength(count);
  });

  it('without a genuine return address says nothing, whatever our headers in it say', async () => {
    const forged = own.slice(0, 60) + '0000' + own.slice(64);
    const headers = `X-Heliograph-Notification: ${ids.notificationId}\nX-Heliograph-Message: ${ids.messageId}`;
    const returned = `${headers}\n${mails.original(forged)}`;
    expect(await receiptsOf(mails.arf({ fields: mails.rfcFeedback(forged), returned }), FBL)).toEqual([]);
  });
});

describe('any other mail', () => {
  it.each([
    ['a vacation reply', mails.VACATION],
    ['a bounce of qmail', mails.QMAIL],
    ['a complaint that is no ARF', mails.JMRP],
    ['nothing', Buffer.alloc(0)],
    ['a head without end', Buffer.from(`Subject: ${'x'.repeat(900_000)}`)],
    [
      'parts within parts without end',
      Buffer.from(
        Array.from(
          { length: 5000 },
          (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
        ).join(''),
      ),
    ],
  ])('is no report: %s', async (_name, mail) => {
    expect(await readReportMail(mail)).toEqual({ kind: 'other' });
  });

  it('is read without an error, whatever it is', async () => {
    const whole = mails.dsn({ fields: mails.POSTFIX, returned: mails.original(own) });
    const pieces = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom(
        ...whole
          .toString()
          .split('\r\n')
          .map((line) => Buffer.from(`${line}\r\n`)),
      ),
      fc
        .constantFrom('\r\n', '\n\n', '--', ';', '=?utf-8?Q?=00?=', '\\x{110000}')
        .map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), fc.nat(whole.length), async (parts, cut) => {
        for (const mail of [Buffer.concat(parts), Buffer.concat([whole.subarray(0, cut), ...parts])]) {
          for (const receipt of await receiptsOf(mail)) expect(receipt).toMatchObject(ids);
        }
      }),
      { numRuns: 150 },
    );
  });
});
