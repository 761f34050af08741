import { createHash } from 'node:crypto';

/**
 * What makes two requests the same for an idempotency key: method, path and body by value, whatever the order of
 * its keys (decisions: Idempotency). SHA-256, hex.
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
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}
