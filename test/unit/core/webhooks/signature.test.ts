import { createHmac } from 'node:crypto';
import { newSigningSecret, signWebhook } from '../../../../core/webhooks/signature';

const vector = {
  // The published vector of the Standard Webhooks libraries.
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  attemptId: 'attempt-1',
  brand: 'Service',
};

describe('the headers of a webhook', () => {
  it('SIGNATURE-4: carry the signature of the Standard Webhooks vector', () => {
    expect(signWebhook(vector)).toMatchObject({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('SIGNATURE-3: carry the signature of the interface, keyed on the whole secret', () => {
    // printf '1614265330.{"test": 2432232314}' | openssl dgst -sha256 -hmac whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
    expect(signWebhook(vector)).toMatchObject({
      'X-Service-Signature':
        't=1614265330,v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964',
      'X-Service-Webhook-Id': 'attempt-1',
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhook/1.0',
    });
  });

  it('SIGNATURE-2: carry the brand in their names', () => {
    const headers = signWebhook({ ...vector, brand: 'Acme' });
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-Acme-Signature', 'X-Acme-Webhook-Id']));
    expect(headers['User-Agent']).toBe('Acme-Webhook/1.0');
    expect(JSON.stringify(headers)).not.toContain('Service');
  });

  it('WEBHOOK-37: carry a second signature while the secret is rotated, and only then', () => {
    const next = newSigningSecret();
    const rotating = signWebhook({ ...vector, secret: next, previousSecrets: [vector.secret] });
    const own = createHmac('sha256', next).update(`1614265330.${vector.body}`).digest('hex');
    expect(rotating['X-Service-Signature']).toBe(
      `t=1614265330,v1=${own},v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964`,
    );
    expect(rotating['webhook-signature']).toMatch(
      /^v1,\S{44} v1,g0hM9SsE\+OTPJTGt\/tmIKtSyZlE3uFJELVlNIOLJ1OE=$/,
    );
    expect(signWebhook(vector)['X-Service-Signature']?.match(/v1=/g)).toHaveLength(1);
  });

  it('sign a body beyond ASCII by its UTF-8 bytes', () => {
    const bytes = Buffer.concat([Buffer.from('1614265330.'), Buffer.from('{"å":"🛰"}', 'utf8')]);
    const expected = createHmac('sha256', vector.secret).update(bytes).digest('hex');
    expect(signWebhook({ ...vector, body: '{"å":"🛰"}' })['X-Service-Signature']).toBe(
      `t=1614265330,v1=${expected}`,
    );
  });
});

describe('a new signing secret', () => {
  it('WEBHOOK-1: is whsec_ and base64 of 32 bytes, never twice the same', () => {
    const [one, two] = [newSigningSecret(), newSigningSecret()];
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(one.slice(6), 'base64')).toHaveLength(32);
    expect(one).not.toBe(two);
  });
});
