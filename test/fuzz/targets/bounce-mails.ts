import fc from 'fast-check';
import { receiptsOfMail } from '../../../channels/email/bounces/receipts-of-mail';
import { readReportMail } from '../../../channels/email/bounces/report-mail';
import { createReturnAddresses } from '../../../core/receipts/return-address';
import { OUR_IDS } from '../../support/receipts/call';
import { dsn, original, POSTFIX } from '../../support/receipts/bounce-mails';
import { changedText, repeated, text } from '../grammar';
import { fuzzTarget, promise } from '../target';
import { isReceipt } from '../receipts';

const addresses = createReturnAddresses({ domain: 'bounces.example.com', keys: [Buffer.alloc(32, 7)] });
const OURS = addresses.make(OUR_IDS);
const FEEDBACK = dsn({
  fields:
    'Feedback-Type: abuse\nVersion: 1\nUser-Agent: x/1\nOriginal-Mail-From: <a@b.co>\nArrival-Date: Fri, 20 Nov 2026 08:00:05 +0000',
  type: 'message/feedback-report',
  returnedType: 'message/rfc822',
  returned: original(OURS),
});
const SOURCES = [
  dsn({ fields: POSTFIX, to: OURS }),
  FEEDBACK,
  dsn({ fields: POSTFIX, returnedType: 'message/rfc822' }),
  Buffer.from('From: x\r\nSubject: Undeliverable: hello\r\n\r\nada@example.org: 550 5.1.1 user unknown\r\n'),
  Buffer.from('Auto-Submitted: auto-replied\r\n\r\nI am away.\r\n'),
].map((mail) => mail.toString('latin1'));

const line = fc.constantFrom(
  ...[
    'Final-Recipient: rfc822; ada@example.org',
    'Original-Recipient: utf-8; \\x{41}\\x{110000}@x.org',
    'Action: failed',
  ],
  ...[
    'Action: delayed',
    'Status: 5.1.1',
    'Status: 99.99.99',
    'Diagnostic-Code: smtp; 550 no such user',
    ' folded',
    '\t',
  ],
  ...[
    'Diagnostic-Code: x-unix; ',
    'Content-Type: multipart/mixed; boundary=x',
    'Content-Type: message/rfc822',
    '--x',
    '--x--',
  ],
  ...[
    'Content-Transfer-Encoding: base64',
    'Content-Transfer-Encoding: quoted-printable',
    '=3D=\r\n',
    'Content-Type: text/html; charset=utf-7',
  ],
  ...[
    'Subject: =?utf-8?B?////?=',
    'Subject: =?x?Q?=ZZ?=',
    'Date: Thu, 99 Foo 99999',
    'Return-Path: <>',
    `To: ${OURS}`,
    `<${OURS}>`,
  ],
  ...[
    'X-Failed-Recipients: a@b.co, c@d.co',
    'The following address failed:',
    '<ada@example.org>: host mx said: 550-5.1.1',
    '>From x',
    '.',
  ],
  ...[
    'Content-Type: multipart/report; report-type=delivery-status; boundary="4XyZ11111111.1763632805/mx.example.net"',
    '\0',
    '\xff\xfe',
  ],
);
const pieces = fc.oneof(
  line.map((one) => `\r\n${one}\r\n`),
  line,
  line.map((one) => `\r\n\r\n${one}`),
  repeated(fc.oneof(line, fc.constantFrom('(', '"', '<', ';', ' ', '\r\n ', '=?', '@', ',', ':')), 10_000),
);

/** A mail is a report or something else. It never rejects, and says nothing of messages that have no return address in it. */
export const bounceMails = fuzzTarget<{ mail: string; recipient: string }>({
  name: 'bounce-mails',
  arbitrary: fc.record({
    mail: fc.oneof(
      changedText(SOURCES, pieces),
      changedText(SOURCES, pieces),
      fc.array(fc.oneof(pieces, text), { maxLength: 20 }).map((parts) => parts.join('')),
    ),
    recipient: fc.oneof(fc.constantFrom(OURS, OURS.toUpperCase(), 'x@bounces.example.com'), text),
  }),
  // It is read in a thread of its own.
  msPer10kB: 200,
  async check({ mail, recipient }) {
    const read = await readReportMail(Buffer.from(mail, 'latin1'));
    const receipts = receiptsOfMail(read, recipient, addresses);
    promise(receipts.length <= 10_000, () => `${receipts.length} receipts`);
    for (const receipt of receipts) {
      isReceipt(receipt);
      promise(receipt.messageId === OUR_IDS.messageId, 'a receipt of a message that nobody named');
    }
  },
});
