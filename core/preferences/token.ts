import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type Channel, CHANNELS, type Environment } from '../shared/channels';
import { CATEGORY_NAME } from './category';

/** What a link in a message is about. */
export interface LinkFacts {
  environment: Environment;
  contactId: string;
  notificationId: string;
  /** The channel of the message that has the link. */
  channel: Channel;
  /** The category of its event; null: none. */
  category: string | null;
}

/** Names the form of a token, so that a later release can read those of an earlier one. */
const VERSION = 1;
const UUID_BYTES = 16;
const HEAD_BYTES = 1 + UUID_BYTES;
const MAC_BYTES = 16;
/** Two ids, and the shortest text after them. */
const LEAST_BYTES = HEAD_BYTES + MAC_BYTES + 2 * UUID_BYTES + 3;
const MOST_CHARACTERS = 400;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ENVIRONMENTS = { p: 'production', s: 'sandbox' } as const satisfies Record<string, Environment>;

/**
 * Returns the token of a link: the same for each attempt at a message. `key` is the application's `linkKey`, 32 bytes. The
 * application's id is readable, because it says which key opens the token. All else is encrypted, and everything is
 * authenticated: the MAC over both is the initialization vector (as in RFC 5297), so no chance is needed.
 */
export function makeToken(key: Buffer, applicationId: string, facts: LinkFacts): string {
  const { environment, contactId, notificationId, channel, category } = facts;
  const head = Buffer.concat([Buffer.from([VERSION]), bytesOf(applicationId)]);
  const text = [environment.charAt(0), channel, category ?? ''].join('/');
  const plain = Buffer.concat([bytesOf(contactId), bytesOf(notificationId), Buffer.from(text)]);
  const mac = macOf(key, head, plain);
  const cipher = createCipheriv('aes-256-ctr', part(key, 'encryption'), mac);
  return Buffer.concat([head, mac, cipher.update(plain), cipher.final()]).toString('base64url');
}

/** Returns the application that a token names, before its key is known; null: it cannot be a token. */
export function applicationOfToken(token: string): string | null {
  const bytes = readBytes(token);
  return bytes && uuidOf(bytes.subarray(1, HEAD_BYTES));
}

/** Returns what a token says; null if `key` did not make it, or if one character of it was changed. */
export function openToken(key: Buffer, token: string): LinkFacts | null {
  const bytes = readBytes(token);
  if (!bytes) return null;
  const [head, mac, sealed] = [
    bytes.subarray(0, HEAD_BYTES),
    bytes.subarray(HEAD_BYTES, HEAD_BYTES + MAC_BYTES),
    bytes.subarray(HEAD_BYTES + MAC_BYTES),
  ];
  const decipher = createDecipheriv('aes-256-ctr', part(key, 'encryption'), mac);
  const plain = Buffer.concat([decipher.update(sealed), decipher.final()]);
  if (!timingSafeEqual(macOf(key, head, plain), mac)) return null;
  const [letter = '', over, name = ''] = plain.toString('utf8', 2 * UUID_BYTES).split('/');
  const channel = CHANNELS.find((one) => one === over);
  if (!Object.hasOwn(ENVIRONMENTS, letter) || !channel) return null;
  return {
    environment: ENVIRONMENTS[letter as keyof typeof ENVIRONMENTS],
    contactId: uuidOf(plain.subarray(0, UUID_BYTES)),
    notificationId: uuidOf(plain.subarray(UUID_BYTES, 2 * UUID_BYTES)),
    channel,
    category: CATEGORY_NAME.test(name) ? name : null,
  };
}

function readBytes(token: string): Buffer | null {
  if (token.length > MOST_CHARACTERS) return null;
  const bytes = Buffer.from(token, 'base64url');
  // A text that decodes to the same bytes is another token.
  const isOne = bytes.length >= LEAST_BYTES && bytes[0] === VERSION && bytes.toString('base64url') === token;
  return isOne ? bytes : null;
}

const macOf = (key: Buffer, head: Buffer, plain: Buffer): Buffer =>
  createHmac('sha256', part(key, 'authentication'))
    .update(head)
    .update(plain)
    .digest()
    .subarray(0, MAC_BYTES);

const part = (key: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `heliograph preference link ${use}`, 32));

function bytesOf(uuid: string): Buffer {
  if (!UUID.test(uuid)) throw new Error('A token is made of UUIDs only');
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
