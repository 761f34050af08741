import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import DKIM from 'nodemailer/lib/dkim';
import { signMail } from '../../../../../channels/email/dkim/sign-mail';
import { verifyDkim } from '../../../../support/dkim-verifier';
import { SAMPLE, SAMPLE_KEYS } from './rfc-8463';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const signer = { domain: 'example.com', selector: 's1', key: createPrivateKey(privateKey) };
const published = () => [`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`];
const at = new Date('2026-11-27T08:00:00Z');
const signed = (mail: string) => signMail(Buffer.from(mail), signer, at);
const results = async (mail: Buffer) => verifyDkim(mail, published);
const problemOf = async (mail: Buffer) => (await results(mail))[0]?.problem;
const crlf = (text: string) => text.replaceAll('\n', '\r\n');
const MAIL = crlf(`From: "The shop" <shop@example.com>
To: ada@example.org
Subject: =?UTF-8?Q?Caf=C3=A9?=
  and   more
List-Unsubscribe: <https://example.com/u/1>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
Message-ID: <1@example.com>

Hello.

Bye.
`);

describe('the verifier of these tests', () => {
  const lookUp = (name: string) => [SAMPLE_KEYS[name] ?? ''].filter((one) => one !== '');
  const sample = (change: (text: string) => string = (text) => text) =>
    verifyDkim(Buffer.from(crlf(change(SAMPLE))), lookUp);

  test('finds both signatures of the sample of RFC 8463 right', async () => {
    expect((await sample()).map(({ selector, problem }) => [selector, problem])).toEqual([
      ['brisbane', ''],
      ['test', ''],
    ]);
  });

  test.each([
    ['a changed body', 'hungry', 'thirsty'],
    ['a changed field', 'Is dinner ready?', 'Dinner is ready'],
    ['a second field', '\nFrom: Joe', '\nFrom: Eve <eve@example.net>\nFrom: Joe'],
  ])('finds both wrong after %s', async (_what, from, to) => {
    for (const { problem } of await sample((text) => text.replace(from, to))) expect(problem).not.toBe('');
  });
});

describe('a signature', () => {
  test('is right, covers both headers of one-click unsubscribing, and has no line over 78 characters', async () => {
    const mail = await signed(MAIL);
    const [result, ...others] = await results(mail);
    expect(others).toEqual([]);
    expect(result).toMatchObject({ domain: 'example.com', selector: 's1', problem: '' });
    // Twice: a further field makes it wrong.
    for (const name of ['from', 'list-unsubscribe', 'list-unsubscribe-post'])
      expect(result?.headers.filter((one) => one === name)).toHaveLength(2);
    const lines = mail.toString().split('\r\n');
    expect(lines.filter((line) => line.length > 78)).toEqual([]);
    expect(mail.toString().endsWith(MAIL)).toBe(true);
  });

  test.each([
    ...['From: eve@example.net', 'To: eve@example.net', 'Cc: eve@example.net', 'Reply-To: eve@example.net'],
    ...['Subject: Another', 'List-Unsubscribe: <https://example.net>', 'Message-ID: <2@example.com>'],
  ])('is wrong after somebody adds %j', async (field) => {
    const mail = (await signed(MAIL)).toString();
    expect(await problemOf(Buffer.from(`${field}\r\n${mail}`))).not.toBe('');
  });

  test('stays right if a server on the way adds fields of its own, or changes space', async () => {
    const mail = (await signed(MAIL)).toString();
    const changed = mail.replace('and   more', 'and more').replace('Hello.', 'Hello. \t');
    expect(
      await problemOf(Buffer.from(`Received: from x\r\nSender: a@example.net\r\n${changed}\r\n\r\n`)),
    ).toBe('');
  });

  test('is right with any body and subject, and has the hash that nodemailer computes', async () => {
    const piece = fc.constantFrom('a', ' ', '\t', '\r\n', '\n', '\r', 'é', '.', '\r\n\r\n', 'a line');
    const parts = fc.array(piece, { maxLength: 12 });
    const line = fc.array(fc.constantFrom('a', ' ', '\t', 'é', ':', ';', '\r\n b'), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(parts, line, async (body, subject) => {
        const text = `From: shop@example.com\r\nSubject:${subject.join('')}x\r\n\r\n${body.join('')}`;
        const mail = await signed(text);
        expect(await problemOf(mail)).toBe('');
        const theirs = new DKIM({ domainName: 'example.com', keySelector: 's1', privateKey });
        const sent = text.replace(/\r\n|\r|\n/g, '\r\n');
        const other = await buffer(theirs.sign(Buffer.from(sent)));
        const hashOf = (one: Buffer) => /bh=([^;]+)/.exec(one.toString())?.[1];
        expect(hashOf(mail)).toBe(hashOf(other));
      }),
    );
  });
});
