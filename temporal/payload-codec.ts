import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { type Payload, type PayloadCodec, ValueError } from '@temporalio/common';
import { decode, encode } from '@temporalio/common/lib/encoding';
import { temporal } from '@temporalio/proto';

/** Keys of the payloads in Temporal's histories, 32 bytes each. The first encrypts, null: nothing is encrypted. All decrypt. */
export type PayloadKeys = readonly (Buffer | null)[];

const { Payload: PayloadMessage } = temporal.api.common.v1;
/** Encoding and key id as in the encryption samples of Temporal, so that their codec servers read them too. */
const ENCODING = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns the name of a payload key: a part of its SHA-256. */
const payloadKeyId = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

/**
 * Returns what encrypts payloads with AES-256-GCM (NIST SP 800-38D) on their way to Temporal, and decrypts them on their way
 * back. What was stored without encryption is read as it is. Undefined if there is no key.
 */
export function createPayloadCodec(keys: PayloadKeys): PayloadCodec | undefined {
  const [encrypt] = keys;
  const byId = new Map(keys.flatMap((key) => (key ? [[payloadKeyId(key), key]] : [])));
  if (byId.size === 0) return undefined;
  return {
    encode: async (payloads) => (encrypt ? payloads.map((payload) => sealed(payload, encrypt)) : payloads),
    decode: async (payloads) => payloads.map((payload) => opened(payload, byId)),
  };
}

function sealed(payload: Payload, key: Buffer): Payload {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const plain = PayloadMessage.encode(payload).finish();
  return {
    metadata: { encoding: encode(ENCODING), [KEY_ID]: encode(payloadKeyId(key)) },
    data: Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]),
  };
}

function opened(payload: Payload, keys: ReadonlyMap<string, Buffer>): Payload {
  const { metadata, data } = payload;
  if (!metadata?.encoding || decode(metadata.encoding) !== ENCODING) return payload;
  const id = metadata[KEY_ID] ? decode(metadata[KEY_ID]) : '';
  const key = keys.get(id);
  if (!key)
    throw new ValueError(
      `TEMPORAL_ENCRYPTION_KEY lacks the key ${id} of a payload. Add that key after the others, with a comma between.`,
    );
  const bytes = Buffer.from(data ?? []);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return PayloadMessage.decode(Buffer.concat([body, decipher.final()]));
}
