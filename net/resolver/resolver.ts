import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { createQuestions, type DnsAnswer } from './ask-dns';
import { createWaitingLines } from '../../process/waiting-lines';
import { LookupError } from './lookup-error';
import { lookupOwner } from './owner';
import { createSystemFiles, type ResolvedAddress, type SystemFiles } from './system-files';

export interface ResolverOptions {
  /** Addresses of DNS servers, with or without a port. @default those of /etc/resolv.conf */
  servers?: readonly string[];
  /** @default /etc/hosts and /etc/resolv.conf */
  files?: SystemFiles;
}

/** Returns all addresses of a name. Rejects with a LookupError, at the latest after `withinMs` (5,000). */
export type ResolveAll = (hostname: string, withinMs?: number) => Promise<ResolvedAddress[]>;

/** Maximum time of a look-up and of the wait for it, milliseconds. */
const LOOKUP_MS = 5_000;
/** Maximum number of look-ups in progress: of one application, and of the process. Each has a socket or two. */
const EACH = 8;
const ALL = 256;
/** Maximum number of look-ups of one application that wait for these. */
const MAX_WAITING = 200;
const CACHED_NAMES = 5_000;
/** Maximum time that a name is cached, whatever its TTL, seconds. */
const MAX_TTL = 300;

/** The look-ups of the service's own settings (SMTP_URL, OIDC_ISSUER). */
const SERVICE = '';
/** RFC 6761 section 6.3: never a question for DNS. */
const LOCALHOST = /(?:^|\.)localhost$/;
/** No domain ends in a number (WHATWG URL, "ends in a number"). Some systems read such names as IPv4 addresses. */
const NUMERIC = /(?:^|\.)(?:\d+|0x[\da-f]*)$/;

/** A look-up in progress, which all callers of the name share. */
interface Lookup {
  result: Promise<ResolvedAddress[]>;
  waiters: number;
  cancel: () => void;
}

/**
 * Resolves names without libuv's threads, of which name look-ups get two: there, one name whose DNS does not answer delays
 * all others. Here a look-up ends when its time is over or nobody waits for it any more. Equal look-ups are one, and each
 * application has its share. Like getaddrinfo, it reads the hosts file and completes short names by the search list.
 */
export function createResolver({
  servers = [],
  files = createSystemFiles(),
}: ResolverOptions = {}): ResolveAll {
  const cache = new LRUCache<string, ResolvedAddress[]>({ max: CACHED_NAMES });
  const underWay = new Map<string, Lookup>();
  const shares = createWaitingLines({ each: EACH, all: ALL });

  async function namesFor(name: string): Promise<string[]> {
    if (name.endsWith('.')) return [name.slice(0, -1)];
    const { domains, dots } = await files.search();
    const longer = domains.map((domain) => `${name}.${domain}`);
    return name.split('.').length - 1 >= dots ? [name, ...longer] : [...longer, name];
  }

  async function askFor(name: string, ask: (name: string) => Promise<DnsAnswer>): Promise<ResolvedAddress[]> {
    let why: string | undefined;
    for (const each of await namesFor(name)) {
      const answer = await ask(each);
      if (answer.kind === 'found') {
        const ttl = Math.min(answer.ttlSeconds, MAX_TTL) * 1000;
        if (ttl > 0) cache.set(name, answer.addresses, { ttl });
        return answer.addresses;
      }
      if (answer.kind === 'none') continue;
      why ??= answer.why;
      if (answer.timedOut) break;
    }
    throw new LookupError(why === undefined ? 'ENOTFOUND' : 'EAI_AGAIN', name, why);
  }

  function begin(name: string, end: () => void): Lookup {
    const questions = createQuestions(servers);
    const timer = setTimeout(() => questions.cancel(), LOOKUP_MS);
    const result = askFor(name, (each) => questions.ask(each)).finally(() => {
      clearTimeout(timer);
      if (underWay.get(name) === lookup) underWay.delete(name);
      end();
    });
    // Nobody may be left to see it fail.
    result.catch(() => undefined);
    const lookup: Lookup = { result, waiters: 0, cancel: () => questions.cancel() };
    underWay.set(name, lookup);
    return lookup;
  }

  async function lookUp(name: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
    let lookup = underWay.get(name);
    if (!lookup) {
      const owner = lookupOwner() ?? SERVICE;
      const place = shares.waitingOf(owner) < MAX_WAITING ? await shares.take(owner, { signal }) : null;
      if (!place) throw new LookupError('EAI_AGAIN', name, 'other look-ups took all the time');
      const known = cache.get(name);
      lookup = underWay.get(name);
      if (known || lookup) place.leave();
      if (known) return known;
      lookup ??= begin(name, place.leave);
    }
    lookup.waiters += 1;
    const { result, cancel } = lookup;
    try {
      return await Promise.race([result, aborted(name, signal)]);
    } finally {
      lookup.waiters -= 1;
      if (lookup.waiters === 0 && underWay.get(name) === lookup) {
        underWay.delete(name);
        cancel();
      }
    }
  }

  return async (hostname, withinMs = LOOKUP_MS) => {
    const name = hostname.toLowerCase();
    const family = isIP(name);
    if (family !== 0) return [{ address: name, family }];
    const bare = name.replace(/\.$/, '');
    const listed = await files.hosts(bare);
    if (listed.length > 0) return listed;
    if (LOCALHOST.test(bare)) return LOOPBACK;
    if (bare === '' || NUMERIC.test(bare)) throw new LookupError('ENOTFOUND', name);
    const known = cache.get(name);
    if (known) return known;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), withinMs);
    try {
      return await lookUp(name, deadline.signal);
    } finally {
      clearTimeout(timer);
    }
  };
}

const LOOPBACK: ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const aborted = (name: string, signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const abort = (): void => reject(new LookupError('EAI_AGAIN', name, 'ETIMEOUT'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
