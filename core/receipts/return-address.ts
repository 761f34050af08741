import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { domainToASCII } from 'node:url';

/** Which message and attempt a return address was made for. */
export interface ReturnAddressIds {
  notificationId: string;
  messageId: string;
  /** The attempt's id. An address gives back its first two digits, because it has no room for more. */
  attemptId?: string;
}

export interface ReturnAddresses {
  /** ASCII, lower case. */
  readonly domain: string;
  /** Returns the address for the bounces of one attempt at a message. The ids must be UUIDs. */
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
/** Bytes of the attempt's id: a superseded attempt is taken for the deciding one once in 256 times. */
const ATTEMPT_BYTES = 1;
const BYTES = 40;
/** 40 bytes, five bits a character: exactly what a local part may have (RFC 5321 section 4.5.3.1.1). */
const LOCAL_PART = /^[0-9a-v]{64}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Form {
  /** Separates the keys of the forms. */
  info: string;
  /** Bytes of the content. The MAC has the others. */
  content: number;
}

/** Without the attempt, as older releases made all addresses. */
const OF_MESSAGE: Form = { info: 'heliograph return address', content: 2 * UUID_BYTES };
const OF_ATTEMPT: Form = {
  info: 'heliograph return address of an attempt',
  content: 2 * UUID_BYTES + ATTEMPT_BYTES,
};

/**
 * Returns variable envelope return paths. The local part is the ids and a MAC over them and the domain, in base32hex
 * (RFC 4648 section 7), so a server may change the case of addresses. 56 bits of the HMAC are enough, because an attacker
 * has one guess per SMTP command.
 */
export function createReturnAddresses({ domain: given, keys }: ReturnAddressOptions): ReturnAddresses {
  const domain = domainToASCII(given);
  const [first] = keys;
  if (!first) throw new Error('Return addresses cannot be made without a key');
  const macsOf = ({ info, content }: Form) => {
    const macKeys = keys.map((key) => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), info, 32)));
    return (ids: Buffer): Buffer[] =>
      macKeys.map((key) =>
        createHmac('sha256', key)
          .update(ids)
          .update(domain)
          .digest()
          .subarray(0, BYTES - content),
      );
  };
  const forms = [OF_ATTEMPT, OF_MESSAGE].map((form) => ({ ...form, macs: macsOf(form) }));

  return {
    domain,
    make({ notificationId, messageId, attemptId }) {
      const attempt = attemptId === undefined ? [] : [bytesOf(attemptId).subarray(0, ATTEMPT_BYTES)];
      const ids = Buffer.concat([bytesOf(notificationId), bytesOf(messageId), ...attempt]);
      const form = forms.find(({ content }) => content === ids.length);
      const [mac = Buffer.alloc(0)] = form?.macs(ids) ?? [];
      return `${base32(Buffer.concat([ids, mac]))}@${domain}`;
    },
    read(address) {
      const at = address.lastIndexOf('@');
      const local = address.slice(0, Math.max(at, 0)).toLowerCase();
      if (!LOCAL_PART.test(local) || domainToASCII(address.slice(at + 1)) !== domain) return null;
      const bytes = fromBase32(local);
      // All forms and keys are compared, so the time does not reveal which one fits.
      const fitting = forms.filter(({ content, macs }) => {
        const mac = bytes.subarray(content);
        const fits = macs(bytes.subarray(0, content)).map((own) => timingSafeEqual(own, mac));
        return fits.includes(true);
      });
      const [form] = fitting;
      if (!form) return null;
      const attempt = bytes.subarray(2 * UUID_BYTES, form.content);
      return {
        notificationId: uuidOf(bytes.subarray(0, UUID_BYTES)),
        messageId: uuidOf(bytes.subarray(UUID_BYTES, 2 * UUID_BYTES)),
        ...(attempt.length > 0 && { attemptId: attempt.toString('hex') }),
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
