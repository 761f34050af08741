import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { withTimeout } from '../core/shared/with-timeout';
import { type AddressPolicy, isAllowedAddress } from './address-policy';

/** Returns all addresses of a name. Rejects if it does not resolve. */
export type ResolveAll = (hostname: string) => Promise<{ address: string; family: number }[]>;

export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: string };

export interface UrlCheckOptions extends AddressPolicy {
  /** @default the system's resolver */
  resolve?: ResolveAll;
  /** Time after which a name counts as not resolved, milliseconds. @default 3000 */
  resolveTimeoutMs?: number;
}

const MAX_URL = 2048;
const DENIED_NAME = /(?:^|\.)(?:local|internal)$/;
const LOCALHOST = /(?:^|\.)localhost$/; // RFC 6761 section 6.3: with every name below it

export const resolveAll: ResolveAll = (hostname) => dnsLookup(hostname, { all: true });

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
 * Checks whether a webhook endpoint may have this URL. A name that does not resolve in time is accepted: its attempts fail,
 * and they check the address again. One denied address among several is enough to refuse, because the connection may use
 * any of them.
 */
export async function checkWebhookUrl(input: string, options: UrlCheckOptions): Promise<UrlCheck> {
  const shape = checkUrlShape(input, options);
  if (!shape.ok) return shape;
  const host = connectHost(shape.url);
  if (isIP(host) !== 0) return shape;
  const { resolve = resolveAll, resolveTimeoutMs = 3_000 } = options;
  const addresses = await withTimeout(resolve(host), resolveTimeoutMs, () => []).catch(() => []);
  const refused = addresses.find(({ address }) => !isAllowedAddress(address, options));
  // The error does not have the address: callers must not learn what a name resolves to inside our network.
  return refused
    ? refuse(`url must not point to ${host}: it resolves to an address that is not public`)
    : shape;
}

function refuse(reason: string): UrlCheck {
  return { ok: false, reason };
}
