import { valueAt } from './condition';

/** Maximum number of characters of a digest's key. */
export const MAX_DIGEST_KEY = 128;

/**
 * Returns the key that a payload (JSON text) has for a digest, at a path such as `payload.project_id`. Null if there is no text
 * or number, or it is too long: the sends without a key have a window together.
 */
export function digestKeyOf(path: string, payload: string): string | null {
  const value = valueAt(path, { payload: JSON.parse(payload) as Record<string, unknown>, contact: {} });
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const key = String(value);
  return key === '' || key.length > MAX_DIGEST_KEY ? null : key;
}
