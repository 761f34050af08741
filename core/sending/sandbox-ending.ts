import { emailKey } from '../contacts/email-address';
import type { ReceiptKind } from '../receipts/receipt';
import type { Channel } from '../shared/channels';
import type { DeliveryErrorCode } from './delivery-error';

/** A report that follows, as a provider would send it. */
export interface SandboxReport {
  kind: ReceiptKind;
  /** Time after the report before it, or after the message. Milliseconds. */
  afterMs: number;
  code?: DeliveryErrorCode;
  optedOut?: true;
  detail?: string;
}

/** A message that sandbox has captured. */
export interface CapturedMessage {
  notificationId: string;
  messageId: string;
  attemptId?: string;
}

/** How a message to one of the addresses for tests ends. */
export interface SandboxEnding {
  /** It is refused with these words, and nothing follows. */
  refusal?: string;
  reports: SandboxReport[];
}

/** RFC 6761 reserves `.test`, so that nobody has the addresses. */
const DOMAIN = 'sandbox.test';

const SOON_MS = 1000;
const DELIVERED: SandboxReport = { kind: 'delivered', afterMs: SOON_MS };

/** The endings by the local part of an address of DOMAIN. */
const BY_EMAIL: ReadonlyMap<string, SandboxEnding> = new Map([
  ['delivered', { reports: [DELIVERED] }],
  ['delayed', { reports: [{ ...DELIVERED, afterMs: 30_000 }] }],
  ['rejected', { refusal: '550 5.7.1 sandbox: rejected', reports: [] }],
  ['bounced', { reports: [{ kind: 'hard_bounce', afterMs: SOON_MS, detail: '550 5.1.1 sandbox: bounced' }] }],
  ['complained', { reports: [DELIVERED, { kind: 'complained', afterMs: SOON_MS }] }],
]);

/** The endings of SMS and WhatsApp by number. The numbering plan keeps 555-0100 to 555-0199 for fiction. */
const BY_NUMBER: ReadonlyMap<string, SandboxEnding> = new Map([
  ['+12025550190', BY_EMAIL.get('delivered')!],
  ['+12025550191', BY_EMAIL.get('delayed')!],
  ['+12025550192', { refusal: 'sandbox: rejected', reports: [] }],
  [
    '+12025550193',
    {
      reports: [
        {
          ...{ kind: 'failed', afterMs: SOON_MS, code: 'INVALID_RECIPIENT' },
          detail: 'sandbox: the number does not exist',
        },
      ],
    },
  ],
  [
    '+12025550194',
    {
      reports: [
        {
          ...{ kind: 'failed', afterMs: SOON_MS, code: 'SUPPRESSED', optedOut: true },
          detail: 'sandbox: the recipient has opted out',
        },
      ],
    },
  ],
]);

/**
 * Returns how a message that sandbox captures ends (RECEIPT-6); undefined: it counts as sent, and nothing follows. An
 * address may have a tag, such as `bounced+7@sandbox.test`, so that one that is suppressed does not end the tests.
 */
export function sandboxEndingOf(channel: Channel, address: string): SandboxEnding | undefined {
  if (channel === 'sms' || channel === 'whatsapp') return BY_NUMBER.get(address);
  if (channel !== 'email') return undefined;
  const [local = '', domain] = emailKey(address).split('@');
  return domain === DOMAIN ? BY_EMAIL.get(local.split('+', 1)[0]!) : undefined;
}
