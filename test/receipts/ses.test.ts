import { ses } from '../../channels/email/ses/provider';
import { sesReceiptReader } from '../../channels/email/ses/receipts';
import { createSnsCertificates } from '../../channels/email/ses/sns/certificates';
import type { ReceiptRequest } from '../../channels/receipts/receipts';
import type { Receipt } from '../../core/receipts/receipt';
import { ADA, AT, readerOf } from '../support/receipts/call';
import { itReadsReceiptsOf } from '../support/receipts/reader-kit';
import type { Signing } from '../support/receipts/refuses-calls';
import {
  DSN,
  OF_ADA,
  SENT_AT,
  sentWith,
  SES_ID,
  anyEvent,
  bounce,
  complaint,
  delivery,
  event,
  feedback,
  headers,
  timestamp,
} from '../support/receipts/ses-events';
import { COMPLAINED, failed, HARD, SOFT } from '../support/receipts/values';
import { certificate, rsaKey } from '../support/sns/certificates';
import {
  CERT_URL,
  type Fields,
  HOST,
  notification,
  signed,
  call as snsCall,
  TOPIC,
} from '../support/sns/messages';
import { type SnsServer, startSnsServer } from '../support/sns/sns-server';

const account = {
  ...{ region: 'eu-west-1', access_key_id: 'AKIA0123456789', secret_access_key: 'secret-access-key-01' },
  sns_topic_arn: TOPIC,
};
const key = rsaKey();
const stranger = rsaKey();
const root = certificate({ name: 'Test Root', ca: true });
const signing = certificate({ name: 'sns.amazonaws.com', key, issuer: root });

let server: SnsServer;
beforeAll(async () => {
  server = await startSnsServer(certificate({ name: HOST, issuer: root }), root.cert);
  server.files.set(CERT_URL, signing.cert);
});
afterAll(() => server.close());

const DELIVERED = { kind: 'delivered', detail: 'Delivery: 250 2.6.0 Message received' } as const;
const bounced = (type: string, subType: string, fate: Partial<Receipt>) => {
  const detail = `Bounce ${type}/${subType}: 5.1.1 smtp; 550 5.1.1 user unknown`;
  const about = bounce(type, subType);
  return [
    [`${type}/${subType}`, about, { ...fate, detail }],
    [`${type}/${subType} as feedback`, feedback(about), { ...fate, detail }],
  ] as const;
};
const complained = (complaintFeedbackType: string | undefined) => {
  const about = complaint({ complaintFeedbackType, complaintSubType: null, userAgent: 'Loop (V0.01)' });
  const detail = ['Complaint', complaintFeedbackType].filter((word) => word !== undefined).join(': ');
  return [
    [`a complaint, ${complaintFeedbackType}`, about, { ...COMPLAINED, detail }],
    [`a complaint, ${complaintFeedbackType}, as feedback`, feedback(about), { ...COMPLAINED, detail }],
  ] as const;
};
/** Events of the whole message name no recipient, and happen when it was taken. */
const WHOLE = { at: SENT_AT, address: undefined };
/** A notification of our topic with this text in it. */
const call = (text: string | Buffer, { stranger: forged = false }: Signing = {}): ReceiptRequest =>
  snsCall(signed(notification(String(text)), forged ? stranger : key));
const messageIn = ({ body }: ReceiptRequest) => JSON.parse(String(body)) as Fields;

itReadsReceiptsOf<unknown>(ses, {
  account,
  open: (settings) => {
    if (settings.sns_topic_arn === undefined) return readerOf(ses)(settings);
    const { http } = server;
    const certificates = createSnsCertificates({ http, roots: [root.cert] });
    return readerOf(ses)(settings, sesReceiptReader({ topicArn: TOPIC, http, certificates }));
  },
  call,
  body: (one) => (typeof one === 'string' ? one : JSON.stringify(one)),
  events: {
    receipt: { at: AT, address: ADA, providerMessageId: SES_ID },
    sample: ['Delivery', delivery(), DELIVERED],
    tells: [
      ['Send', sentWith({}), { ...WHOLE, kind: 'sent' }],
      [
        'a delivery to each recipient',
        delivery({ recipients: [ADA, 'Copy <C@Example.org>', 7] }),
        [DELIVERED, { ...DELIVERED, address: 'c@example.org' }],
      ],
      ...bounced('Permanent', 'General', HARD),
      ...bounced('Permanent', 'NoEmail', HARD),
      ...bounced('Permanent', 'Suppressed', HARD),
      ...bounced('Permanent', 'OnAccountSuppressionList', HARD),
      ...bounced('Permanent', 'OnTenantSuppressionList', HARD),
      ...bounced('Permanent', 'EmailValidationSuppressed', failed('SUPPRESSED')),
      ...bounced('Permanent', 'UnsubscribedRecipient', failed('SUPPRESSED')),
      ...bounced('Undetermined', 'Undetermined', SOFT),
      ...bounced('Transient', 'General', SOFT),
      ...bounced('Transient', 'MailboxFull', SOFT),
      ...bounced('Transient', 'CustomTimeoutExceeded', SOFT),
      ...bounced('Transient', 'MessageTooLarge', failed('REJECTED')),
      ...bounced('Transient', 'ContentRejected', failed('REJECTED')),
      ...bounced('Transient', 'AttachmentRejected', failed('REJECTED')),
      [
        'each recipient that bounced, and none that SES is still at',
        bounce('Permanent', 'General', [
          { emailAddress: 'one@example.org' },
          null,
          { status: '5.0.0', action: 'failed' },
          { emailAddress: 'not an address', action: 'failed' },
          { emailAddress: 'two@example.org', status: '4.0.0', action: 'delayed' },
          { emailAddress: 'rfc822; Three@example.org', status: '5.0.0', action: 'Failed' },
        ]),
        [
          { ...HARD, address: 'one@example.org', detail: 'Bounce Permanent/General' },
          { ...HARD, address: 'three@example.org', detail: 'Bounce Permanent/General: 5.0.0' },
        ],
      ],
      [
        'a full mailbox without a server’s words',
        bounce('Transient', 'MailboxFull', [OF_ADA]),
        { ...SOFT, detail: 'Bounce Transient/MailboxFull' },
      ],
      ...['action', 'status', 'diagnosticCode'].map((field) => {
        const detail = field === 'action' ? '' : ': failed';
        const about = bounce('Transient', 'General', [{ ...OF_ADA, [field]: 'failed' }]);
        return [
          `a bounce with ${field} alone`,
          about,
          { ...SOFT, detail: `Bounce Transient/General${detail}` },
        ] as const;
      }),
      ...[undefined, 'abuse', 'fraud', 'virus', 'other'].flatMap(complained),
      [
        'a complaint of each recipient',
        complaint({}, [OF_ADA, null, { emailAddress: 'no address' }, { emailAddress: 'b@example.org' }]),
        [
          { ...COMPLAINED, detail: 'Complaint' },
          { ...COMPLAINED, address: 'b@example.org', detail: 'Complaint' },
        ],
      ],
      [
        'a message that was not sent because of an earlier complaint',
        complaint({ complaintSubType: 'OnAccountSuppressionList' }),
        { ...failed('SUPPRESSED'), detail: 'Complaint: OnAccountSuppressionList' },
      ],
      [
        'Reject',
        event('Reject', { reject: { reason: 'Bad content' } }),
        { ...WHOLE, ...failed('REJECTED'), detail: 'Reject: Bad content' },
      ],
      [
        'Rendering Failure',
        event('Rendering Failure', {
          failure: { templateName: 'T', errorMessage: "Attribute 'name' is not present" },
        }),
        {
          ...{ ...WHOLE, ...failed('TEMPLATE_ERROR') },
          detail: "Rendering Failure: Attribute 'name' is not present",
        },
      ],
      [
        'our headers where there are no tags',
        sentWith({ tags: undefined, headers }),
        { ...WHOLE, kind: 'sent' },
      ],
      [
        'our headers where there are tags of SES’s only',
        sentWith({ tags: { 'ses:operation': ['SendEmail'] }, headers }),
        { ...WHOLE, kind: 'sent' },
      ],
      [
        'a time in the form that a mail object may have',
        sentWith({ timestamp: '2018-10-08T14:05:45 +0000' }),
        { ...WHOLE, kind: 'sent', at: new Date('2018-10-08T14:05:45Z') },
      ],
    ],
    decidesNothing: [
      ['an automatic reply', bounce('Transient', 'General', [OF_ADA])],
      ['feedback that is none: not-spam', complaint({ complaintFeedbackType: 'not-spam' })],
      ['feedback that is none: auth-failure', complaint({ complaintFeedbackType: 'auth-failure' })],
      ['DeliveryDelay', event('DeliveryDelay', { deliveryDelay: { delayedRecipients: [OF_ADA] } })],
      ['Open', event('Open', { open: { ipAddress: '192.0.2.1', timestamp } })],
      ['Click', event('Click', { click: { link: 'https://example.com/', timestamp } })],
      ['Subscription', event('Subscription', { subscription: { contactList: 'L', timestamp } })],
      ['Something New', event('Something New', {})],
      ['a bounce that is new', bounce('Something New', 'General')],
      ['constructor', event('constructor', {})],
      [
        'a test of the topic by SES',
        { notificationType: 'AmazonSnsSubscriptionSucceeded', message: 'You have successfully subscribed' },
      ],
      ['a test that is text', 'Successfully validated SNS topic for Amazon SES event publishing.'],
      ['no tags and no headers', sentWith({ tags: undefined, headers: undefined })],
      ['tags without values', sentWith({ tags: { notification_id: [], message_id: [] } })],
      ['one header of ours', sentWith({ tags: null, headers: [null, { name: 7 }, headers[1]] })],
    ],
    ofIds: ({ notification_id, message_id }) =>
      delivery({}, { tags: { notification_id: [notification_id], message_id: [message_id] } }),
    time: {
      at: (at) => delivery({ timestamp: at }, { timestamp: at }),
      write: (date) => date.toISOString(),
    },
    copies: { to: (address) => delivery({ recipients: [address] }), unnamed: 'nobody' },
    words: {
      row: (diagnosticCode) => [
        'words',
        bounce('Permanent', 'General', [{ ...DSN, diagnosticCode }]),
        { ...HARD, detail: `Bounce Permanent/General: 5.1.1 ${diagnosticCode}` },
      ],
      hides: [],
      end: '',
    },
  },
  any: anyEvent(),
  malformed: [
    ...[{}, [], { eventType: 7 }, { eventType: 'Bounce' }, { eventType: 'Send', send: {} }],
    event('Bounce', {}),
    event('Bounce', { bounce: { bounceType: 'Permanent' } }),
    event('Delivery', { delivery: { recipients: ADA } }),
    event('Complaint', { complaint: [] }),
    event('Complaint', { complaint: { complainedRecipients: ADA } }),
  ].map((wrong) => JSON.stringify(wrong)),
  malformedReason: /not an event of Amazon SES/,
  proof: {
    covers: 'meaning',
    headers: {},
    missing: /not a message of Amazon SNS/,
    wrong: /the signature does not match the message/,
    swap: (genuine, other) => snsCall({ ...messageIn(genuine), Message: messageIn(other).Message! }),
    unset: [['sns_topic_arn', { ...account, sns_topic_arn: undefined }, /set sns_topic_arn/]],
  },
  wrongSettings: [
    'arn:aws:sqs:eu-west-1:123456789012:t',
    'arn:aws:sns:eu-west-1.evil.test/:123456789012:t',
    'arn:aws:sns:eu-west-1:123456789012:t:c9135db0-26c4-47ec-8998-413945fb5a96',
    'arn:aws:sns:cn-north-1:123456789012:t',
    'arn:aws-cn:sns:eu-west-1:123456789012:t',
    'arn:aws:sns:eu-west-1:1234:t',
    `${TOPIC}\n`,
  ].map((wrong) => ['sns_topic_arn', wrong, /ARN of an SNS topic/]),
  secrets: ['secret_access_key'],
});
