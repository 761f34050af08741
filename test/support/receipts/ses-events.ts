import fc from 'fast-check';
import { ADA, AT, OUR_FIELDS } from './call';

export const SES_ID = '0102019a-e9aedb9a-02f9-4d12-a87d-dd0099a07f8a-000000';
export const SENT_AT = new Date('2026-11-20T08:30:12.012Z');
export const timestamp = AT.toISOString();

/** The `mail` object of an event that a configuration set publishes, as documented. */
export const MAIL = {
  timestamp: SENT_AT.toISOString(),
  source: 'Shop <shop@example.com>',
  sourceArn: 'arn:aws:ses:eu-west-1:123456789012:identity/shop@example.com',
  sendingAccountId: '123456789012',
  messageId: SES_ID,
  destination: [ADA],
  headersTruncated: false,
  headers: [{ name: 'From', value: 'Shop <shop@example.com>' }],
  commonHeaders: { from: ['Shop <shop@example.com>'], to: [ADA], subject: 'Hello' },
  tags: {
    'ses:configuration-set': ['events'],
    'ses:from-domain': ['example.com'],
    notification_id: [OUR_FIELDS.notification_id],
    message_id: [OUR_FIELDS.message_id],
  },
};
export const event = (eventType: string, more: object, mail: object = {}) => ({
  ...{ eventType, mail: { ...MAIL, ...mail } },
  ...more,
});
/** The same as an identity's feedback notification. */
export const feedback = ({ eventType, ...more }: ReturnType<typeof event>) => ({
  notificationType: eventType,
  ...more,
});

export const delivery = (more: object = {}, mail: object = {}) => {
  const documented = { processingTimeMillis: 11893, smtpResponse: '250 2.6.0 Message received' };
  return event('Delivery', { delivery: { timestamp, recipients: [ADA], ...documented, ...more } }, mail);
};

export const OF_ADA = { emailAddress: ADA };
export const DSN = {
  ...OF_ADA,
  action: 'failed',
  status: '5.1.1',
  diagnosticCode: 'smtp; 550 5.1.1 user unknown',
};
export const bounce = (bounceType: string, bounceSubType: string, bouncedRecipients: unknown = [DSN]) =>
  event('Bounce', {
    bounce: {
      ...{ bounceType, bounceSubType, bouncedRecipients, timestamp },
      ...{ feedbackId: '01000157c44f053b-000000', reportingMTA: 'dsn; mta.example.com' },
    },
  });
export const complaint = (more: object = {}, complainedRecipients: unknown = [OF_ADA]) =>
  event('Complaint', {
    complaint: { complainedRecipients, timestamp, feedbackId: '01000157c44f053b-000000', ...more },
  });

export const sentWith = (mail: object) => event('Send', { send: {} }, mail);
/** Our headers, where there are no tags. */
export const headers = [
  { name: 'x-heliograph-Notification', value: OUR_FIELDS.notification_id },
  { name: 'X-Heliograph-Message', value: OUR_FIELDS.message_id },
];

/** Any event, nearly right. */
export function anyEvent(): fc.Arbitrary<unknown> {
  const types = ['Send', 'Delivery', 'Bounce', 'Complaint', 'Reject', 'Rendering Failure', 'Open'];
  const type = fc.constantFrom(...types);
  const list = fc.array(fc.oneof(fc.jsonValue(), fc.constant(DSN), fc.constant(OF_ADA)));
  const about = fc.oneof(
    fc.jsonValue(),
    fc.record({
      ...{ recipients: list, bouncedRecipients: list, complainedRecipients: list },
      bounceType: fc.oneof(fc.jsonValue(), fc.constantFrom('Permanent', 'Transient')),
      timestamp: fc.oneof(fc.jsonValue(), fc.date({ noInvalidDate: true })),
    }),
  );
  const mail = fc.oneof(
    fc.constant(MAIL),
    fc.jsonValue(),
    fc.record({ tags: fc.jsonValue(), headers: list }),
  );
  return fc.record(
    {
      ...{ eventType: fc.oneof(type, fc.jsonValue()), notificationType: type, mail },
      ...{ send: about, delivery: about, bounce: about, complaint: about, reject: about, failure: about },
    },
    { requiredKeys: [] },
  );
}
