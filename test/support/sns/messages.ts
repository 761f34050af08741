import { type KeyObject, sign } from 'node:crypto';
import type { ReceiptRequest } from '../../../channels/receipts/receipts';
import { callOf } from '../receipts/call';

export const HOST = 'sns.eu-west-1.amazonaws.com';
export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:ses-events';
export const CERT_URL = `https://${HOST}/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem`;
export const SUBSCRIBE_URL = `https://${HOST}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=abc123`;

export type Fields = Record<string, string>;

const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];

/** The fields that are signed, in order, as the developer guide lists them for each type. */
const SIGNED: Record<string, string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: CONFIRMATION,
  UnsubscribeConfirmation: CONFIRMATION,
};

/** Signs a message as SNS does. */
export function signed(fields: Fields, key: KeyObject): Fields {
  let text = '';
  for (const name of SIGNED[fields.Type ?? ''] ?? []) {
    if (fields[name] !== undefined) text += `${name}\n${fields[name]}\n`;
  }
  const hash = fields.SignatureVersion === '1' ? 'sha1' : 'sha256';
  return { ...fields, Signature: sign(hash, Buffer.from(text), key).toString('base64') };
}

const COMMON: Fields = {
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: TOPIC,
  Timestamp: '2026-03-06T20:00:26.893Z',
  SignatureVersion: '2',
  SigningCertURL: CERT_URL,
};

export const notification = (message: unknown, more: Fields = {}): Fields => ({
  Type: 'Notification',
  ...COMMON,
  Message: typeof message === 'string' ? message : JSON.stringify(message),
  UnsubscribeURL: `https://${HOST}/?Action=Unsubscribe&SubscriptionArn=${TOPIC}:c9135db0`,
  ...more,
});

export const confirmation = (more: Fields = {}): Fields => ({
  Type: 'SubscriptionConfirmation',
  ...COMMON,
  Token: 'abc123',
  Message: `You have chosen to subscribe to the topic ${TOPIC}.\nTo confirm the subscription, visit the SubscribeURL included in this message.`,
  SubscribeURL: SUBSCRIBE_URL,
  ...more,
});

/** The call with which a message comes. */
export function call(message: Fields | string): ReceiptRequest {
  const [body, type] =
    typeof message === 'string' ? [message, undefined] : [JSON.stringify(message), message.Type];
  const headers = { 'content-type': 'text/plain; charset=UTF-8' };
  return callOf(body, type === undefined ? headers : { ...headers, 'x-amz-sns-message-type': type });
}
