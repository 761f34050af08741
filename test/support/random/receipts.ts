import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SETTINGS } from '../settings';
import type { Way } from './sequence';
import type { PlannedReceipt, ProviderName } from './world';

export const TWILIO_TOKEN = 'tw-auth-token-0123456789abcdef';
export const POSTMARK_LOGIN = {
  webhook_username: 'postmark',
  webhook_password: 'a-password-of-ours',
};

/** A message that a provider has accepted. */
export interface Accepted {
  provider: ProviderName;
  channel: Way;
  notificationId: string;
  messageId: string;
  address: string;
}

/** A report that our API has answered with 200. */
export interface Reported extends Accepted {
  kind: PlannedReceipt['kind'];
  at: number;
}

interface Call {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Paths of the integrations' receipts. */
export interface ReceiptPaths {
  postmark: string;
  twilio: string;
}

/** The provider's call about a message; null where it has no word for that. */
function callOf(kind: PlannedReceipt['kind'], of: Accepted, paths: ReceiptPaths): Call | null {
  if (of.provider === 'postmark') return postmarkCall(kind, of, paths.postmark);
  return of.provider === 'twilio' ? twilioCall(kind, of, paths.twilio) : null;
}

function postmarkCall(kind: PlannedReceipt['kind'], of: Accepted, path: string): Call | null {
  const at = new Date().toISOString();
  const bounce = { RecordType: 'Bounce', Email: of.address, BouncedAt: at };
  const events: Record<PlannedReceipt['kind'], object | null> = {
    sent: null,
    delivered: { RecordType: 'Delivery', Recipient: of.address, DeliveredAt: at },
    hard: { ...bounce, Type: 'HardBounce', TypeCode: 1, Details: `550 5.1.1 <${of.address}> unknown` },
    soft: { ...bounce, Type: 'SoftBounce', TypeCode: 4096, Details: '452 4.2.2 mailbox full' },
    complained: { ...bounce, RecordType: 'SpamComplaint', Type: 'SpamComplaint' },
  };
  const event = events[kind];
  if (!event) return null;
  const basic = Buffer.from(Object.values(POSTMARK_LOGIN).join(':')).toString('base64');
  const Metadata = { notification_id: of.notificationId, message_id: of.messageId };
  return {
    path,
    headers: { 'content-type': 'application/json', authorization: `Basic ${basic}` },
    body: JSON.stringify({ ...event, MessageID: 'pm-1', Metadata }),
  };
}

function twilioCall(kind: PlannedReceipt['kind'], of: Accepted, path: string): Call | null {
  const statuses: Record<PlannedReceipt['kind'], Record<string, string> | null> = {
    sent: { MessageStatus: 'sent' },
    delivered: { MessageStatus: 'delivered' },
    hard: { MessageStatus: 'undelivered', ErrorCode: '30005' },
    soft: { MessageStatus: 'failed', ErrorCode: '30008' },
    complained: null,
  };
  const fields = statuses[kind];
  if (!fields) return null;
  const query = new URLSearchParams({ notification_id: of.notificationId, message_id: of.messageId });
  const called = `${path}?${query.toString()}`;
  const body = new URLSearchParams({ MessageSid: `SM${'0f'.repeat(16)}`, ...fields });
  const signed = [...body.keys()].sort().map((name) => name + body.get(name));
  const signature = createHmac('sha1', TWILIO_TOKEN)
    .update(`${SETTINGS.PUBLIC_URL}${called}${signed.join('')}`)
    .digest('base64');
  const headers = { 'x-twilio-signature': signature, 'content-type': 'application/x-www-form-urlencoded' };
  return { path: called, headers, body: body.toString() };
}

/** Reports as providers do: until the API has taken it. Null where the provider never reports that. */
export async function report(
  baseUrl: string,
  kind: PlannedReceipt['kind'],
  of: Accepted,
  paths: ReceiptPaths,
): Promise<Reported | null> {
  const call = callOf(kind, of, paths);
  if (!call) return null;
  for (let tries = 1; ; tries += 1) {
    const { path, ...request } = call;
    const answer = await fetch(baseUrl + path, { method: 'POST', ...request }).catch(() => null);
    if (answer?.status === 200) return { ...of, kind, at: Date.now() };
    const refused = answer && answer.status < 500;
    if (refused || tries > 60) throw new Error(`a ${kind} receipt of ${of.provider} got ${answer?.status}`);
    await sleep(500);
  }
}
