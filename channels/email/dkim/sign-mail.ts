import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { type Field, signedHeaders } from './signed-headers';

/** The key that signs a message, opened. */
export interface DkimSigner {
  domain: string;
  selector: string;
  key: KeyObject;
}

/** Signs in a thread of Node's pool. */
const signed = promisify(sign) as (algorithm: string, data: Buffer, key: KeyObject) => Promise<Buffer>;

/** Characters of one line of the signature's header, without its indent. */
const LINE = 72;

/**
 * Returns a mail with its DKIM signature in front (RFC 6376, `relaxed/relaxed`, `rsa-sha256`). Line ends become CRLF, as SMTP
 * sends them. Nodemailer's own signer is not used: it names each field once, so that it cannot sign that there is no further
 * one, leaves out List-Unsubscribe-Post, signs in the main thread, and sends a mail unsigned if the key fails.
 */
export async function signMail(mail: Buffer, signer: DkimSigner, now: Date): Promise<Buffer> {
  // Each byte is a character.
  const text = mail.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n');
  const end = text.indexOf('\r\n\r\n');
  const [head, body] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 4)];
  const { names, signed: fields } = signedHeaders(fieldsOf(head));
  const bodyHash = createHash('sha256').update(relaxedBody(body), 'latin1').digest('base64');
  const unsigned = [
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${signer.domain};`,
    `s=${signer.selector}; t=${Math.floor(now.getTime() / 1000)};`,
    ...folded(`h=${names.join(':')};`, /.{1,72}(?::|;)/g),
    `bh=${bodyHash};`,
    'b=',
  ].join('\r\n ');
  const own: Field = { name: 'dkim-signature', text: unsigned };
  const data = [...fields.map(relaxedField), relaxedField(own)].join('\r\n');
  const signature = await signed('RSA-SHA256', Buffer.from(data, 'latin1'), signer.key);
  const lines = folded(signature.toString('base64'), new RegExp(`.{1,${LINE}}`, 'g'));
  return Buffer.from(`${unsigned}${lines.join('\r\n ')}\r\n${text}`, 'latin1');
}

const folded = (text: string, line: RegExp): string[] => text.match(line) ?? [];

/** Splits a head into its fields. A line that begins with space continues the one before. */
const fieldsOf = (head: string): Field[] =>
  head.split(/\r\n(?![ \t])/).map((text) => ({
    text,
    name: text
      .slice(0, Math.max(0, text.indexOf(':')))
      .trim()
      .toLowerCase(),
  }));

/** Section 3.4.2. */
const relaxedField = ({ name, text }: Field): string => {
  const value = text.slice(text.indexOf(':') + 1);
  return `${name}:${value
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '')}`;
};

/** Section 3.4.4. */
function relaxedBody(body: string): string {
  const lines = body.replace(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n');
  let end = lines.endsWith(' ') ? lines.length - 1 : lines.length;
  while (end >= 2 && lines.startsWith('\r\n', end - 2)) end -= 2;
  return end === 0 ? '' : `${lines.slice(0, end)}\r\n`;
}
