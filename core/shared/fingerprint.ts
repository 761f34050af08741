import { createHash } from 'node:crypto';
import type { ExactNumbers } from './json-text';

/** A request as an idempotency key compares it. */
export interface ComparedRequest {
  method: string;
  path: string;
  body: unknown;
}

/**
 * Returns the fingerprint of a request for an idempotency key: method, path and body by value, in any order of its keys
 * (IDEMPOTENCY-4). SHA-256, hex. Numbers count as their doubles.
 */
export const fingerprintOf = (request: ComparedRequest): string => hash(request);

/** Returns the fingerprint with each number as it was written; empty if all are their doubles. */
export const exactFingerprintOf = (request: ComparedRequest, exact: ExactNumbers): string =>
  exact.size === 0 ? '' : hash(request, exact);

function hash({ method, path, body }: ComparedRequest, exact?: ExactNumbers): string {
  return createHash('sha256')
    .update(`${method} ${path} ${canonical(body, exact)}`)
    .digest('hex');
}

/** JSON with the keys of every object in order. */
function canonical(value: unknown, exact?: ExactNumbers): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const numbers = exact?.get(value);
  const inner = value as Record<string, unknown>;
  if (Array.isArray(value))
    return `[${value.map((one, index) => numbers?.get(index) ?? canonical(one, exact)).join(',')}]`;
  const member = (key: string): string => numbers?.get(key) ?? canonical(inner[key], exact);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${member(key)}`).join(',')}}`;
}
