import { z } from 'zod';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The setting `base_url` of a provider: another address of its API, for a private gateway, a region or a test. */
export const baseUrl = (fallback: string) =>
  z
    .string()
    .max(2048)
    .refine(isUsable, 'must be an https URL without credentials, query and fragment (http only on loopback)')
    .transform((url) => url.replace(/\/+$/, ''))
    .default(fallback)
    .describe(`Where its API is, https; ${fallback} unless set.`);

function isUsable(input: string): boolean {
  if (!URL.canParse(input)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(input);
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}
