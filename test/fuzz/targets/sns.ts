import { createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { sesReceiptReader } from '../../../channels/email/ses/receipts';
import { sesReceipts } from '../../../channels/email/ses/events';
import { isCertificateAddress, isConfirmation, topicOf } from '../../../channels/email/ses/sns/topic';
import type { ProviderHttp } from '../../../channels/http/provider-http';
import { bounce, complaint, delivery, feedback, MAIL, sentWith } from '../../support/receipts/ses-events';
import { rsaKey } from '../../support/sns/certificates';
import {
  call,
  CERT_URL,
  confirmation,
  type Fields,
  HOST,
  notification,
  signed,
  SUBSCRIBE_URL,
  TOPIC,
} from '../../support/sns/messages';
import { changedJson, changedText, text } from '../grammar';
import { isReceipt } from '../receipts';
import { fuzzTarget, promise } from '../target';

const key = rsaKey();
const publicKey = createPublicKey(key);
const topic = topicOf(TOPIC);
const EVENTS = [
  delivery(),
  bounce('Permanent', 'General'),
  complaint(),
  sentWith({}),
  feedback(bounce('Transient', 'MailboxFull')),
];

/** The message of a topic is an event of SES or none. */
export const sesEvents = fuzzTarget<string>({
  name: 'receipts-ses',
  arbitrary: fc.oneof(
    changedJson([...EVENTS, { eventType: 'Reject', mail: MAIL, reject: { reason: 'Bad content' } }]).map(
      (value) => JSON.stringify(value),
    ),
    text,
  ),
  check(message) {
    const receipts = sesReceipts(message);
    promise((receipts?.length ?? 0) <= message.length, 'more receipts than bytes');
    receipts?.forEach(isReceipt);
  },
});

/** The network, which only a genuine message may reach. */
const http = {
  request: () => {
    throw new Error('a message that is not genuine causes a call');
  },
} as unknown as ProviderHttp;
const read = sesReceiptReader({
  topicArn: TOPIC,
  http,
  certificates: { keyAt: async () => ({ key: publicKey, validUntil: Infinity }) },
});
const SIGNED = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
const GENUINE = signed(notification(EVENTS[0], { Subject: 'x' }), key);

/** A message of SNS is read if nothing that is signed changed, and no other one causes a call. */
export const snsMessages = fuzzTarget<unknown>({
  name: 'sns-messages',
  arbitrary: changedJson([GENUINE, { ...confirmation(), Signature: GENUINE.Signature }]),
  async check(message) {
    const reading = await read(call(JSON.stringify(message)));
    if (reading.kind !== 'read') return;
    for (const name of SIGNED)
      promise((message as Fields)[name] === GENUINE[name], `${name} changed and is read`);
  },
});

const pieces = fc.constantFrom(
  ...[
    '@',
    ':443',
    '#',
    '?',
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%00',
    '\t',
    '\n',
    ' ',
    'https://evil.example/',
    'http://',
    '&Action=x',
  ],
  ...[
    '&TopicArn=arn:aws:sns:eu-west-1:1:x',
    '.evil.example',
    'SNS.',
    'sns.us-east-1.amazonaws.com',
    '.pem',
    '＠',
    '。',
  ],
);

/** An address that SNS may name leads to its own host, over HTTPS, and nowhere else. */
export const snsAddresses = fuzzTarget<string>({
  name: 'sns-addresses',
  arbitrary: changedText([CERT_URL, SUBSCRIBE_URL], pieces),
  check(address) {
    if (!isCertificateAddress(address, topic) && !isConfirmation(address, topic)) return;
    const url = new URL(address);
    promise(
      url.protocol === 'https:' && url.host === HOST && url.username === '' && url.password === '',
      () => `leads to ${url.href}`,
    );
    promise(url.pathname === '/' || url.pathname.endsWith('.pem'), () => `leads to ${url.pathname}`);
  },
});
