import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** What a signature came to. */
export interface DkimResult {
  domain: string;
  selector: string;
  /** The names in `h=`, in lower case. */
  headers: string[];
  /** Empty: the signature is right. */
  problem: string;
}

/** Returns the text records of a name. */
type LookUp = (name: string) => Promise<string[]> | string[];

const CRLF = '\r\n';

/** Verifies each DKIM signature of a mail as RFC 6376 section 6 and RFC 8463 say. It shares no code with the signer. */
export async function verifyDkim(mail: Buffer, lookUp: LookUp): Promise<DkimResult[]> {
  const text = mail.toString('binary');
  const middle = text.indexOf(CRLF + CRLF);
  const head = text.substring(0, middle + 2);
  const body = text.substring(middle + 4);
  const headers = head.match(/[^\r\n]+\r\n(?:[ \t][^\r\n]*\r\n)*/g) ?? [];
  const signatures = headers.filter((header) => /^dkim-signature[ \t]*:/i.test(header));
  return Promise.all(signatures.map((signature) => verifyOne(signature, { headers, body, lookUp })));
}

async function verifyOne(
  signature: string,
  { headers, body, lookUp }: { headers: string[]; body: string; lookUp: LookUp },
): Promise<DkimResult> {
  const tags = tagsOf(signature.replace(/^[^:]*:/, ''));
  const tag = (name: string): string => (tags[name] ?? '').replace(/\s/g, '');
  const names = tag('h').toLowerCase().split(':');
  const result = { domain: tag('d'), selector: tag('s'), headers: names };
  const failed = (problem: string): DkimResult => ({ ...result, problem });
  if (tag('v') !== '1') return failed('the version is not 1');
  if (!names.includes('from')) return failed('From is not signed');
  const [headerMode = 'simple', bodyMode = 'simple'] = tag('c').split('/');

  const bytes = Buffer.from(canonicalBody(body, bodyMode), 'binary');
  if (createHash('sha256').update(bytes).digest('base64') !== tag('bh'))
    return failed('the body was changed');

  const left = [...headers];
  const covered = names.flatMap((name) => {
    // Each name takes the last field that is left (section 5.4.2).
    for (let at = left.length - 1; at >= 0; at -= 1) if (nameOf(left[at]) === name) return left.splice(at, 1);
    return [];
  });
  const emptied = signature.replace(/([;:\s]b[ \t]*=)[^;]*/, '$1').replace(/\r\n$/, '');
  const data = covered.map((one) => canonicalHeader(one, headerMode)).join('');
  const signedText = data + canonicalHeader(emptied, headerMode).replace(/\r\n$/, '');

  const records = await lookUp(`${result.selector}._domainkey.${result.domain}`);
  if (records.length !== 1) return failed(`there are ${records.length} keys`);
  const key = keyOf(tagsOf(records[0] ?? ''));
  if (!key) return failed('the key is revoked');
  const value = Buffer.from(tag('b'), 'base64');
  const input = Buffer.from(signedText, 'binary');
  const isRight =
    tag('a') === 'ed25519-sha256'
      ? verify(null, createHash('sha256').update(input).digest(), key, value)
      : tag('a') === 'rsa-sha256' && verify('sha256', input, key, value);
  return failed(isRight ? '' : 'the signature is not of these fields and this key');
}

const nameOf = (header = ''): string => header.split(':')[0]?.trim().toLowerCase() ?? '';

function tagsOf(list: string): Record<string, string> {
  const parts = list.split(';').map((part) => /^\s*([a-zA-Z]\w*)\s*=([^]*)$/.exec(part));
  return Object.fromEntries(
    parts.flatMap((part): [string, string][] => (part ? [[part[1] ?? '', (part[2] ?? '').trim()]] : [])),
  );
}

/** Each line of a body alone, so that it is plainly what section 3.4 says. */
function canonicalBody(body: string, mode: string): string {
  const lines = body.split(CRLF);
  const kept =
    mode === 'relaxed' ? lines.map((line) => line.replace(/[ \t]+$/, '').replace(/[ \t]+/g, ' ')) : lines;
  while (kept.length > 0 && kept[kept.length - 1] === '') kept.pop();
  if (kept.length === 0) return mode === 'relaxed' ? '' : CRLF;
  return kept.map((line) => line + CRLF).join('');
}

function canonicalHeader(header: string, mode: string): string {
  if (mode !== 'relaxed') return header;
  const [, name = '', value = ''] = /^([^:]*):([^]*)$/.exec(header) ?? [];
  const unfolded = value
    .split(CRLF)
    .join('')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${name.trim().toLowerCase()}:${unfolded}${CRLF}`;
}

function keyOf({ k = 'rsa', p = '' }: Record<string, string>): KeyObject | null {
  const bytes = Buffer.from(p.replace(/\s/g, ''), 'base64');
  if (bytes.length === 0) return null;
  // RFC 8463 section 4.2 has the bare key, and RFC 8410 section 4 what stands before it.
  const prefix = k === 'ed25519' ? Buffer.from('302a300506032b6570032100', 'hex') : Buffer.alloc(0);
  return createPublicKey({ key: Buffer.concat([prefix, bytes]), format: 'der', type: 'spki' });
}
