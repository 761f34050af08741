import type { ParsedMail } from 'mailparser';
import { receiptTime } from '../../receipts/time';
import type { Report } from './delivery-status';
import { readFieldGroups, valueOf } from './field-groups';
import { reportedAddress } from './report-address';

export interface Feedback {
  /** Null if the feedback changes nothing. */
  report: Report | null;
  /** Addresses that may be the return address of the message that the complaint is about. */
  returnPaths: string[];
}

/** RFC 5965 section 7.3; `other`, `virus`, `not-spam` and RFC 6591's `auth-failure` are not the recipient's complaints. */
const COMPLAINTS = ['abuse', 'fraud', 'opt-out'];
const MAX_RETURN_PATHS = 10;

/** Reads the fields of a feedback report (ARF, RFC 5965) and the headers of the message that it is about. */
export function readFeedback(text: string, original: string, reportedAt: Date | undefined): Feedback {
  const [fields = new Map<string, string[]>()] = readFieldGroups(text, 1);
  const [headers] = readFieldGroups(original, 1);
  const returnPaths = [...(fields.get('original-mail-from') ?? []), ...(headers?.get('return-path') ?? [])]
    .slice(0, MAX_RETURN_PATHS)
    .map((path) => /^<([^<>]*)>/.exec(path)?.[1] ?? path);
  returnPaths.push(...returnAddressesIn(original));
  const type = (valueOf(fields, 'feedback-type') ?? '').toLowerCase();
  if (!COMPLAINTS.includes(type)) return { report: null, returnPaths };
  const recipients = (fields.get('original-rcpt-to') ?? []).map(reportedAddress).filter(Boolean);
  const [address] = recipients;
  return {
    report: {
      kind: 'complained',
      // Arrival-Date and Received-Date are the message's times, not the complaint's.
      at: receiptTime(reportedAt),
      // If there are several, it is not known which one complained.
      ...(address !== undefined && recipients.length === 1 && { address }),
      detail: ['feedback', type, valueOf(fields, 'user-agent')].filter(Boolean).join(' ').slice(0, 500),
    },
    returnPaths,
  };
}

/** Headers in which mailbox providers write the return path, if they remove `Return-Path`: SPF's results, Received. */
const RETURN_ADDRESS = /(?<![0-9a-z])[0-9a-v]{64}@[a-z0-9.-]{1,253}/gi;

/** Returns addresses that look like return addresses of ours. Whether one is genuine is for its MAC to say. */
function returnAddressesIn(original: string): string[] {
  const head = original.replace(/\r\n?/g, '\n').split('\n\n', 1)[0] ?? '';
  return (head.match(RETURN_ADDRESS) ?? []).slice(0, MAX_RETURN_PATHS);
}

const COMPLAINT_SUBJECT = /\bcomplaint about (?:a )?message\b|\b(?:abuse|spam) (?:report|complaint)\b/i;

/**
 * Reads a complaint without a feedback report, such as Microsoft's JMRP: the message is attached, and its headers name the
 * return path. Null if the mail does not call itself a complaint.
 */
export function readComplaint({ subject = '', date }: ParsedMail, original: string): Feedback | null {
  if (!COMPLAINT_SUBJECT.test(subject)) return null;
  const [headers = new Map<string, string[]>()] = readFieldGroups(original, 1);
  const address = reportedAddress(valueOf(headers, 'x-hmxmroriginalrecipient'));
  return {
    report: {
      kind: 'complained',
      at: receiptTime(date),
      ...(address !== undefined && { address }),
      detail: 'complaint without a feedback report',
    },
    returnPaths: [...(headers.get('return-path') ?? []), ...returnAddressesIn(original)]
      .slice(0, MAX_RETURN_PATHS)
      .map((path) => /^<([^<>]*)>/.exec(path)?.[1] ?? path),
  };
}
