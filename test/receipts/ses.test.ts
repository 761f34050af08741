import fc from 'fast-check';
import { sesReceipts } from '../../channels/email/ses-events';
import { sesReceiptReader } from '../../channels/email/ses-receipts';
import { createSnsCertificates } from '../../channels/email/sns/certificates';
import type { ReceiptReader } from '../../channels/receipts';
import { certificate, removeFiles, rsaKey } from '../support/sns/certificates';
import { call, CERT_URL, HOST, notification, signed, TOPIC } from '../support/sns/messages';
import { type SnsServer, startSnsServer } from '../support/sns/sns-server';

const NOTIFICATION = '0b7d6c1e-52a3-4a55-9f0c-7c2a4b6d8e10';
const MESSAGE = '6a1f0f3e-8f35-5d4a-9c55-0d6a3a0b9f21';
const SES_ID = '0102019a-e9aedb9a-02f9-4d12-a87d-dd0099a07f8a-000000';
const AT = '2017-08-05T00:41:02.669Z';

/** The `mail` object of an event that a configuration set publishes, as documented. */
const MAIL = {
  timestamp: '2017-08-05T00:40:02.012Z',
  source: 'Shop <shop@example.com>',
  sourceArn: 'arn:aws:ses:eu-west-1:123456789012:identity/shop@example.com',
  sendingAccountId: '123456789012',
  messageId: SES_ID,
  destination: ['ada@example.org'],
  headersTruncated: false,
  headers: [{ name: 'From', value: 'Shop <shop@example.com>' }],
  commonHeaders: { from: ['Shop <shop@example.com>'], to: ['ada@example.org'], subject: 'Hello' },
  tags: {
    'ses:configuration-set': ['events'],
    'ses:from-domain': ['example.com'],
    notification_id: [NOTIFICATION],
    message_id: [MESSAGE],
  },
};
const event = (eventType: string, more: object, mail: object = MAIL) => ({ eventType, mail, ...more });
const receipts = (message: unknown) => sesReceipts(JSON.stringify(message));
const common = {
  notificationId: NOTIFICATION,
  messageId: MESSAGE,
  providerMessageId: SES_ID,
  at: new Date(AT),
};

const ADA = { emailAddress: 'ada@example.org' };
const DSN = { ...ADA, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' };
const bounce = (bounceType: string, bounceSubType: string, bouncedRecipients: unknown[] = [DSN]) => ({
  bounce: {
    ...{ bounceType, bounceSubType, bouncedRecipients, timestamp: AT },
    ...{ feedbackId: '01000157c44f053b-000000', reportingMTA: 'dsn; mta.example.com' },
  },
});
const complaint = (more: object = {}, complainedRecipients: unknown[] = [ADA]) => ({
  complaint: { complainedRecipients, timestamp: AT, feedbackId: '01000157c44f053b-000000', ...more },
});

describe('an event of Amazon SES', () => {
  it('tells that a message is on its way', () => {
    const at = new Date(MAIL.timestamp);
    expect(receipts(event('Send', { send: {} }))).toEqual([{ ...common, at, kind: 'sent' }]);
  });

  it('tells for each recipient that a message was delivered', () => {
    const delivery = {
      timestamp: AT,
      processingTimeMillis: 11893,
      recipients: ['ada@example.org', 'Copy <C@Example.org>'],
      smtpResponse: '250 2.6.0 Message received',
      reportingMTA: 'mta.example.com',
    };
    const delivered = { ...common, kind: 'delivered', detail: 'Delivery: 250 2.6.0 Message received' };
    expect(receipts(event('Delivery', { delivery }))).toEqual([
      { ...delivered, address: 'ada@example.org' },
      { ...delivered, address: 'c@example.org' },
    ]);
  });

  it.each([
    ['Permanent', 'General', { kind: 'hard_bounce' }],
    ['Permanent', 'NoEmail', { kind: 'hard_bounce' }],
    ['Permanent', 'Suppressed', { kind: 'hard_bounce' }],
    ['Permanent', 'OnAccountSuppressionList', { kind: 'hard_bounce' }],
    ['Permanent', 'OnTenantSuppressionList', { kind: 'hard_bounce' }],
    ['Permanent', 'EmailValidationSuppressed', { kind: 'failed', code: 'SUPPRESSED' }],
    ['Permanent', 'UnsubscribedRecipient', { kind: 'failed', code: 'SUPPRESSED' }],
    ['Undetermined', 'Undetermined', { kind: 'soft_bounce' }],
    ['Transient', 'General', { kind: 'soft_bounce' }],
    ['Transient', 'MailboxFull', { kind: 'soft_bounce' }],
    ['Transient', 'CustomTimeoutExceeded', { kind: 'soft_bounce' }],
    ['Transient', 'MessageTooLarge', { kind: 'failed', code: 'REJECTED' }],
    ['Transient', 'ContentRejected', { kind: 'failed', code: 'REJECTED' }],
    ['Transient', 'AttachmentRejected', { kind: 'failed', code: 'REJECTED' }],
  ])('tells what a bounce %s/%s means', (type, subType, verdict) => {
    const detail = `Bounce ${type}/${subType}: 5.1.1 smtp; 550 5.1.1 user unknown`;
    const expected = [{ ...common, ...verdict, address: 'ada@example.org', detail }];
    expect(receipts(event('Bounce', bounce(type, subType)))).toEqual(expected);
    // The same as an identity's feedback notification.
    const { bounce: about } = bounce(type, subType);
    expect(receipts({ notificationType: 'Bounce', mail: MAIL, bounce: about })).toEqual(expected);
  });

  it('tells of each recipient that bounced, and of none that SES is still at', () => {
    const list = [
      { emailAddress: 'one@example.org' },
      null,
      { status: '5.0.0', action: 'failed' },
      { emailAddress: 'not an address', action: 'failed' },
      { emailAddress: 'two@example.org', status: '4.0.0', action: 'delayed' },
      { emailAddress: 'rfc822; Three@example.org', status: '5.0.0', action: 'Failed' },
    ];
    expect(receipts(event('Bounce', bounce('Permanent', 'General', list)))).toEqual([
      { ...common, kind: 'hard_bounce', address: 'one@example.org', detail: 'Bounce Permanent/General' },
      {
        ...common,
        kind: 'hard_bounce',
        address: 'three@example.org',
        detail: 'Bounce Permanent/General: 5.0.0',
      },
    ]);
  });

  it('takes an automatic reply for no bounce', () => {
    expect(receipts(event('Bounce', bounce('Transient', 'General', [ADA])))).toEqual([]);
    expect(receipts(event('Bounce', bounce('Transient', 'MailboxFull', [ADA])))).toHaveLength(1);
  });

  it.each([undefined, 'abuse', 'fraud', 'virus', 'other'])('tells of a complaint: %s', (type) => {
    const about = complaint({
      complaintFeedbackType: type,
      complaintSubType: null,
      userAgent: 'Loop (V0.01)',
    });
    const detail = type === undefined ? 'Complaint' : `Complaint: ${type}`;
    const expected = [{ ...common, kind: 'complained', address: 'ada@example.org', detail }];
    expect(receipts(event('Complaint', about))).toEqual(expected);
    expect(receipts({ notificationType: 'Complaint', mail: MAIL, ...about })).toEqual(expected);
  });

  it.each(['not-spam', 'auth-failure'])('takes feedback for no complaint that is none: %s', (type) => {
    expect(receipts(event('Complaint', complaint({ complaintFeedbackType: type })))).toEqual([]);
  });

  it('tells that a message was not sent because of an earlier complaint', () => {
    const about = complaint({ complaintSubType: 'OnAccountSuppressionList' });
    expect(receipts(event('Complaint', about))).toEqual([
      {
        ...common,
        ...{ kind: 'failed', code: 'SUPPRESSED', address: 'ada@example.org' },
        detail: 'Complaint: OnAccountSuppressionList',
      },
    ]);
  });

  it('tells that SES has rejected a message, or could not render it', () => {
    const at = new Date(MAIL.timestamp);
    expect(receipts(event('Reject', { reject: { reason: 'Bad content' } }))).toEqual([
      { ...common, at, kind: 'failed', code: 'REJECTED', detail: 'Reject: Bad content' },
    ]);
    const failure = { templateName: 'T', errorMessage: "Attribute 'name' is not present" };
    expect(receipts(event('Rendering Failure', { failure }))).toEqual([
      {
        ...{ ...common, at, kind: 'failed', code: 'TEMPLATE_ERROR' },
        detail: "Rendering Failure: Attribute 'name' is not present",
      },
    ]);
  });

  it.each([
    event('DeliveryDelay', { deliveryDelay: { delayType: 'MailboxFull', delayedRecipients: [ADA] } }),
    event('Open', { open: { ipAddress: '192.0.2.1', timestamp: AT } }),
    event('Click', { click: { link: 'https://example.com/', timestamp: AT } }),
    event('Subscription', { subscription: { contactList: 'L', timestamp: AT } }),
    event('Something New', {}),
    event('Bounce', bounce('Something New', 'General')),
    event('constructor', {}),
    { notificationType: 'AmazonSnsSubscriptionSucceeded', message: 'You have successfully subscribed' },
  ])('of no interest tells nothing: $eventType$notificationType', (message) => {
    expect(receipts(message)).toEqual([]);
  });

  it('is none where SES tries the topic out', () => {
    expect(sesReceipts('Successfully validated SNS topic for Amazon SES event publishing.')).toEqual([]);
  });

  it.each([
    {},
    [],
    'x',
    null,
    { eventType: 7 },
    { eventType: 'Bounce' },
    { eventType: 'Send', send: {} },
    event('Bounce', {}),
    event('Bounce', { bounce: { bounceType: 'Permanent' } }),
    event('Delivery', { delivery: { recipients: 'ada@example.org' } }),
    event('Complaint', { complaint: [] }),
  ])('is not understood where it is not as documented: %j', (message) => {
    expect(receipts(message)).toBeNull();
  });
});

describe('the message of an event', () => {
  const headers = [
    { name: 'x-heliograph-Notification', value: NOTIFICATION },
    { name: 'X-Heliograph-Message', value: MESSAGE },
  ];
  const of = (mail: object) => receipts(event('Send', { send: {} }, { ...MAIL, ...mail }));

  it('is found by the headers where there are no tags of ours', () => {
    expect(of({ tags: undefined, headers })).toMatchObject([{ ...common, at: expect.any(Date) }]);
    expect(of({ tags: { 'ses:operation': ['SendEmail'] }, headers })).toHaveLength(1);
  });

  it.each<object>([
    { tags: undefined, headers: undefined },
    { tags: {} },
    { tags: { notification_id: [NOTIFICATION] } },
    { tags: { notification_id: ['1'], message_id: ['2'] } },
    { tags: { notification_id: [], message_id: [] } },
    { tags: { notification_id: [{}], message_id: [null] } },
    { tags: { notification_id: [`${NOTIFICATION}\n`], message_id: [MESSAGE] } },
    { tags: null, headers: [null, { name: 7 }, { name: 'X-Heliograph-Message', value: MESSAGE }] },
  ])('is none of ours without two ids of ours: %j', (mail) => {
    expect(of(mail)).toEqual([]);
  });
});

describe('the time of an event', () => {
  const now = new Date('2026-03-06T20:00:00.000Z');
  const at = (timestamp: unknown) =>
    sesReceipts(JSON.stringify(event('Send', { send: {} }, { ...MAIL, timestamp })), now)?.[0]?.at;

  it('is the one that SES tells, in both forms', () => {
    expect(at('2016-01-27T14:59:38.237Z')).toEqual(new Date('2016-01-27T14:59:38.237Z'));
    expect(at('2018-10-08T14:05:45 +0000')).toEqual(new Date('2018-10-08T14:05:45Z'));
  });

  it.each([undefined, null, 7, '', 'yesterday', '2026-03-06T20:00:01Z', '9999-99-99'])(
    'is now for %j',
    (time) => {
      expect(at(time)).toEqual(now);
    },
  );
});

describe('a callback of Amazon SES', () => {
  const key = rsaKey();
  const root = certificate({ name: 'Test Root', ca: true });
  let server: SnsServer;
  let read: ReceiptReader;

  beforeAll(async () => {
    server = await startSnsServer(certificate({ name: HOST, issuer: root }), root.cert);
    server.files.set(CERT_URL, certificate({ name: 'sns.amazonaws.com', key, issuer: root }).cert);
    const { http } = server;
    const certificates = createSnsCertificates({ http, roots: [root.cert] });
    read = sesReceiptReader({ topicArn: TOPIC, http, certificates });
  });
  afterAll(async () => {
    await server.close();
    removeFiles();
  });

  const send = async (message: unknown) => read(call(signed(notification(message), key)));

  it('becomes receipts', async () => {
    expect(await send(event('Bounce', bounce('Permanent', 'General')))).toMatchObject({
      kind: 'read',
      receipts: [{ ...common, kind: 'hard_bounce', address: 'ada@example.org' }],
    });
  });

  it('has words of a bounded length', async () => {
    const long = [{ ...DSN, diagnosticCode: `smtp; 550 ${'x'.repeat(2000)}\n` }];
    const reading = await send(event('Bounce', bounce('Permanent', 'General', long)));
    const detail = reading.kind === 'read' ? reading.receipts[0]?.detail : undefined;
    expect(detail).toHaveLength(500);
  });

  it('is malformed when it is genuine and no event', async () => {
    expect(await send('hello')).toMatchObject({ kind: 'malformed' });
  });

  it('is read or malformed whatever is in it, as long as it is signed', async () => {
    const some = fc.constantFrom(
      'Send',
      'Delivery',
      'Bounce',
      'Complaint',
      'Reject',
      'Rendering Failure',
      'Open',
    );
    const list = fc.array(fc.oneof(fc.jsonValue(), fc.constant(DSN), fc.constant(ADA)));
    const about = fc.oneof(
      fc.jsonValue(),
      fc.record({
        ...{ recipients: list, bouncedRecipients: list, complainedRecipients: list },
        bounceType: fc.oneof(fc.jsonValue(), fc.constantFrom('Permanent', 'Transient')),
        timestamp: fc.oneof(fc.jsonValue(), fc.date({ noInvalidDate: true })),
      }),
    );
    const fields = fc.record(
      {
        ...{ eventType: fc.oneof(some, fc.jsonValue()), notificationType: some },
        ...{ send: about, delivery: about, bounce: about, complaint: about, reject: about, failure: about },
        mail: fc.oneof(fc.constant(MAIL), fc.jsonValue(), fc.record({ tags: fc.jsonValue(), headers: list })),
      },
      { requiredKeys: [] },
    );
    const property = fc.asyncProperty(fc.oneof(fields, fc.string(), fc.jsonValue()), async (message) => {
      expect(['read', 'malformed']).toContain((await send(message)).kind);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it('is refused whatever is in it, as long as it is not signed', async () => {
    const body = fc.oneof(
      fc.uint8Array(),
      fc.json().map((text) => new TextEncoder().encode(text)),
    );
    const property = fc.asyncProperty(body, async (bytes) => {
      const reading = await read(call('', { body: Buffer.from(bytes) }));
      expect(reading.kind).toBe('refused');
    });
    await fc.assert(property, { numRuns: 300 });
  });
});
