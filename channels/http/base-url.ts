import { z } from 'zod';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Returns whether an address may get a credential: `https:`, or `http:` to this machine; no user, password or fragment. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password, hash } = new URL(address);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** Setting `base_url`: where the provider's API is; its own address unless a private gateway or a test replaces it. */
export const baseUrl = (fallback: string) =>
  z
    .string()
    .max(2048)
    .refine(
      isSafeAddress,
      'must be an https:// address (http:// only for this machine) without user or fragment',
    )
    .refine((address) => !address.includes('?'), 'must have no query')
    .overwrite((address) => address.replace(/\/+$/, ''))
    .default(fallback)
    .describe(`Address of the API, if it is not ${fallback}: a region, or your own gateway.`);
