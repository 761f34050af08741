import { z } from 'zod';
import { readJson } from '../../../http/json';

/** Only Message and Subject may have line breaks, because in the signed text a line break separates names and values. */
const line = z.string().regex(/^[^\r\n]{1,4096}$/);
const signed = { Message: z.string(), MessageId: line, Timestamp: line, TopicArn: line };
const signature = { SignatureVersion: line, Signature: line, SigningCertURL: line };

const notification = z.object({
  Type: z.literal('Notification'),
  ...signed,
  ...signature,
  Subject: z.string().nullish(),
});
const confirmation = z.object({
  Type: z.enum(['SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  ...signed,
  ...signature,
  SubscribeURL: line,
  Token: line,
});
const envelope = z.discriminatedUnion('Type', [notification, confirmation]);

/** A message of SNS over HTTP/S ("HTTP/HTTPS notification JSON format" and the two confirmations). */
export type SnsEnvelope = z.output<typeof envelope>;

/** Returns the message in a body; null if there is none. It is not verified yet. */
export const readEnvelope = (body: Buffer): SnsEnvelope | null => readJson(envelope, body.toString('utf8'));

/** Fields in the order of the bytes of their names, as SNS signs them. */
const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const CONFIRMATION = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const;

/** Returns what SNS signs ("Verifying the signatures of Amazon SNS messages"): each name and value on its own line, without an absent Subject. */
export function signedText(message: SnsEnvelope): Buffer {
  const fields =
    message.Type === 'Notification'
      ? NOTIFICATION.map((name) => [name, message[name]])
      : CONFIRMATION.map((name) => [name, message[name]]);
  const present = fields.filter(([, value]) => typeof value === 'string');
  return Buffer.from(present.map(([name, value]) => `${name}\n${value}\n`).join(''), 'utf8');
}
