import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isIP } from 'node:net';

export interface ResolvedAddress {
  address: string;
  /** 4 or 6. */
  family: number;
}

/** How the system completes short names (resolv.conf(5)). */
export interface SearchRules {
  /** Domains that are tried behind a name, in order. */
  domains: string[];
  /** A name with at least this many dots is asked as it is first. */
  dots: number;
}

/** What the files of the system say of names. */
export interface SystemFiles {
  /** Returns the addresses of a name in the hosts file, empty if it has none. */
  hosts: (name: string) => Promise<ResolvedAddress[]>;
  search: () => Promise<SearchRules>;
}

/** Time for which a file is not read again, milliseconds. */
const READ_AGAIN_MS = 5_000;

/** Reads the hosts file and the search rules, which DNS queries do not consider. A missing file says nothing. */
export function createSystemFiles(hostsFile = '/etc/hosts', resolvConf = '/etc/resolv.conf'): SystemFiles {
  const hosts = kept(hostsFile, parseHosts);
  const search = kept(resolvConf, parseSearch);
  return { hosts: async (name) => (await hosts()).get(name) ?? [], search };
}

function kept<T>(file: string, parse: (text: string) => T): () => Promise<T> {
  let read: { at: number; content: Promise<T> } | undefined;
  return () => {
    if (!read || performance.now() - read.at > READ_AGAIN_MS) {
      const content = readFile(file, 'utf8').catch(() => '');
      read = { at: performance.now(), content: content.then(parse) };
    }
    return read.content;
  };
}

/** Reads lines of an address and its names (hosts(5)). */
export function parseHosts(text: string): Map<string, ResolvedAddress[]> {
  const hosts = new Map<string, ResolvedAddress[]>();
  for (const [address = '', ...names] of fieldsOf(text)) {
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const known = hosts.get(name) ?? [];
      if (!known.some((one) => one.address === address)) hosts.set(name, [...known, { address, family }]);
    }
  }
  return hosts;
}

/** Reads `search`, `domain` and the option `ndots`. Without a list, the domain of this host is searched. */
export function parseSearch(text: string, host = hostname()): SearchRules {
  let domains = host.includes('.') ? [host.slice(host.indexOf('.') + 1)] : [];
  let dots = 1;
  for (const [keyword, ...values] of fieldsOf(text)) {
    if (keyword === 'search' || keyword === 'domain') domains = values;
    if (keyword !== 'options') continue;
    for (const value of values) {
      const given = /^ndots:(\d{1,3})$/.exec(value)?.[1];
      if (given !== undefined) dots = Math.min(15, Number(given));
    }
  }
  return { domains: domains.map((domain) => domain.replace(/\.+$/, '')).filter(Boolean), dots };
}

const fieldsOf = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.replace(/[#;].*$/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/));
