import { z } from 'zod';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether credentials may go there: https, and http only to this machine. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password, hash } = new URL(address);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** Setting `base_url`: where a provider's API is, without a slash at its end. */
export const baseUrl = (fallback: string) =>
  z
    .string()
    .max(2048)
    .refine(
      (address) => isSafeAddress(address) && new URL(address).search === '',
      'must be an https address without credentials or query (http only on this machine)',
    )
    .transform((address) => address.replace(/\/+$/, ''))
    .default(fallback)
    .describe(`Address of the API, for a gateway of your own. Default: ${fallback}`);
