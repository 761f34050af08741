/** Mails as the servers of the world write them when they give one back; every name in them is made up. */

const mail = (lines: string[]): Buffer => Buffer.from(lines.join('\r\n').replace(/\r?\n/g, '\r\n') + '\r\n');

/** The message that came back, or its headers, with the return address that it was sent from. */
export const original = (returnPath: string): string =>
  `Return-Path: <${returnPath}>
Received: from app.example.com (app.example.com [192.0.2.10])
	by mail.example.com (Postfix) with ESMTPS id 4XyZ0000000000; Fri, 20 Nov 2026 07:00:00 +0000 (UTC)
From: Shop <shop@example.com>
To: ada@example.org
Subject: Your order
Message-ID: <7a1c@example.com>
X-Heliograph-Notification: 00000000-0000-4000-8000-000000000000
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8`;

export interface ReportParts {
  /** Fields of message/delivery-status. */
  fields: string;
  to?: string;
  returned?: string;
  /** @default 'message/delivery-status' */
  type?: string;
  /** @default 'text/rfc822-headers' */
  returnedType?: string;
  headers?: string[];
}

/** A multipart/report with the given fields in its second part (RFC 3462, RFC 3464). */
export const dsn = ({
  fields,
  to = 'x@bounces.example.com',
  returned,
  type,
  returnedType,
  headers,
}: ReportParts) =>
  mail([
    'Return-Path: <>',
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.net>',
    `To: ${to}`,
    'Date: Fri, 20 Nov 2026 08:00:05 +0000',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    ...(headers ?? []),
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4XyZ11111111.1763632805/mx.example.net"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4XyZ11111111.1763632805/mx.example.net',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry, but your message could not be delivered to somebody:',
    '    Final-Recipient: rfc822; victim@example.org, Action: failed, Status: 5.1.1',
    '',
    '--4XyZ11111111.1763632805/mx.example.net',
    'Content-Description: Delivery report',
    `Content-Type: ${type ?? 'message/delivery-status'}`,
    '',
    fields,
    '',
    '--4XyZ11111111.1763632805/mx.example.net',
    `Content-Type: ${returnedType ?? 'text/rfc822-headers'}`,
    '',
    returned ?? original('shop@example.com'),
    '',
    '--4XyZ11111111.1763632805/mx.example.net--',
  ]);

export const POSTFIX = `Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 4XyZ11111111
X-Postfix-Sender: rfc822; shop@example.com
Arrival-Date: Fri, 20 Nov 2026 08:00:01 +0000 (UTC)

Final-Recipient: rfc822; ada@example.org
Original-Recipient: rfc822;Ada@example.org
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; 550 5.1.1 <ada@example.org>: Recipient address rejected:
    User unknown in virtual mailbox table`;

/** Exim gives no code of its own, and the fields in another order. */
export const EXIM = `Reporting-MTA: dns; mx.example.net

Action: failed
Final-Recipient: rfc822;ada@example.org
Status: 5.0.0
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; 550 5.2.1 The mailbox is disabled`;

export const SENDMAIL = `Reporting-MTA: dns; mx.example.net
Received-From-MTA: DNS; app.example.com
Arrival-Date: Fri, 20 Nov 2026 17:00:00 +0900

Final-Recipient: RFC822; ada@example.org
Action: failed
Status: 5.2.2
Remote-MTA: DNS; mail.example.org
Diagnostic-Code: SMTP; 552 5.2.2 Over quota
Last-Attempt-Date: Fri, 20 Nov 2026 17:00:03 +0900`;

/** Exchange Online: no space after the type, and a second blank line at the end. */
export const EXCHANGE = `Reporting-MTA: dns;AM0PR01MB0000.eurprd01.prod.exchangelabs.example
Received-From-MTA: dns;AM0PR01MB0001.eurprd01.prod.exchangelabs.example
Arrival-Date: Fri, 20 Nov 2026 08:00:02 +0000

Final-Recipient: rfc822;ada@example.org
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
X-Display-Name: Ada
`;

export const GMAIL = `Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; shop@example.com
Arrival-Date: Fri, 20 Nov 2026 00:00:01 -0800 (PST)
X-Original-Message-ID: <7a1c@example.com>

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.example.net. (192.0.2.27, the server for the domain example.org.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550 5.1.1 unnecessary spaces. a1-20020a170000000000b003si0000000xyz.27 - gsmtp
Last-Attempt-Date: Fri, 20 Nov 2026 00:00:02 -0800 (PST)`;

export interface ArfParts {
  fields: string;
  returned?: string;
}

/** A feedback report (RFC 5965). */
export const arf = ({ fields, returned }: ArfParts) =>
  mail([
    'From: <feedback@mail.example.net>',
    'Date: Fri, 20 Nov 2026 08:30:00 +0000',
    'Subject: FW: Your order',
    'To: <fbl@bounces.example.com>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report;',
    '     boundary="part1_13d.2e68ed54_boundary"',
    '',
    '--part1_13d.2e68ed54_boundary',
    'Content-Type: text/plain; charset="US-ASCII"',
    'Content-Transfer-Encoding: 7bit',
    '',
    'This is an email abuse report for a message received on Fri, 20 Nov 2026.',
    '',
    '--part1_13d.2e68ed54_boundary',
    'Content-Type: message/feedback-report',
    '',
    fields,
    '',
    '--part1_13d.2e68ed54_boundary',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    returned ?? original('shop@example.com'),
    '',
    'Hello.',
    '--part1_13d.2e68ed54_boundary--',
  ]);

/** With what RFC 5965 has in its long example. */
export const rfcFeedback = (mailFrom: string) => `Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <${mailFrom}>
Original-Rcpt-To: <ada@example.org>
Arrival-Date: Fri, 20 Nov 2026 08:00:00 +0000
Reporting-MTA: dns; mail.example.net
Source-IP: 192.0.2.1
Authentication-Results: mail.example.net;
           spf=fail smtp.mail=shop@example.com
Reported-Domain: example.com
Reported-Uri: http://example.com/earn_money.html`;

/** Yahoo's. */
export const yahooFeedback = (mailFrom: string) => `Feedback-Type: abuse
User-Agent: Yahoo!-Mail-Feedback/2.0
Version: 0.1
Original-Mail-From: <${mailFrom}>
Original-Rcpt-To: ada@example.org
Received-Date: Fri, 20 Nov 2026 08:00:00 +0000
Reported-Domain: example.com
Authentication-Results: atlas.example.net; dkim=pass header.i=@example.com; spf=pass`;

/** Validity's universal loop: the recipient is hidden. */
export const RETURN_PATH_FEEDBACK = `User-Agent: ReturnPathFBL/2.0
Abuse-Type: complaint
Arrival-Date: Fri, 20 Nov 2026 08:00:00 +0000
Feedback-Type: abuse
Version: 1
Source-IP: 192.0.2.1
Original-Rcpt-To: redacted`;

/** Microsoft's JMRP is no ARF: a multipart/mixed with the message in it. `header` is one of the message's. */
export const jmrp = (header = 'X-SID-Result: PASS') =>
  mail([
    'From: <staff@hotmail.com>',
    'Date: Fri, 20 Nov 2026 08:30:00 +0000',
    'Subject: complaint about message from 192.0.2.1',
    'To: <fbl@bounces.example.com>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="F000-B"',
    '',
    '--F000-B',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    'X-HmXmrOriginalRecipient: ada@example.org',
    header,
    'From: Shop <shop@example.com>',
    'Subject: Your order',
    '',
    'Hello.',
    '--F000-B--',
  ]);

export const VACATION = mail([
  'Return-Path: <>',
  'From: Ada <ada@example.org>',
  'To: x@bounces.example.com',
  'Subject: Out of office: Re: Your order',
  'Auto-Submitted: auto-replied',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'I am away. Final-Recipient: rfc822; ada@example.org',
]);

/** qmail's form (QSBMF), which has no part for machines. */
export const QMAIL = mail([
  'Return-Path: <>',
  'From: MAILER-DAEMON@mx.example.net',
  'To: x@bounces.example.com',
  'Subject: failure notice',
  '',
  'Hi. This is the qmail-send program at mx.example.net.',
  "I'm afraid I wasn't able to deliver your message to the following addresses.",
  '',
  '<ada@example.org>:',
  'Sorry, no mailbox here by that name. (#5.1.1)',
]);

export interface TextParts {
  text: string;
  subject?: string;
  from?: string;
  headers?: string[];
}

/** A bounce that is only text. */
export const textBounce = ({ text, subject, from, headers }: TextParts) =>
  mail([
    'Return-Path: <>',
    `From: ${from ?? 'Mail Delivery System <MAILER-DAEMON@mx.example.net>'}`,
    'To: x@bounces.example.com',
    'Date: Fri, 20 Nov 2026 08:00:05 +0000',
    `Subject: ${subject ?? 'Mail delivery failed: returning message to sender'}`,
    ...(headers ?? []),
    '',
    text,
  ]);
