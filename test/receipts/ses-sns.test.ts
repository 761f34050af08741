import { createIssuerHttp } from '../../channels/email/sns/issuers';
import { createSnsCertificates } from '../../channels/email/sns/certificates';
import { topicOf } from '../../channels/email/sns/topic';
import { ses } from '../../channels/email/ses';
import { sesReceiptReader } from '../../channels/email/ses-receipts';
import type { ReceiptReader } from '../../channels/receipts';
import { certificate, derOf, ecKey, type Identity, rsaKey } from '../support/sns/certificates';
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
import { type SnsServer, startSnsServer } from '../support/sns/sns-server';

const ISSUER_URL = 'http://crt.t1m01.amazontrust.com/t1m01.cer';
const ROOT_URL = 'http://crt.rootca1.amazontrust.com/rootca1.cer';
/** An event of no interest: enough where only the signature matters. */
const EVENT = { eventType: 'Open', mail: {}, open: {} };

const key = rsaKey();
const stranger = rsaKey();
const root = certificate({ name: 'Test Root', ca: true });
const issuer = certificate({ name: 'Test M01', ca: true, issuer: root, issuerUrl: ROOT_URL });
const snsLeaf = (more: Partial<Parameters<typeof certificate>[0]> = {}): Identity =>
  certificate({ name: 'sns.amazonaws.com', key, issuer, issuerUrl: ISSUER_URL, ...more });
const leaf = snsLeaf();

let server: SnsServer;
let read: ReceiptReader;

beforeAll(async () => {
  server = await startSnsServer(certificate({ name: HOST, issuer: root }), root.cert);
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.files.clear();
  server.files.set(CERT_URL, leaf.cert).set(ISSUER_URL, derOf(issuer)).set(SUBSCRIBE_URL, '<ok/>');
  read = reader();
});

/** A reader as of a process that has fetched nothing yet. */
function reader({ roots = [root.cert], now = Date.now }: { roots?: string[]; now?: () => number } = {}) {
  const { http } = server;
  const certificates = createSnsCertificates({ http, issuerHttp: http, roots, now });
  return sesReceiptReader({ topicArn: TOPIC, http, certificates });
}
const send = async (message: Fields | string) => read(call(message));
const genuine = (more: Fields = {}) => signed(notification(EVENT, more), key);
const READ = { kind: 'read', receipts: [] };
const refused = (reason: string) => ({ kind: 'refused', reason: expect.stringContaining(reason) });
const later = (reason: string) => ({ kind: 'later', reason: expect.stringContaining(reason) });

describe('a message of Amazon SNS', () => {
  it.each(['1', '2'])('is read when its signature of version %s is genuine', async (version) => {
    expect(await send(genuine({ SignatureVersion: version }))).toEqual(READ);
    expect(await send(genuine({ SignatureVersion: version, Subject: 'Amazon SES' }))).toEqual(READ);
    expect(await send(genuine({ SignatureVersion: version, Message: 'Ä "quoted"\nline €' }))).toMatchObject({
      kind: 'malformed',
    });
  });

  it('makes the certificate and its issuer be fetched once, however many come at a time', async () => {
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(() => send(genuine())))).toEqual(Array(6).fill(READ));
    expect(await send(genuine())).toEqual(READ);
    expect(server.requests).toEqual([CERT_URL, ISSUER_URL]);
  });

  it('needs no other server where the file has the issuer', async () => {
    server.files.set(CERT_URL, `${leaf.cert}\n${issuer.cert}`);
    expect(await send(genuine())).toEqual(READ);
    expect(server.requests).toEqual([CERT_URL]);
  });

  it('is believed over a chain of two issuers', async () => {
    const second = certificate({ name: 'Second', ca: true, issuer, issuerUrl: ISSUER_URL });
    const secondUrl = 'http://crt.second.amazontrust.com/second.cer';
    server.files.set(CERT_URL, snsLeaf({ issuer: second, issuerUrl: secondUrl }).cert);
    server.files.set(secondUrl, derOf(second));
    expect(await send(genuine())).toEqual(READ);
    expect(server.requests).toEqual([CERT_URL, secondUrl, ISSUER_URL]);
  });

  it('is believed with the name of a region that an account opts in to', async () => {
    server.files.set(CERT_URL, snsLeaf({ name: 'sns-signing.eu-west-1.amazonaws.com' }).cert);
    expect(await send(genuine())).toEqual(READ);
  });

  it('waits for an operator without a topic, and the reason names the setting', async () => {
    const { http } = server;
    const unset = sesReceiptReader({ topicArn: undefined, http });
    expect(await unset(call(genuine()))).toEqual(later('sns_topic_arn'));
    expect(server.requests).toEqual([]);
  });

  it('is refused when it is of another topic, though SNS has signed it', async () => {
    const other = TOPIC.replace('123456789012', '999999999999');
    expect(await send(genuine({ TopicArn: other }))).toEqual(refused('another topic'));
    expect(await send(signed(confirmation({ TopicArn: other }), key))).toEqual(refused('another topic'));
    expect(server.requests).toEqual([]);
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
    expect(await send(alter(genuine()))).toEqual(refused('the signature is not that of the message'));
  });

  it('is refused when a line of its text is passed off as another field', async () => {
    const [text, ...rest] = ['{}', 'MessageId', 'forged'];
    const whole = genuine({ Message: [text, ...rest].join('\n') });
    const split = { ...whole, Message: '{}', MessageId: `forged\nMessageId\n${whole.MessageId}` };
    expect(await send(whole)).toEqual({ kind: 'malformed', reason: expect.any(String) });
    expect(await send(split)).toEqual(refused('not a message of Amazon SNS'));
  });

  it.each(['0', '3', '', 'constructor'])('is refused with a signature of version "%s"', async (version) => {
    const reading = await send(genuine({ SignatureVersion: version }));
    expect(reading).toMatchObject({ kind: 'refused' });
    expect(server.requests).toEqual([]);
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
  ])('is refused when it is none: %.40s', async (body) => {
    expect(await send(body)).toEqual(refused('not a message of Amazon SNS'));
  });

  it('is refused when it comes raw, without a signature', async () => {
    const request = call(JSON.stringify(EVENT));
    request.headers['x-amz-sns-rawdelivery'] = 'true';
    expect(await read(request)).toEqual(refused('raw message delivery'));
  });

  it('is refused when it comes with GET', async () => {
    expect(await read({ ...call(genuine()), method: 'GET' })).toEqual(refused('POST'));
  });

  it('is not believed by an account whose process trusts the public roots only', async () => {
    const tools = { http: server.http, guardedHttp: server.http };
    const settings = {
      region: 'eu-west-1',
      access_key_id: 'a',
      secret_access_key: 'b',
      sns_topic_arn: TOPIC,
    };
    server.files.set(CERT_URL, `${leaf.cert}${issuer.cert}${root.cert}`);
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
    expect(await send(genuine({ SigningCertURL: url }))).toEqual(
      refused('does not lie at an address of SNS'),
    );
    expect(server.requests).toEqual([]);
  });

  it('is that of the region and the partition of the topic', () => {
    const host = (arn: string) => topicOf(arn).host;
    expect(host(TOPIC)).toBe(HOST);
    expect(host('arn:aws-us-gov:sns:us-gov-west-1:123456789012:t')).toBe('sns.us-gov-west-1.amazonaws.com');
    expect(host('arn:aws-cn:sns:cn-north-1:123456789012:t')).toBe('sns.cn-north-1.amazonaws.com.cn');
  });
});

describe('a signing certificate', () => {
  const untrusted = certificate({ name: 'Evil Root', ca: true });
  const notCa = certificate({ name: 'Not a CA', issuer: root, signs: true });

  it.each<[string, () => string, string]>([
    ['of another host', () => snsLeaf({ name: 'shop.example.com' }).cert, 'is not issued for SNS'],
    ['of another service', () => snsLeaf({ name: 'sqs.amazonaws.com' }).cert, 'is not issued for SNS'],
    ['with a wildcard', () => snsLeaf({ name: '*.amazonaws.com' }).cert, 'is not issued for SNS'],
    [
      'of another region',
      () => snsLeaf({ name: 'sns.us-east-1.amazonaws.com' }).cert,
      'is not issued for SNS',
    ],
    ['with the name in its subject only', () => snsLeaf({ dns: [] }).cert, 'is not issued for SNS'],
    ['for e-mail', () => snsLeaf({ usage: 'emailProtection' }).cert, 'is not issued for SNS'],
    ['of a CA', () => snsLeaf({ ca: true, dns: ['sns.amazonaws.com'] }).cert, 'is one of a CA'],
    [
      'that is self-signed',
      () => snsLeaf({ issuer: undefined, issuerUrl: undefined }).cert,
      'does not say where',
    ],
    [
      'that is self-signed, with an issuer’s address',
      () => snsLeaf({ issuer: undefined }).cert,
      'not signed by its issuer',
    ],
    [
      'of a CA that nobody trusts',
      () => `${snsLeaf({ issuer: untrusted, issuerUrl: undefined }).cert}${untrusted.cert}`,
      'leads to no trusted root',
    ],
    [
      'of a CA that nobody trusts, with the address of one that is',
      () => snsLeaf({ issuer: untrusted }).cert,
      'not signed by its issuer',
    ],
    [
      'of a certificate that is no CA',
      () => `${snsLeaf({ issuer: notCa }).cert}${notCa.cert}`,
      'not signed by its issuer',
    ],
    [
      'whose issuer lies elsewhere',
      () => snsLeaf({ issuerUrl: 'http://evil.test/t1m01.cer' }).cert,
      'does not say where',
    ],
    [
      'whose issuer lies at a name that only ends alike',
      () => snsLeaf({ issuerUrl: 'http://evilamazontrust.com/a.cer' }).cert,
      'does not say where',
    ],
    [
      'whose issuer lies at a port',
      () => snsLeaf({ issuerUrl: 'http://crt.amazontrust.com:8080/a.cer' }).cert,
      'does not say where',
    ],
    ['with another key than RSA', () => snsLeaf({ key: ecKey() }).cert, 'has a key that SNS would not use'],
    ['with a short key', () => snsLeaf({ key: rsaKey(1024) }).cert, 'has a key that SNS would not use'],
    ['that is none', () => '<html>', 'cannot be read'],
    ['that is broken', () => leaf.cert.replace(/MII/, 'AAA'), 'cannot be read'],
  ])('%s is not believed', async (_what, pem, reason) => {
    server.files.set(CERT_URL, pem());
    const reading = await send(genuine());
    expect(reading).toEqual(refused(reason));
    // Nor is it believed, or fetched again, the next time.
    const { length } = server.requests;
    expect(await send(genuine())).toEqual(reading);
    expect(server.requests).toHaveLength(length);
  });

  it('is not believed when its issuer only bears the name of the genuine one', async () => {
    const fake = certificate({ name: 'Test M01', ca: true });
    server.files.set(CERT_URL, snsLeaf({ issuer: fake }).cert);
    expect(await send(genuine())).toEqual(refused('not signed by its issuer'));
    read = reader();
    server.files.set(CERT_URL, snsLeaf({ issuer: fake, anonymous: true }).cert);
    expect(await send(genuine())).toEqual(refused('not signed by its issuer'));
    read = reader();
    server.files.set(
      CERT_URL,
      `${snsLeaf({ issuer: fake, anonymous: true, issuerUrl: undefined }).cert}${fake.cert}`,
    );
    expect(await send(genuine())).toMatchObject({ kind: 'refused' });
  });

  it('is not believed over more than three issuers', async () => {
    const chain: Identity[] = [issuer];
    for (const name of ['Two', 'Three', 'Four']) {
      chain.push(certificate({ name, ca: true, issuer: chain.at(-1) }));
    }
    const pem = (from: Identity[]) => from.map(({ cert }) => cert).join('');
    server.files.set(CERT_URL, pem([snsLeaf({ issuer: chain[2] }), ...chain]));
    expect(await send(genuine())).toEqual(READ);
    read = reader();
    server.files.set(CERT_URL, pem([snsLeaf({ issuer: chain[3] }), ...chain]));
    expect(await send(genuine())).toEqual(refused('no trusted root'));
  });

  it('is not believed before its time, nor after it, nor after its issuer’s', async () => {
    const [from, until] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z')];
    server.files.set(CERT_URL, snsLeaf({ from, until }).cert);
    let now = from.getTime() - 1;
    read = reader({ now: () => now });
    expect(await send(genuine())).toEqual(refused('not valid now'));
    now = from.getTime();
    read = reader({ now: () => now });
    expect(await send(genuine())).toEqual(READ);
    now = until.getTime();
    expect(await send(genuine())).toEqual(READ);
    // One that was fetched while it was valid is looked at again once it is not.
    now += 1;
    expect(await send(genuine())).toEqual(refused('not valid now'));
    expect(server.requests).toEqual([CERT_URL, CERT_URL, ISSUER_URL, CERT_URL]);

    const short = certificate({ name: 'Short M01', ca: true, issuer: root, until });
    server.files.set(CERT_URL, `${snsLeaf({ issuer: short }).cert}${short.cert}`);
    now = until.getTime();
    read = reader({ now: () => now });
    expect(await send(genuine())).toEqual(READ);
    now += 1;
    expect(await send(genuine())).toEqual(refused('not signed by its issuer'));
  });

  it.each([404, 403, 301])('that the server answers with %d is refused', async (status) => {
    server.files.set(CERT_URL, status);
    expect(await send(genuine())).toEqual(refused(String(status)));
  });

  it.each([500, 503, 429])('that the server answers with %d is asked for again', async (status) => {
    server.files.set(CERT_URL, status);
    expect(await send(genuine())).toEqual(later(String(status)));
    server.files.set(CERT_URL, leaf.cert).set(ISSUER_URL, status);
    expect(await send(genuine())).toEqual(later('issuer'));
    server.files.set(ISSUER_URL, derOf(issuer));
    expect(await send(genuine())).toEqual(READ);
  });

  it('that cannot be fetched is asked for again', async () => {
    const elsewhere = await startSnsServer(certificate({ name: 'other.example', issuer: root }), root.cert);
    const certificates = createSnsCertificates({ http: elsewhere.http, roots: [root.cert] });
    const wrongHost = sesReceiptReader({ topicArn: TOPIC, http: elsewhere.http, certificates });
    expect(await wrongHost(call(genuine()))).toEqual(later('the signing certificate could not be had'));
    await elsewhere.close();
  });

  it('is fetched for few forged addresses at a time', async () => {
    const forged = Array.from({ length: 10 }, (_, index) =>
      send(genuine({ SigningCertURL: `https://${HOST}/SimpleNotificationService-${index}.pem` })),
    );
    const kinds = (await Promise.all(forged)).map(({ kind }) => kind).sort();
    expect(kinds).toEqual([...Array<string>(6).fill('later'), ...Array<string>(4).fill('refused')]);
    expect(server.requests).toHaveLength(4);
    expect(await send(genuine())).toEqual(READ);
  });

  it('has its issuer fetched from public addresses only', async () => {
    const http = createIssuerHttp(async () => [{ address: '127.0.0.1', family: 4 }]);
    const signal = AbortSignal.timeout(2_000);
    const result = await http.request({ method: 'GET', url: ISSUER_URL, signal });
    expect(result).toMatchObject({ ok: false, refused: true });
    await http.close();
  });
});

describe('the confirmation of a subscription', () => {
  const confirm = (more: Fields = {}) => send(signed(confirmation(more), key));

  it.each(['1', '2'])('is given at SubscribeURL, signature version %s', async (version) => {
    expect(await confirm({ SignatureVersion: version })).toEqual(READ);
    expect(server.requests).toEqual([CERT_URL, ISSUER_URL, SUBSCRIBE_URL]);
  });

  it.each([400, 404, 500, 503])('is asked for again when SNS answers %d', async (status) => {
    server.files.set(SUBSCRIBE_URL, status);
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
    `${SUBSCRIBE_URL}#x`,
    `https://${HOST}/x?Action=ConfirmSubscription&TopicArn=${TOPIC}`,
    CERT_URL,
  ])('is not given at %s', async (url) => {
    expect(await confirm({ SubscribeURL: url })).toEqual(refused('does not confirm'));
    expect(server.requests).toEqual([CERT_URL, ISSUER_URL]);
  });

  it('is not given to a forged message', async () => {
    expect(await send(signed(confirmation(), stranger))).toEqual(refused('signature'));
    expect(await send({ ...signed(confirmation(), key), Token: 'other' })).toEqual(refused('signature'));
    expect(server.requests).not.toContain(SUBSCRIBE_URL);
  });

  it('is not given again when the subscription was ended', async () => {
    expect(await confirm({ Type: 'UnsubscribeConfirmation' })).toEqual(READ);
    expect(server.requests).not.toContain(SUBSCRIBE_URL);
  });
});

const pick = ({ Signature = '' }: Fields) => ({ Signature });
