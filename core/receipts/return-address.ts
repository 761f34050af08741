import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { domainToASCII } from 'node:url';

/** Which message a return address was made for. */
export interface ReturnAddressIds {
  notificationId: string;
  messageId: string;
}

export interface ReturnAddresses {
  /** ASCII, lower case. */
  readonly domain: string;
  /** Returns the address for the bounces of one message. Both ids must be UUIDs. */
  make(ids: ReturnAddressIds): string;
  /** Returns the ids in an address that `make` returned, in any case; null for every other address. */
  read(address: string): ReturnAddressIds | null;
}

export interface ReturnAddressOptions {
  /** The domain of bounces. Its addresses are used for nothing else. */
  domain: string;
  /** At least one, 32 bytes each. The first makes addresses, all are accepted. */
  keys: readonly Buffer[];
}

const UUID_BYTES = 16;
const MAC_BYTES = 8;
const BYTES = 2 * UUID_BYTES + MAC_BYTES;
/** 40 bytes, five bits a character: exactly what a local part may have (RFC 5321 section 4.5.3.1.1). */
const LOCAL_PART = /^[0-9a-v]{64}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns variable envelope return paths. The local part is both ids and a MAC over them and the domain, in base32hex
 * (RFC 4648 section 7), so a server may change the case of addresses. 64 bits of the HMAC are enough, because an attacker
 * has one guess per SMTP command.
 */
export function createReturnAddresses({ domain: given, keys }: ReturnAddressOptions): ReturnAddresses {
  const domain = domainToASCII(given);
  const macKeys = keys.map((key) =>
    Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'heliograph return address', 32)),
  );
  const first = macKeys[0];
  if (!first) throw new Error('Return addresses cannot be made without a key');
  const macOf = (key: Buffer, ids: Buffer): Buffer =>
    createHmac('sha256', key).update(ids).update(domain).digest().subarray(0, MAC_BYTES);

  return {
    domain,
    make({ notificationId, messageId }) {
      const ids = Buffer.concat([bytesOf(notificationId), bytesOf(messageId)]);
      return `${base32(Buffer.concat([ids, macOf(first, ids)]))}@${domain}`;
    },
    read(address) {
      const at = address.lastIndexOf('@');
      const local = address.slice(0, Math.max(at, 0)).toLowerCase();
      if (!LOCAL_PART.test(local) || domainToASCII(address.slice(at + 1)) !== domain) return null;
      const bytes = fromBase32(local);
      const ids = bytes.subarray(0, -MAC_BYTES);
      const mac = bytes.subarray(-MAC_BYTES);
      // All keys are compared, so the time does not reveal which one fits.
      const fits = macKeys.map((key) => timingSafeEqual(macOf(key, ids), mac));
      if (!fits.includes(true)) return null;
      return {
        notificationId: uuidOf(ids.subarray(0, UUID_BYTES)),
        messageId: uuidOf(ids.subarray(UUID_BYTES)),
      };
    },
  };
}

function bytesOf(uuid: string): Buffer {
  if (!UUID.test(uuid)) throw new Error('A return address is made of UUIDs only');
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const base32 = (bytes: Buffer): string =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(64, '0');

function fromBase32(text: string): Buffer {
  const value = [...text].reduce((sum, digit) => sum * 32n + BigInt(parseInt(digit, 32)), 0n);
  return Buffer.from(value.toString(16).padStart(2 * BYTES, '0'), 'hex');
}
