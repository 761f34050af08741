import { topicOf } from '../../channels/email/ses/sns/topic';
import { ses } from '../../channels/email/ses/provider';
import { sesReceiptReader } from '../../channels/email/ses/receipts';
import {
  EVENT,
  genuine,
  issuer,
  ISSUER_URL,
  key,
  later,
  leaf,
  READ,
  refused,
  root,
  snsLeaf,
  useSnsAccount,
} from '../support/sns/account';
import { certificate, derOf, rsaKey } from '../support/sns/certificates';
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
} from '../support/sns/messages';

const sns = useSnsAccount();
const stranger = rsaKey();

describe('a message of Amazon SNS', () => {
  it.each(['1', '2'])('is read when its signature of version %s is genuine', async (version) => {
    expect(await sns.send(genuine({ SignatureVersion: version }))).toEqual(READ);
    expect(await sns.send(genuine({ SignatureVersion: version, Subject: 'Amazon SES' }))).toEqual(READ);
    expect(
      await sns.send(genuine({ SignatureVersion: version, Message: 'Ä "quoted"\nline €' })),
    ).toMatchObject({
      kind: 'malformed',
    });
  });

  it('makes the certificate and its issuer be fetched once, however many come at a time', async () => {
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(() => sns.send(genuine())))).toEqual(Array(6).fill(READ));
    expect(await sns.send(genuine())).toEqual(READ);
    expect(sns.server.requests).toEqual([CERT_URL, ISSUER_URL]);
  });

  it('needs no other server where the file has the issuer', async () => {
    sns.server.files.set(CERT_URL, `${leaf.cert}\n${issuer.cert}`);
    expect(await sns.send(genuine())).toEqual(READ);
    expect(sns.server.requests).toEqual([CERT_URL]);
  });

  it('is believed over a chain of two issuers', async () => {
    const second = certificate({ name: 'Second', ca: true, issuer, issuerUrl: ISSUER_URL });
    const secondUrl = 'http://crt.second.amazontrust.com/second.cer';
    sns.server.files.set(CERT_URL, snsLeaf({ issuer: second, issuerUrl: secondUrl }).cert);
    sns.server.files.set(secondUrl, derOf(second));
    expect(await sns.send(genuine())).toEqual(READ);
    expect(sns.server.requests).toEqual([CERT_URL, secondUrl, ISSUER_URL]);
  });

  it('is believed with the name of a region that an account opts in to', async () => {
    sns.server.files.set(CERT_URL, snsLeaf({ name: 'sns-signing.eu-west-1.amazonaws.com' }).cert);
    expect(await sns.send(genuine())).toEqual(READ);
  });

  it('waits for an operator without a topic, and the reason names the setting', async () => {
    const { http } = sns.server;
    const unset = sesReceiptReader({ topicArn: undefined, http });
    expect(await unset(call(genuine()))).toEqual(later('sns_topic_arn'));
    expect(sns.server.requests).toEqual([]);
  });

  it('is refused when it is of another topic, though SNS has signed it', async () => {
    const other = TOPIC.replace('123456789012', '999999999999');
    expect(await sns.send(genuine({ TopicArn: other }))).toEqual(refused('another topic'));
    expect(await sns.send(signed(confirmation({ TopicArn: other }), key))).toEqual(refused('another topic'));
    expect(sns.server.requests).toEqual([]);
  });

  it.each<[string, (message: Fields) => Fields]>([
    ['an altered text', (message) => ({ ...message, Message: '{"eventType":"Bounce"}' })],
    ['an altered id', (message) => ({ ...message, MessageId: '00000000-fdea-4c2c-8f9d-bdfb0c7bf324' })],
    ['an altered time', (message) => ({ ...message, Timestamp: '2026-03-07T20:00:26.893Z' })],
    ['a subject that was not signed', (message) => ({ ...message, Subject: 'Hello' })],
    ['the signature of another message', (message) => ({ ...message, ...pick(genuine({ Message: 'x' })) })],
    ['the signature of another key', (message) => signed(message, stranger)],
    ['the signature in the other version', (message) => ({ ...message, SignatureVersion: '1' })],
    ['an empty signature', (message) => ({ ...message, Signature: '=' })],
    ['another type', (message) => ({ ...confirmation(), ...pick(message) })],
  ])('is refused with %s', async (_what, alter) => {
    expect(await sns.send(alter(genuine()))).toEqual(refused('the signature does not match the message'));
  });

  it('is refused when a line of its text is passed off as another field', async () => {
    const [text, ...rest] = ['{}', 'MessageId', 'forged'];
    const whole = genuine({ Message: [text, ...rest].join('\n') });
    const split = { ...whole, Message: '{}', MessageId: `forged\nMessageId\n${whole.MessageId}` };
    expect(await sns.send(whole)).toEqual({ kind: 'malformed', reason: expect.any(String) });
    expect(await sns.send(split)).toEqual(refused('not a message of Amazon SNS'));
  });

  it.each(['0', '3', 'constructor'])('is refused with a signature of version "%s"', async (version) => {
    const reading = await sns.send(genuine({ SignatureVersion: version }));
    expect(reading).toEqual(refused('the version of the signature is not known'));
    expect(sns.server.requests).toEqual([]);
  });

  it.each([
    'not json',
    '',
    '[]',
    'null',
    '"x"',
    '{"Type":"Notification"}',
    JSON.stringify({ ...notification(EVENT), Signature: undefined }),
    JSON.stringify({ ...notification(EVENT), Signature: 'x', Type: 'Other' }),
    JSON.stringify({ ...notification(EVENT), Signature: ['x'] }),
    JSON.stringify({ ...notification(EVENT), Signature: 'x', SignatureVersion: '' }),
  ])('is refused when it is none: %.40s', async (body) => {
    expect(await sns.send(body)).toEqual(refused('not a message of Amazon SNS'));
  });

  it('is refused when it comes raw, without a signature', async () => {
    const request = call(JSON.stringify(EVENT));
    request.headers['x-amz-sns-rawdelivery'] = 'true';
    expect(await sns.read(request)).toEqual(refused('raw message delivery'));
  });

  it('is refused when it comes with GET', async () => {
    expect(await sns.read({ ...call(genuine()), method: 'GET' })).toEqual(refused('POST'));
  });

  it('is not believed by an account whose process trusts the public roots only', async () => {
    const tools = { http: sns.server.http, guardedHttp: sns.server.http };
    const settings = {
      region: 'eu-west-1',
      access_key_id: 'a',
      secret_access_key: 'b',
      sns_topic_arn: TOPIC,
    };
    sns.server.files.set(CERT_URL, `${leaf.cert}${issuer.cert}${root.cert}`);
    const production = ses.receipts?.(ses.settings.parse(settings), tools, 'email');
    expect(await production?.(call(genuine()))).toMatchObject({ kind: 'refused' });
    const unset = { ...settings, sns_topic_arn: undefined };
    const without = ses.receipts?.(ses.settings.parse(unset), tools, 'email');
    expect(await without?.(call(genuine()))).toEqual(later('sns_topic_arn'));
  });
});

describe('the address of a signing certificate', () => {
  const path = '/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem';

  it.each([
    `http://${HOST}${path}`,
    `https://${HOST}.evil.test${path}`,
    `https://${HOST}:443${path}`,
    `https://${HOST}:8443${path}`,
    `https://user@${HOST}${path}`,
    `https://${HOST}@evil.test${path}`,
    `https://evil.test/${HOST}${path}`,
    `https://evil.test#@${HOST}${path}`,
    `https://evil.test\\@${HOST}${path}`,
    `https://sns.eu-west-1.amazonaws.com.cn${path}`,
    `https://sns.us-east-1.amazonaws.com${path}`,
    `https://snsXeu-west-1.amazonaws.com${path}`,
    `https://SNS.eu-west-1.amazonaws.com${path}`,
    `https://s3.amazonaws.com/bucket${path}`,
    `https://bucket.s3.eu-west-1.amazonaws.com${path}`,
    `https://${HOST}/other.pem`,
    `https://${HOST}/x/..${path}`,
    `https://${HOST}${path}?x=1`,
    `https://${HOST}${path}#x`,
    `https://${HOST}/%53impleNotificationService-01.pem`,
    `https://${HOST}/SimpleNotificationService-.pem`,
    `https://${HOST}/SimpleNotificationService-01.pem.html`,
    `https://${HOST}/?Action=ConfirmSubscription`,
    `  ${CERT_URL}`,
    `//${HOST}${path}`,
    'file:///etc/passwd',
    'https://169.254.169.254/latest/meta-data/',
  ])('is not called when it is %s', async (url) => {
    expect(await sns.send(genuine({ SigningCertURL: url }))).toEqual(refused('is not at an address of SNS'));
    expect(sns.server.requests).toEqual([]);
  });

  it.each([
    [
      TOPIC,
      'sns.amazonaws.com',
      HOST,
      ['sns-signing.eu-west-1.amazonaws.com', 'sns-eu-west-1.amazonaws.com'],
    ],
    [
      'arn:aws-us-gov:sns:us-gov-east-1:123456789012:t',
      'sns-us-gov-west-1.amazonaws.com',
      'sns.us-gov-east-1.amazonaws.com',
      ['sns-signing.us-gov-east-1.amazonaws.com', 'sns-us-gov-east-1.amazonaws.com'],
    ],
    [
      'arn:aws-cn:sns:cn-north-1:123456789012:t',
      'sns.amazonaws.com.cn',
      'sns.cn-north-1.amazonaws.com.cn',
      ['sns-signing.cn-north-1.amazonaws.com.cn', 'sns-cn-north-1.amazonaws.com.cn'],
    ],
  ])('and its name are those of the region and the partition of %s', (arn, shared, host, others) => {
    expect(topicOf(arn)).toEqual({ arn, host, certificateNames: [shared, host, ...others] });
  });
});

describe('the confirmation of a subscription', () => {
  const confirm = (more: Fields = {}) => sns.send(signed(confirmation(more), key));

  it.each(['1', '2'])('is given at SubscribeURL, signature version %s', async (version) => {
    expect(await confirm({ SignatureVersion: version })).toEqual(READ);
    expect(sns.server.requests).toEqual([CERT_URL, ISSUER_URL, SUBSCRIBE_URL]);
  });

  it.each([400, 404, 500, 503])('is asked for again when SNS answers %d', async (status) => {
    sns.server.files.set(SUBSCRIBE_URL, status);
    expect(await confirm()).toEqual(later(String(status)));
  });

  it.each([
    SUBSCRIBE_URL.replace('https:', 'http:'),
    SUBSCRIBE_URL.replace(HOST, `${HOST}.evil.test`),
    SUBSCRIBE_URL.replace(HOST, `${HOST}:8443`),
    SUBSCRIBE_URL.replace(HOST, `${HOST}@evil.test`),
    SUBSCRIBE_URL.replace(HOST, 'sns.us-east-1.amazonaws.com'),
    SUBSCRIBE_URL.replace('ConfirmSubscription', 'Unsubscribe'),
    SUBSCRIBE_URL.replace(TOPIC, `${TOPIC}-other`),
    `${SUBSCRIBE_URL}&Action=Unsubscribe`,
    SUBSCRIBE_URL.replace('Action=ConfirmSubscription', 'Action=Confirm&Action=Subscription'),
    `${SUBSCRIBE_URL}#x`,
    `https://${HOST}/x?Action=ConfirmSubscription&TopicArn=${TOPIC}`,
    CERT_URL,
  ])('is not given at %s', async (url) => {
    expect(await confirm({ SubscribeURL: url })).toEqual(refused('does not confirm'));
    expect(sns.server.requests).toEqual([CERT_URL, ISSUER_URL]);
  });

  it('is not given to a forged message', async () => {
    expect(await sns.send(signed(confirmation(), stranger))).toEqual(refused('signature'));
    expect(await sns.send({ ...signed(confirmation(), key), Token: 'other' })).toEqual(refused('signature'));
    expect(sns.server.requests).not.toContain(SUBSCRIBE_URL);
  });

  it('is not given again when the subscription was ended', async () => {
    expect(await confirm({ Type: 'UnsubscribeConfirmation' })).toEqual(READ);
    expect(sns.server.requests).not.toContain(SUBSCRIBE_URL);
  });
});

const pick = ({ Signature = '' }: Fields) => ({ Signature });
