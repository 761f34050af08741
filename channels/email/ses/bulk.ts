import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type { Mailbox } from '../../../core/contacts/email-address';
import { failedCall } from '../../http/http-failure';
import type { HttpResult } from '../../http/provider-http';
import { createVendorBatch } from '../../http/vendor-batch';
import { ALONE, type Batch, type OutboundMessage, type RenderedContent } from '../../provider';
import { referenceOf } from '../../receipts/reference';
import { headersOf, mailboxText, readEmail } from '../email-message';
import { classifySes, sesAnswers, sesError } from './errors';

/** Messages of one call ("SendBulkEmail"). */
const MOST = 50;
/** Bytes of the messages of one call: 1 MB with an inline template ("Using templates"), less 50 kB for what they share. */
const MAX_BYTES = 950_000;
/** Characters of the data of one message ("ReplacementTemplate"). */
const LONGEST_DATA = 262_144;
/** A header's value ("MessageHeader"). */
const HEADER_VALUE = /^[ -~]{1,870}$/;
/** How long the call is not made after SES has refused it to this user, milliseconds. */
const DENIED_FOR_MS = 600_000;

interface Calls {
  configurationSet: string | undefined;
  secrets: readonly string[];
  post(path: string, body: string, signal: AbortSignal): Promise<HttpResult>;
}

/** Returns the calls of SendBulkEmail. A user without the permission for it sends one by one. */
export function createBulk({ configurationSet, secrets, post }: Calls): Batch {
  let deniedUntil = -Infinity;
  const path = '/outbound-bulk-emails';
  const batch = createVendorBatch(
    {
      ...{ most: MOST, maxBytes: MAX_BYTES, path, whole: bulkRequest },
      part: (message) => bulkPart(message, configurationSet),
      read: (answer, count) => {
        if (sesError(answer).type !== 'AccessDeniedException') return sesAnswers(answer, count);
        deniedUntil = performance.now() + DENIED_FOR_MS;
        return Array<typeof ALONE>(count).fill(ALONE);
      },
    },
    {
      ...{ secrets, classify: classifySes, failed: failedCall, maxBytes: Infinity },
      request: (body, _headers, signal) => post(path, body, signal),
    },
  );
  return { ...batch, takes: (message) => performance.now() >= deniedUntil && takes(message) };
}

/**
 * Whether SendBulkEmail can carry a message as it is. It takes no files of one message, and its limits are lower. Text with `{{` might
 * be taken for a template.
 */
export function takes(message: OutboundMessage): boolean {
  const { content, cc = [], bcc = [] } = message;
  if ((content.attachments ?? []).length > 0 || cc.length > 0 || bcc.length > 0) return false;
  const data = dataOf(content);
  if (!data.subject || (!data.html && !data.text)) return false;
  const text = JSON.stringify(data);
  if (text.includes('{{') || text.length > LONGEST_DATA) return false;
  const extra = headersOf(message);
  return 'outcome' in extra || Object.values(extra.headers).every((value) => HEADER_VALUE.test(value));
}

/**
 * Returns the entry of a message in SendBulkEmail, and what the messages of one call share. The template of a call is nothing but
 * placeholders, because each message is rendered already. SES does not escape what it puts in ("Advanced email personalization").
 */
function bulkPart(message: OutboundMessage, configurationSet: string | undefined) {
  const email = readEmail(message);
  if ('outcome' in email) return email;
  const data = dataOf(email);
  const body = {
    Destination: { ToAddresses: [asAddress(email.to)] },
    ReplacementTags: Object.entries(referenceOf(message)).map(([Name, Value]) => ({ Name, Value })),
    ReplacementHeaders: Object.entries(email.headers).map(([Name, Value]) => ({ Name, Value })),
    ReplacementEmailContent: { ReplacementTemplate: { ReplacementTemplateData: JSON.stringify(data) } },
  };
  const shared = JSON.stringify({
    FromEmailAddress: asAddress(email.from),
    ...(email.replyTo.length > 0 && { ReplyToAddresses: email.replyTo.map(asAddress) }),
    ConfigurationSetName: configurationSet,
    DefaultContent: {
      Template: {
        TemplateContent: {
          Subject: '{{subject}}',
          ...(data.html && { Html: '{{html}}' }),
          ...(data.text && { Text: '{{text}}' }),
        },
        TemplateData: '{}',
      },
    },
  });
  return { to: email.to.address, body, shared };
}

/** Returns the request of several entries. */
const bulkRequest = (entries: readonly string[], shared: string): string =>
  `${shared.slice(0, -1)},"BulkEmailEntries":[${entries.join(',')}]}`;

const dataOf = ({ subject, html, text }: RenderedContent) => ({ subject, html, text });

/** Returns a mailbox with its name in ASCII ("BulkEmailDestination": "MIME encoded-word syntax"). */
const asAddress = ({ name, address }: Mailbox): string =>
  name !== undefined && /[^ -~]/.test(name)
    ? `${encodeWord(name, 'Q', 52)} <${address}>`
    : mailboxText({ name, address });
