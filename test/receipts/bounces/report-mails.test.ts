import fc from 'fast-check';
import { readReportMail } from '../../../channels/email/bounces/report-mail';
import * as mails from '../../support/receipts/bounce-mails';
import { ADA, OUR_FIELDS } from '../../support/receipts/call';
import { type Came, FBL, own, readCame } from '../../support/receipts/came';
import { stopClock } from '../../support/receipts/clock';
import { itNeverFails, itReadsEvents } from '../../support/receipts/reads-events';
import { COMPLAINED } from '../../support/receipts/values';

stopClock();

const ofFeedback = (fields: string, returned?: string, recipient = FBL): Came => ({
  mail: mails.arf({ fields, ...(returned !== undefined && { returned }) }),
  recipient,
});
const ofType = (type: string): Came => ofFeedback(mails.rfcFeedback(own).replace('abuse', type));
const FEEDBACK = { ...COMPLAINED, detail: 'feedback abuse SomeGenerator/1.0' };
const forged = own.slice(0, 63) + (own[63] === '0' ? '1' : '0') + own.slice(64);
const OUR_HEADERS = `X-Heliograph-Notification: ${OUR_FIELDS.notification_id}\nX-Heliograph-Message: ${OUR_FIELDS.message_id}`;

/** Our return address after so many others. */
const behind = (others: number): string =>
  'Original-Mail-From: <shop@example.com>\n'.repeat(others) + mails.rfcFeedback(own);

describe('a complaint', () => {
  itReadsEvents<Came>(
    {
      receipt: { at: new Date('2026-11-20T08:30:00.000Z'), address: ADA },
      sample: ['Original-Mail-From, as RFC 5965 shows it', ofFeedback(mails.rfcFeedback(own)), FEEDBACK],
      tells: [
        [
          'Original-Mail-From, as Yahoo writes it',
          ofFeedback(mails.yahooFeedback(own)),
          { ...COMPLAINED, detail: 'feedback abuse Yahoo!-Mail-Feedback/2.0' },
        ],
        [
          'the Return-Path of the message',
          ofFeedback(mails.rfcFeedback('shop@example.com'), mails.original(own)),
          FEEDBACK,
        ],
        [
          'the address that it came to',
          ofFeedback(mails.rfcFeedback('shop@example.com'), undefined, own),
          FEEDBACK,
        ],
        [
          'a message whose recipient is hidden',
          ofFeedback(mails.RETURN_PATH_FEEDBACK, mails.original(own)),
          { ...COMPLAINED, address: undefined, detail: 'feedback abuse ReturnPathFBL/2.0' },
        ],
        [
          'one of several recipients, nobody knows whom',
          ofFeedback(`${mails.rfcFeedback(own)}\nOriginal-Rcpt-To: <bob@example.org>`, mails.original(own)),
          { ...FEEDBACK, address: undefined },
        ],
        [
          'a return address without brackets',
          ofFeedback(mails.rfcFeedback(own).replace(`<${own}>`, own), ''),
          FEEDBACK,
        ],
        [
          'the one recipient that is not hidden',
          ofFeedback(`${mails.rfcFeedback(own)}\nOriginal-Rcpt-To: redacted`),
          FEEDBACK,
        ],
        ['fields below lines that are none', ofFeedback(`no field\n\n${mails.rfcFeedback(own)}`), FEEDBACK],
        [
          'no program',
          ofFeedback(mails.rfcFeedback(own).replace(/^User-Agent.*\n/m, '')),
          { ...COMPLAINED, detail: 'feedback abuse' },
        ],
        [
          'a program with a long name, cut',
          ofFeedback(mails.rfcFeedback(own).replace('SomeGenerator/1.0', 'x'.repeat(600))),
          { ...COMPLAINED, detail: `feedback abuse ${'x'.repeat(600)}`.slice(0, 500) },
        ],
        ['the tenth address that may be the return address', ofFeedback(behind(9)), FEEDBACK],
        [
          'a message in a mail that is no report, whose return path its headers have',
          {
            mail: mails.jmrp(`Authentication-Results: x.example; spf=pass smtp.mailfrom=${own}`),
            recipient: FBL,
          },
          {
            ...COMPLAINED,
            detail: 'complaint without a feedback report',
            at: new Date('2026-11-20T08:30:00.000Z'),
          },
        ],
        ['fraud', ofType('Fraud'), { ...FEEDBACK, detail: 'feedback fraud SomeGenerator/1.0' }],
        ['an opt-out', ofType('opt-out'), { ...FEEDBACK, detail: 'feedback opt-out SomeGenerator/1.0' }],
      ],
      decidesNothing: [
        ...['not-spam', 'virus', 'other', 'auth-failure'].map((type) => [type, ofType(type)] as const),
        ['a report without a field', ofFeedback('')],
        ['a complaint that is no report and has no return path', { mail: mails.jmrp(), recipient: FBL }],
        [
          'a complaint that is no report with a return path that is not genuine',
          { mail: mails.jmrp(`Return-Path: <${forged}>`), recipient: FBL },
        ],
        ['a report without a type', ofFeedback(mails.rfcFeedback(own).replace('Feedback-Type', 'Type'))],
        ['a return address behind ten others', ofFeedback(behind(10))],
        [
          'a return address that is not genuine, whatever our headers say',
          ofFeedback(mails.rfcFeedback(forged), `${OUR_HEADERS}\n${mails.original(forged)}`),
        ],
      ],
    },
    readCame,
  );
});

describe('any other mail', () => {
  it.each([
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

  const whole = mails.dsn({ fields: mails.POSTFIX, returned: mails.original(own) });
  const lines = whole
    .toString()
    .split('\r\n')
    .map((line) => `${line}\r\n`);
  const odd = ['\r\n', '\n\n', '--', ';', '=?utf-8?Q?=00?=', '\\x{110000}'];
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.constantFrom(...lines).map((text) => Buffer.from(text)),
    fc.constantFrom(...odd).map((text) => Buffer.from(text)),
  );
  const begun = fc.oneof(fc.constant(0), fc.nat(whole.length)).map((end) => whole.subarray(0, end));
  const any = fc.tuple(begun, fc.array(pieces, { maxLength: 60 }));
  itNeverFails(
    any.map(([beginning, parts]): Came => ({ mail: Buffer.concat([beginning, ...parts]) })),
    readCame,
  );
});

describe('a mail with a hostile header', () => {
  // nodemailer 7.0.9 and older overflow the stack in a callback of the parser, which no caller can catch (CVE-2025-14874).
  it.each([
    [':', 5_000],
    ['a:', 15_000],
    ['a:b@c,', 5_000],
    ['(', 30_000],
    ['<', 30_000],
    ['"', 30_000],
    [':', 60_000],
  ])('%s, %i times as its sender, reports nothing', async (piece, times) => {
    const mail = Buffer.from(`From: ${piece.repeat(times)}\r\nTo: ${own}\r\nSubject: s\r\n\r\nHi\r\n`);
    expect(await readReportMail(mail)).toEqual({ kind: 'other' });
  });
});
