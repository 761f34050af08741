/** Minimum number of different bytes among 32. A random key has fewer once in 10^10 keys. */
const LEAST_DIFFERENT_BYTES = 16;
/** Minimum number of different characters among the 26 or more of an admin key. Random hex digits have fewer once in 10^9 keys. */
const LEAST_DIFFERENT_CHARACTERS = 6;

/** Returns why an encryption key (32 bytes) is not random; null: it may be random. */
export function weaknessOfKey(key: Buffer): string | null {
  if (new Set(key).size === 1) return `is the byte ${key[0]} repeated`;
  if (new Set(key).size < LEAST_DIFFERENT_BYTES) return 'repeats itself';
  const steps = new Set(key.subarray(1).map((byte, index) => byte - (key[index] ?? 0)));
  if (steps.size === 1) return 'is a sequence of numbers';
  return key.every((byte) => byte >= 0x20 && byte <= 0x7e) ? 'is text' : null;
}

/** Returns why an admin key is easy to guess; null: it may be random. */
export function weaknessOfAdminKey(key: string): string | null {
  const secret = key.replace(/^admin_/, '').toLowerCase();
  if (new Set(secret).size < LEAST_DIFFERENT_CHARACTERS) return 'repeats itself';
  const row = /^(?:0123456789)?abcdefghijklmnop/.test(secret) || /(?:0123456789){2}/.test(secret);
  if (row) return 'is a sequence of letters or digits';
  return /change.?me|example|placeholder|secret|password/.test(secret) ? 'is an example' : null;
}
