import { createIssuerHttp } from '../../channels/email/ses/sns/issuers';
import { createSnsCertificates } from '../../channels/email/ses/sns/certificates';
import { sesReceiptReader } from '../../channels/email/ses/receipts';
import {
  genuine,
  issuer,
  ISSUER_URL,
  later,
  leaf,
  READ,
  refused,
  root,
  snsLeaf,
  useSnsAccount,
} from '../support/sns/account';
import { certificate, derOf, ecKey, type Identity, rsaKey } from '../support/sns/certificates';
import { call, CERT_URL, HOST, TOPIC } from '../support/sns/messages';
import { startSnsServer } from '../support/sns/sns-server';

const sns = useSnsAccount();

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
    ['of a CA', () => snsLeaf({ ca: true, dns: ['sns.amazonaws.com'] }).cert, 'is the certificate of a CA'],
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
    [
      'with a broken one behind it',
      () => `${leaf.cert}${issuer.cert.replace(/MII/, 'AAA')}`,
      'the signing certificate cannot be read',
    ],
    ['that is broken', () => leaf.cert.replace(/MII/, 'AAA'), 'cannot be read'],
  ])('%s is not believed', async (_what, pem, reason) => {
    sns.server.files.set(CERT_URL, pem());
    const reading = await sns.send(genuine());
    expect(reading).toEqual(refused(reason));
    // Nor is it believed, or fetched again, the next time.
    const { length } = sns.server.requests;
    expect(await sns.send(genuine())).toEqual(reading);
    expect(sns.server.requests).toHaveLength(length);
  });

  it('is not believed when its issuer only bears the name of the genuine one', async () => {
    const fake = certificate({ name: 'Test M01', ca: true });
    sns.server.files.set(CERT_URL, snsLeaf({ issuer: fake }).cert);
    expect(await sns.send(genuine())).toEqual(refused('not signed by its issuer'));
    sns.restart();
    sns.server.files.set(CERT_URL, snsLeaf({ issuer: fake, anonymous: true }).cert);
    expect(await sns.send(genuine())).toEqual(refused('not signed by its issuer'));
    sns.restart();
    sns.server.files.set(
      CERT_URL,
      `${snsLeaf({ issuer: fake, anonymous: true, issuerUrl: undefined }).cert}${fake.cert}`,
    );
    expect(await sns.send(genuine())).toMatchObject({ kind: 'refused' });
  });

  it('is not believed over more than three issuers', async () => {
    const chain: Identity[] = [issuer];
    for (const name of ['Two', 'Three', 'Four']) {
      chain.push(certificate({ name, ca: true, issuer: chain.at(-1) }));
    }
    const pem = (from: Identity[]) => from.map(({ cert }) => cert).join('');
    sns.server.files.set(CERT_URL, pem([snsLeaf({ issuer: chain[2] }), ...chain]));
    expect(await sns.send(genuine())).toEqual(READ);
    sns.restart();
    sns.server.files.set(CERT_URL, pem([snsLeaf({ issuer: chain[3] }), ...chain]));
    expect(await sns.send(genuine())).toEqual(refused('no trusted root'));
  });

  it('is read from a file of at most six', async () => {
    const file = (others: number) => leaf.cert + untrusted.cert.repeat(others);
    sns.server.files.set(CERT_URL, file(5));
    expect(await sns.send(genuine())).toEqual(READ);
    sns.restart();
    sns.server.files.set(CERT_URL, file(6));
    expect(await sns.send(genuine())).toEqual(refused('cannot be read'));
  });

  it('is not believed before its time, nor after it, nor after its issuer’s', async () => {
    const [from, until] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z')];
    sns.server.files.set(CERT_URL, snsLeaf({ from, until }).cert);
    let now = from.getTime() - 1;
    sns.restart({ now: () => now });
    expect(await sns.send(genuine())).toEqual(refused('not valid now'));
    now = from.getTime();
    sns.restart({ now: () => now });
    expect(await sns.send(genuine())).toEqual(READ);
    now = until.getTime();
    expect(await sns.send(genuine())).toEqual(READ);
    // One that was fetched while it was valid is looked at again once it is not.
    now += 1;
    expect(await sns.send(genuine())).toEqual(refused('not valid now'));
    expect(sns.server.requests).toEqual([CERT_URL, CERT_URL, ISSUER_URL, CERT_URL]);

    const short = certificate({ name: 'Short M01', ca: true, issuer: root, until });
    sns.server.files.set(CERT_URL, `${snsLeaf({ issuer: short }).cert}${short.cert}`);
    now = until.getTime();
    sns.restart({ now: () => now });
    expect(await sns.send(genuine())).toEqual(READ);
    now += 1;
    expect(await sns.send(genuine())).toEqual(refused('not signed by its issuer'));
  });

  it.each([404, 403, 301])('that the server answers with %d is refused', async (status) => {
    sns.server.files.set(CERT_URL, status);
    expect(await sns.send(genuine())).toEqual(refused(String(status)));
  });

  it.each([500, 503, 429, 408])('that the server answers with %d is asked for again', async (status) => {
    sns.server.files.set(CERT_URL, status);
    expect(await sns.send(genuine())).toEqual(later(String(status)));
    sns.server.files.set(CERT_URL, leaf.cert).set(ISSUER_URL, status);
    expect(await sns.send(genuine())).toEqual(later('issuer'));
    sns.server.files.set(ISSUER_URL, derOf(issuer));
    expect(await sns.send(genuine())).toEqual(READ);
  });

  it('is not believed when what lies at its issuer’s address is no certificate', async () => {
    sns.server.files.set(ISSUER_URL, '<html>');
    expect(await sns.send(genuine())).toEqual(
      refused('the issuer of the signing certificate cannot be read'),
    );
  });

  it('that cannot be fetched is asked for again', async () => {
    const elsewhere = await startSnsServer(certificate({ name: 'other.example', issuer: root }), root.cert);
    const certificates = createSnsCertificates({ http: elsewhere.http, roots: [root.cert] });
    const wrongHost = sesReceiptReader({ topicArn: TOPIC, http: elsewhere.http, certificates });
    expect(await wrongHost(call(genuine()))).toEqual(later('the signing certificate could not be fetched'));
    await elsewhere.close();
  });

  it('is fetched for few forged addresses at a time', async () => {
    const forged = Array.from({ length: 10 }, (_, index) =>
      sns.send(genuine({ SigningCertURL: `https://${HOST}/SimpleNotificationService-${index}.pem` })),
    );
    const [tooMany, asked] = [later('too many signing certificates are being fetched'), refused('404')];
    expect(await Promise.all(forged)).toEqual([...Array(4).fill(asked), ...Array(6).fill(tooMany)]);
    expect(sns.server.requests).toHaveLength(4);
    expect(await sns.send(genuine())).toEqual(READ);
  });

  it('has its issuer fetched from public addresses only', async () => {
    const http = createIssuerHttp(async () => [{ address: '127.0.0.1', family: 4 }]);
    const signal = AbortSignal.timeout(2_000);
    const result = await http.request({ method: 'GET', url: ISSUER_URL, signal });
    expect(result).toMatchObject({ ok: false, refused: true });
    await http.close();
  });
});
