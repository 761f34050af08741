import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'svix';
import type { ProviderDefinition } from '../../../channels/definition';
import { postmark } from '../../../channels/email/postmark/provider';
import { resend } from '../../../channels/email/resend/provider';
import { sendgrid } from '../../../channels/email/sendgrid/provider';
import type { ReceiptRequest } from '../../../channels/receipts/receipts';
import { telnyx } from '../../../channels/sms/telnyx/provider';
import { twilio } from '../../../channels/sms/twilio/provider';
import { meta } from '../../../channels/whatsapp/meta/provider';
import {
  ADA,
  callOf,
  OUR_FIELDS,
  OUR_QUERY,
  PHONE,
  type Read,
  readerOf,
  type Settings,
} from '../../support/receipts/call';
import * as telnyxCalls from '../../support/receipts/telnyx-calls';
import * as twilioCalls from '../../support/receipts/twilio-calls';
import { changedJson, changedText, text } from '../grammar';
import { isReceipt } from '../receipts';
import { type FuzzTarget, fuzzTarget, promise } from '../target';

interface Called {
  body: string;
  /** Whether the provider signed it. */
  signed: boolean;
}

/** How a provider calls. */
interface Calls {
  definition: ProviderDefinition;
  account: Settings;
  call(body: string, signed: boolean): ReceiptRequest;
  /** Bodies as the provider sends them, changed. */
  bodies: fc.Arbitrary<string>;
}

const NOW_S = (): number => Math.floor(Date.now() / 1000);
const AT = '2026-02-03T18:10:01.000Z';
const changed = (...values: unknown[]) => changedJson(values).map((value) => JSON.stringify(value));

/** Every call is read, refused, malformed or for later, twice the same, and unsigned ones are never read. */
const receiptTarget = ({ definition, account, call, bodies }: Calls): FuzzTarget => {
  let reader: Read | undefined;
  return fuzzTarget<Called>({
    name: `receipts-${definition.name}`,
    arbitrary: fc.record({
      body: fc.oneof({ weight: 6, arbitrary: bodies }, text),
      signed: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    }),
    async check({ body, signed }) {
      const read = (reader ??= readerOf(definition)(account));
      const reading = await read(call(body, signed));
      if (reading.kind !== 'read') return promise(reading.reason.length < 1000, 'a reason without an end');
      promise(signed, 'read without a proof');
      promise(reading.receipts.length <= body.length, 'more receipts than bytes');
      reading.receipts.forEach(isReceipt);
    },
  });
};

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SECRET = `whsec_${Buffer.from('a key of thirty-two bytes, exact').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another one of thirty-two bytes.').toString('base64')}`;

const postmarkEvent = (RecordType: string, more: object) => ({
  ...{ RecordType, MessageID: '883953f4-6105-42a2-a16a-77a8eac79483', Metadata: OUR_FIELDS, Recipient: ADA },
  ...more,
});
const ofPostmark: Calls = {
  definition: postmark,
  account: {
    server_token: 'server-token-01',
    webhook_username: 'user',
    webhook_password: 'correct-horse-battery',
  },
  call: (body, signed) =>
    callOf(body, {
      authorization: `Basic ${Buffer.from(`user:${signed ? 'correct' : 'wrong'}-horse-battery`).toString('base64')}`,
    }),
  bodies: changed(
    postmarkEvent('Delivery', { DeliveredAt: AT, Details: 'smtp;250 OK' }),
    postmarkEvent('Bounce', {
      Type: 'HardBounce',
      Details: 'smtp;550 5.1.1',
      Description: 'x',
      Email: ADA,
      BouncedAt: AT,
    }),
    postmarkEvent('SpamComplaint', { Type: 'SpamComplaint', Email: ADA, BouncedAt: AT }),
  ),
};

const resendEvent = (type: string, more: object = {}) => ({
  type,
  created_at: AT,
  data: { created_at: AT, email_id: 'x', from: 'Shop <s@b.co>', to: [ADA], tags: OUR_FIELDS, ...more },
});
const ofResend: Calls = {
  definition: resend,
  account: { api_key: 're_0123456789', webhook_secret: SECRET },
  call: (body, signed) => {
    const [id, at] = ['msg_1', new Date(NOW_S() * 1000)];
    return callOf(body, {
      'svix-id': id,
      'svix-timestamp': String(NOW_S()),
      'svix-signature': new Webhook(signed ? SECRET : OTHER).sign(id, at, body),
    });
  },
  bodies: changed(
    resendEvent('email.delivered'),
    resendEvent('email.bounced', { bounce: { message: 'no', type: 'Permanent', subType: 'General' } }),
    resendEvent('email.failed', { failed: { reason: 'x' } }),
  ),
};

const gridEvent = (event: string, more: object = {}) => ({
  ...{ ...OUR_FIELDS, email: ADA, timestamp: 1763627415, sg_message_id: 'a.b', event },
  ...more,
});
const ofSendgrid: Calls = {
  definition: sendgrid,
  account: {
    api_key: 'SG.0123456789',
    webhook_public_key: ec.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  },
  call: (body, signed) => {
    const at = String(NOW_S());
    const signature = sign('sha256', Buffer.from(at + body + (signed ? '' : ' ')), ec.privateKey).toString(
      'base64',
    );
    return callOf(body, {
      'x-twilio-email-event-webhook-signature': signature,
      'x-twilio-email-event-webhook-timestamp': at,
    });
  },
  bodies: changed([
    gridEvent('delivered', { response: '250 OK' }),
    gridEvent('bounce', {
      type: 'bounce',
      bounce_classification: 'Invalid Address',
      status: '5.1.1',
      reason: '550 x',
    }),
    gridEvent('dropped', { reason: 'Bounced Address' }),
    gridEvent('spamreport'),
  ]),
};

const ofTelnyx: Calls = {
  definition: telnyx,
  account: telnyxCalls.account,
  call: (body, signed) => telnyxCalls.call(body, { at: NOW_S(), stranger: !signed }),
  bodies: changed(
    ...[
      telnyxCalls.finalized('delivered'),
      telnyxCalls.finalized('delivery_failed', { errors: [{ code: '40001' }] }),
    ]
      .map((said) => telnyxCalls.bodyOf(said))
      .map((body) => JSON.parse(body) as unknown),
    JSON.parse(telnyxCalls.bodyOf({ event_type: 'message.received', payload: telnyxCalls.inbound('STOP') })),
  ),
};

const ofTwilio: Calls = {
  definition: twilio,
  account: twilioCalls.account,
  call: (body, signed) => twilioCalls.call(body, { stranger: !signed }),
  bodies: changedText(
    [
      twilioCalls.status('delivered').body,
      twilioCalls.status('undelivered', { ErrorCode: '30003', ErrorMessage: 'Unreachable' }).body,
      twilioCalls.inbound('STOP').body,
    ],
    fc.constantFrom(
      '&',
      '=',
      '%',
      '%ff',
      '%00',
      '+',
      '&MessageStatus=failed',
      '&To=x',
      '&a[]=b',
      '&__proto__=x',
    ),
  ),
};

const APP_SECRET = '0f'.repeat(16);
const metaValue = (more: object) => [
  {
    id: '1',
    changes: [
      {
        field: 'messages',
        value: { messaging_product: 'whatsapp', metadata: { phone_number_id: '106540352242922' }, ...more },
      },
    ],
  },
];
const metaStatus = (status: string, more: object = {}) => ({
  ...{
    id: 'wamid.X',
    status,
    timestamp: '1763627415',
    recipient_id: PHONE.slice(1),
    biz_opaque_callback_data: OUR_QUERY,
  },
  ...more,
});
const ofMeta: Calls = {
  definition: meta,
  account: {
    access_token: 'EAAG-access-token-0123456789',
    phone_number_id: '106540352242922',
    app_secret: APP_SECRET,
    verify_token: 'a-word-of-our-own',
  },
  call: (body, signed) => {
    const hex = createHmac('sha256', signed ? APP_SECRET : 'x')
      .update(body)
      .digest('hex');
    return callOf(body, { 'x-hub-signature-256': `sha256=${hex}` });
  },
  bodies: changed(
    {
      object: 'whatsapp_business_account',
      entry: metaValue({
        statuses: [
          metaStatus('delivered'),
          metaStatus('failed', { errors: [{ code: 131026, title: 'x', error_data: { details: 'y' } }] }),
        ],
      }),
    },
    {
      object: 'whatsapp_business_account',
      entry: metaValue({
        messages: [
          {
            from: PHONE.slice(1),
            id: 'wamid.Y',
            timestamp: '1763627415',
            type: 'text',
            text: { body: 'STOP' },
          },
        ],
      }),
    },
  ),
};

export const receipts = [ofPostmark, ofResend, ofSendgrid, ofTelnyx, ofTwilio, ofMeta].map(receiptTarget);
