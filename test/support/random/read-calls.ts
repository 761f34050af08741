import type { ParsedMail } from 'mailparser';
import type { ApiRequest } from '../providers/api-server';
import type { Accepted } from './receipts';

/** The address of `Name <address>`. */
const addressIn = (mailbox: string): string => /<(.+)>$/.exec(mailbox)?.[1] ?? mailbox;

export function readPostmark({ body }: ApiRequest): Accepted {
  const { To, Metadata } = JSON.parse(body) as { To: string; Metadata: Record<string, string> };
  const { notification_id = '', message_id = '' } = Metadata;
  const address = addressIn(To);
  return {
    provider: 'postmark',
    channel: 'email',
    notificationId: notification_id,
    messageId: message_id,
    address,
  };
}

export function readResend({ body, headers }: ApiRequest): Accepted {
  const { to } = JSON.parse(body) as { to: string[] };
  const messageId = String(headers['idempotency-key']);
  return { provider: 'resend', channel: 'email', notificationId: '', messageId, address: addressIn(to[0]!) };
}

export function readTwilio({ body }: ApiRequest): Accepted {
  const form = new URLSearchParams(body);
  const { searchParams } = new URL(form.get('StatusCallback') ?? '');
  return {
    provider: 'twilio',
    channel: 'sms',
    notificationId: searchParams.get('notification_id') ?? '',
    messageId: searchParams.get('message_id') ?? '',
    address: form.get('To') ?? '',
  };
}

export function readSlack({ body }: ApiRequest): Accepted {
  const { channel, metadata } = JSON.parse(body) as {
    channel: string;
    metadata: { event_payload: Record<string, string> };
  };
  const { notification_id = '', message_id = '' } = metadata.event_payload;
  const ids = { notificationId: notification_id, messageId: message_id };
  return { provider: 'slack', channel: 'slack', ...ids, address: channel };
}

export function readSmtp(address: string, { headers }: ParsedMail): Accepted {
  const textOf = (name: string): string => {
    const value = headers.get(name);
    return typeof value === 'string' ? value : '';
  };
  const ids = {
    notificationId: textOf('x-heliograph-notification'),
    messageId: textOf('x-heliograph-message'),
  };
  return { provider: 'smtp', channel: 'email', ...ids, address };
}
