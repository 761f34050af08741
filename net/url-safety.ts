import { isIP } from 'node:net';
import { type AddressPolicy, isAllowedAddress } from './address-policy';
import { LookupError } from './resolver/lookup-error';
import type { ResolveAll } from './resolver/resolver';
import { systemResolver } from './resolver/system-resolver';

export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: string };

export interface UrlCheckOptions extends AddressPolicy {
  /** @default the system's resolver */
  resolve?: ResolveAll;
  /** Time after which DNS has given no answer, milliseconds. @default 3000 */
  resolveTimeoutMs?: number;
}

const MAX_URL = 2048;
const DENIED_NAME = /(?:^|\.)(?:local|internal)$/;
const LOCALHOST = /(?:^|\.)localhost$/; // RFC 6761 section 6.3: with every name below it

/** Returns the host as the connection uses it: no brackets around IPv6, no trailing dot. */
export function connectHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
}

/**
 * Checks what needs no network, in this order (WEBHOOK-7): shape, `https:`, credentials, denied names, addresses. Other
 * notations (decimal, octal, hexadecimal, short, full-width) need no rule: the WHATWG URL parser writes every IPv4 address
 * in dotted decimal.
 */
export function checkUrlShape(input: string, policy: AddressPolicy): UrlCheck {
  if (input.length > MAX_URL || !URL.canParse(input)) return refuse('url must be an absolute https URL');
  const url = new URL(input);
  if (url.protocol !== 'https:' && !(policy.development && url.protocol === 'http:')) {
    return refuse('url must use https');
  }
  if (url.username !== '' || url.password !== '') return refuse('url must not contain credentials');
  const host = connectHost(url);
  if (host === '') return refuse('url must name a host');
  // If private networks are allowed, internal names are checked by their addresses, as all other names are.
  const hasNetworks = (policy.allowedSubnets ?? []).length > 0;
  if (!hasNetworks && (DENIED_NAME.test(host) || (LOCALHOST.test(host) && !policy.development))) {
    return refuse(`url must not point to ${host}: the name is reserved for internal use`);
  }
  if (isIP(host) !== 0 && !isAllowedAddress(host, policy)) {
    return refuse(`url must not point to ${host}: the address is not public`);
  }
  return { ok: true, url };
}

/**
 * Checks whether a webhook endpoint may have this URL. A name that has no address is accepted: its attempts fail, and they
 * check the address again. A name for which DNS gives no answer is refused, because it may lead anywhere.
 */
export async function checkWebhookUrl(input: string, options: UrlCheckOptions): Promise<UrlCheck> {
  const shape = checkUrlShape(input, options);
  if (!shape.ok) return shape;
  const host = connectHost(shape.url);
  switch (await checkHost(host, options)) {
    // The error does not have the address: callers must not learn what a name resolves to inside our network.
    case 'refused':
      return refuse(`url must not point to ${host}: it resolves to an address that is not public`);
    case 'unanswered':
      return refuse(`url cannot be checked: ${noAnswer(host)}`);
    case 'allowed':
      return shape;
  }
}

/** Returns what a caller reads if DNS gave no answer. */
export const noAnswer = (host: string): string =>
  `DNS gave no answer for ${host}. Check the DNS servers of this name, then try again.`;

/**
 * Checks the addresses of a host. One denied address among several is enough to refuse, because the connection may use any
 * of them. `unanswered`: it is not known whether the name has an address.
 */
export async function checkHost(
  host: string,
  { resolve = systemResolver, resolveTimeoutMs = 3_000, ...policy }: UrlCheckOptions,
): Promise<'allowed' | 'refused' | 'unanswered'> {
  try {
    const addresses = isIP(host) === 0 ? await resolve(host, resolveTimeoutMs) : [{ address: host }];
    return addresses.every(({ address }) => isAllowedAddress(address, policy)) ? 'allowed' : 'refused';
  } catch (error) {
    return error instanceof LookupError && error.code === 'ENOTFOUND' ? 'allowed' : 'unanswered';
  }
}

function refuse(reason: string): UrlCheck {
  return { ok: false, reason };
}
