import { createHash } from 'node:crypto';

/**
 * Returns the fingerprint of a request for an idempotency key: method, path and body by value, in any order of its keys
 * (IDEMPOTENCY-4). SHA-256, hex.
 */
export function fingerprintOf(request: { method: string; path: string; body: unknown }): string {
  const { method, path, body } = request;
  return createHash('sha256')
    .update(`${method} ${path} ${canonical(body)}`)
    .digest('hex');
}

/** JSON with the keys of every object in order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = value as Record<string, unknown>;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(inner[key])}`).join(',')}}`;
}
