import { Resolver } from 'node:dns/promises';
import type { Lookup, RecordType } from '../core/sending/dns/record';

/** Time for one question at one server, in milliseconds. Each is asked twice. */
const TIMEOUT_MS = 2_000;
/** Codes that mean that there is no such record. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);
/** Maximum number of records of one name, and characters of one, that anyone can make us show. */
const MAX_VALUES = 20;
const MAX_LENGTH = 2048;

export type DnsLookup = (name: string, type: RecordType) => Promise<Lookup>;

/** Returns a function that asks DNS. `servers` are addresses with or without a port. Empty: those of the system. */
export function createDnsLookup(servers: readonly string[]): DnsLookup {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);

  const valuesOf = async (name: string, type: RecordType): Promise<string[]> => {
    switch (type) {
      case 'TXT':
        // A long text comes in parts of 255 characters (RFC 7208 section 3.3).
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      case 'CNAME':
        return resolver.resolveCname(name);
      case 'MX':
        return (await resolver.resolveMx(name)).map(({ exchange }) => exchange);
    }
  };
  return async (name, type) => {
    try {
      const values = await valuesOf(name, type);
      return { values: values.slice(0, MAX_VALUES).map((value) => value.slice(0, MAX_LENGTH)) };
    } catch (error) {
      const { code = 'unknown' } = error as { code?: string };
      return NONE.has(code) ? { values: [] } : { problem: code };
    }
  };
}
