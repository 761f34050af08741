import { z } from 'zod';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Address of a provider's API as an operator sets it: https, or http on this machine; without a slash at its end. */
export const providerUrl = z
  .string()
  .max(2048)
  .refine(isUsable, 'must be an https address without query and credentials (http only for this machine)')
  .transform((text) => text.replace(/\/+$/, ''));

/** The optional setting `base_url`: for a gateway of one's own, or a test. */
export const baseUrl = (fallback: string) =>
  providerUrl.default(fallback).describe(`Address of the API, without a slash at its end.`);

function isUsable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username + password + search + hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}
