import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { withTimeout } from '../core/shared/with-timeout';
import { type AddressPolicy, isAllowedAddress } from './address-policy';

/** All addresses of a name; rejects when it does not resolve. */
export type ResolveAll = (hostname: string) => Promise<{ address: string; family: number }[]>;

export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: string };

export interface UrlCheckOptions extends AddressPolicy {
  /** @default the system's resolver */
  resolve?: ResolveAll;
  /** Milliseconds after which a name counts as one that does not resolve. @default 3000 */
  resolveTimeoutMs?: number;
}

const MAX_URL = 2048;
const DENIED_NAME = /(?:^|\.)(?:local|internal)$/;
const LOCALHOST = /(?:^|\.)localhost$/; // RFC 6761 section 6.3: with every name below it

export const resolveAll: ResolveAll = (hostname) => dnsLookup(hostname, { all: true });

/** The host as the connection uses it: no brackets around IPv6, no trailing dot. */
export function connectHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
}

/**
 * The part of the check that needs no network, in this order (WEBHOOK-7): shape, `https:`,
 * credentials, denied names, addresses. Odd notations (decimal, octal, hexadecimal, short, full-width) need
 * no rule of their own: the WHATWG URL parser writes every IPv4 address in dotted decimal.
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
  // Where private networks are allowed, names of theirs are decided by their addresses, as any other is.
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
 * Whether a webhook endpoint may have this URL. A name that does not resolve (in time) is accepted: it
 * fails at its attempts, where the address is checked again. One bad address among several is enough to
 * refuse, because nobody knows which the connection would take.
 */
export async function checkWebhookUrl(input: string, options: UrlCheckOptions): Promise<UrlCheck> {
  const shape = checkUrlShape(input, options);
  if (!shape.ok) return shape;
  const host = connectHost(shape.url);
  if (isIP(host) !== 0) return shape;
  const { resolve = resolveAll, resolveTimeoutMs = 3_000 } = options;
  const addresses = await withTimeout(resolve(host), resolveTimeoutMs, () => []).catch(() => []);
  const refused = addresses.find(({ address }) => !isAllowedAddress(address, options));
  // The address itself is not told: what a name resolves to inside our network is nobody's business.
  return refused
    ? refuse(`url must not point to ${host}: it resolves to an address that is not public`)
    : shape;
}

function refuse(reason: string): UrlCheck {
  return { ok: false, reason };
}
