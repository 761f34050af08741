import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP, Password Storage Cheat Sheet, scrypt: N=2^15, r=8, p=3. One hash needs 32 MiB. */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
const MAX_MEMORY = 64 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** A hash that no password has. To check against it takes as long as to check against another. */
const OF_NOBODY = `scrypt:${COST.N}:${COST.r}:${COST.p}:${randomBytes(SALT_BYTES).toString('base64url')}:${randomBytes(KEY_BYTES).toString('base64url')}`;

/** Returns the salted hash of a password, with its parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES, { ...COST, maxmem: MAX_MEMORY });
  const { N, r, p } = COST;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join(':');
}

/** Returns whether a password has this hash. Null takes as long as a hash, and is false. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? OF_NOBODY).split(':');
  const stored = Buffer.from(key, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: MAX_MEMORY };
  const given = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), stored.length, cost);
  return timingSafeEqual(given, stored) && hash !== null;
}
