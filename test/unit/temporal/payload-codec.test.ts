import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter } from '@temporalio/common';
import { loadConfig } from '../../../process/config';
import { createPayloadCodec } from '../../../temporal/payload-codec';

const newKey = (): string => randomBytes(32).toString('base64');
const codecOf = (keys: string) =>
  createPayloadCodec(loadConfig({ TEMPORAL_ENCRYPTION_KEY: keys }).TEMPORAL_ENCRYPTION_KEY);
const [older, newer] = [newKey(), newKey()];
const payload = defaultPayloadConverter.toPayload({ word: 'confidential' });

test('a payload cannot be read, and comes back as it was', async () => {
  const codec = codecOf(older)!;
  const [sealed] = await codec.encode([payload]);
  expect(Buffer.from(sealed!.data!).includes('confidential')).toBe(false);
  expect(await codec.decode([sealed!])).toEqual([expect.objectContaining(payload)]);
});

test('what an older key encrypted, and what none did, is read; the first key encrypts', async () => {
  const [old] = await codecOf(older)!.encode([payload]);
  const codec = codecOf(`${newer},${older}`)!;
  for (const decoded of await codec.decode([old!, payload]))
    expect(defaultPayloadConverter.fromPayload(decoded)).toEqual({ word: 'confidential' });
  const [sealed] = await codec.encode([payload]);
  await expect(codecOf(older)!.decode([sealed!])).rejects.toThrow(
    /TEMPORAL_ENCRYPTION_KEY lacks the key [0-9a-f]{8}/,
  );
  await expect(codecOf(newer)!.decode([sealed!])).resolves.toHaveLength(1);
});

test('with none as the first, nothing is encrypted and all is read', async () => {
  const [sealed] = await codecOf(older)!.encode([payload]);
  const codec = codecOf(`none,${older}`)!;
  expect(await codec.encode([payload])).toEqual([payload]);
  expect(defaultPayloadConverter.fromPayload((await codec.decode([sealed!]))[0]!)).toEqual({
    word: 'confidential',
  });
});

test('a payload that was altered is refused', async () => {
  const codec = codecOf(older)!;
  const [sealed] = await codec.encode([payload]);
  const data = Buffer.from(sealed!.data!);
  data[20]! ^= 1;
  await expect(codec.decode([{ ...sealed, data }])).rejects.toThrow();
});

test('a key that is weak or of another length is refused, and without one there is no codec', () => {
  expect(codecOf('')).toBeUndefined();
  expect(() => codecOf('c2hvcnQ=')).toThrow('TEMPORAL_ENCRYPTION_KEY: must be 32 bytes in base64');
  expect(() => codecOf(`none,none`)).toThrow('TEMPORAL_ENCRYPTION_KEY: must be 32 bytes in base64');
  expect(() => codecOf(Buffer.alloc(32).toString('base64'))).toThrow(
    'TEMPORAL_ENCRYPTION_KEY: its first key is the byte 0 repeated and protects nothing',
  );
});
