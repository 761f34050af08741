import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { createReturnAddresses } from '../../../core/receipts/return-address';
import { signWebhook } from '../../../core/webhooks/signature';
import { isUuid } from '../../../core/shared/ids';
import { changedText, text } from '../grammar';
import { fuzzTarget, promise } from '../target';

const [notificationId, messageId] = [
  '5ff1a2a8-43dc-4a7f-8c2f-9d6ff1f1a222',
  '0b54d1a0-6f0e-5f3c-9a52-2b6cf1f1a111',
];
const key = (fill: number): Buffer => Buffer.alloc(32, fill);
const DOMAIN = 'bounces.example.com';
const own = createReturnAddresses({ domain: DOMAIN, keys: [key(1), key(2)] });
const old = createReturnAddresses({ domain: DOMAIN, keys: [key(2)] });
const stranger = createReturnAddresses({ domain: DOMAIN, keys: [key(3)] });
const ADDRESS = own.make({ notificationId, messageId });

/** A return address gives back its ids in any case and by any key of ours; another address gives none. */
export const returnAddresses = fuzzTarget<{ ids: string[]; upper: boolean; other: string }>({
  name: 'return-addresses',
  arbitrary: fc.record({
    ids: fc.array(fc.uuid(), { minLength: 2, maxLength: 3 }),
    upper: fc.boolean(),
    other: changedText([ADDRESS], fc.constantFrom('@', 'v', '0', '.', 'A', 'bounces.example.com', '。')),
  }),
  check({ ids: [first = '', second = '', attemptId], upper, other }) {
    const ids = { notificationId: first, messageId: second, ...(attemptId !== undefined && { attemptId }) };
    for (const maker of [own, old]) {
      const address = upper ? maker.make(ids).toUpperCase() : maker.make(ids);
      const read = own.read(address);
      promise(
        read?.notificationId === first && read.messageId === second,
        () => `${address} gives other ids`,
      );
      promise(stranger.read(address) === null, () => `${address} is read with another key`);
      promise(read.attemptId === attemptId?.slice(0, 2), () => `the attempt is ${read.attemptId}`);
    }
    const read = own.read(other);
    if (read) {
      promise(isUuid(read.notificationId), 'ids that are none');
      promise(other.toLowerCase().slice(0, 64) === ADDRESS.slice(0, 64), () => `${other} is forged`);
    }
  },
});

const SECRET = `whsec_${key(9).toString('base64')}`;

/** A webhook's signatures are those that the documented schemes verify, for any body. */
export const webhookSignatures = fuzzTarget<{ body: string; eventId: string }>({
  name: 'webhook-signatures',
  arbitrary: fc.record({
    body: fc.oneof(text, fc.json()).map((one) => one.toWellFormed()),
    eventId: fc.uuid(),
  }),
  check({ body, eventId }) {
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = signWebhook({
      body,
      eventId,
      timestamp,
      attemptId: 'a',
      brand: 'Service',
      secret: SECRET,
    });
    new Webhook(SECRET).verify(body, headers, { jsonParse: false });
    const v1 = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
    promise(
      headers['X-Service-Signature'] === `t=${timestamp},v1=${v1}`,
      'the signature of the interface differs',
    );
  },
});
