import { Resolver } from 'node:dns/promises';
import { withTimeout } from '../../process/with-timeout';
import type { ResolvedAddress } from './system-files';

/** What DNS says of one name. `silent`: it is not known whether the name has an address. */
export type DnsAnswer =
  | { kind: 'found'; addresses: ResolvedAddress[]; ttlSeconds: number }
  | { kind: 'none' }
  | { kind: 'silent'; why: string; timedOut: boolean };

/** Time for the first question at one server, milliseconds. Each round takes longer. */
const TRY_MS = 1_000;
const ROUNDS = 3;
/** Time that one family waits for the other if it has addresses already, milliseconds (RFC 8305 section 3 has a shorter one). */
const OTHER_FAMILY_MS = 500;
/** Maximum number of addresses of one name. */
const MAX_ADDRESSES = 32;

/** Codes that mean that there is no such name or no such record, or that it can be no name. */
const NONE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADSTR']);
const TIMED_OUT = new Set(['ETIMEOUT', 'ECANCELLED']);

/** The questions of one look-up. `cancel` ends them, with their sockets. */
export function createQuestions(servers: readonly string[]) {
  const resolver = new Resolver({ timeout: TRY_MS, tries: ROUNDS });
  let cancelled = false;
  if (servers.length > 0) resolver.setServers(servers);

  const family = async (name: string, version: 4 | 6): Promise<DnsAnswer> => {
    try {
      const options = { ttl: true } as const;
      const records = await (version === 4
        ? resolver.resolve4(name, options)
        : resolver.resolve6(name, options));
      // A chain of CNAMEs that ends without an address is a success without records.
      if (records.length === 0) return { kind: 'none' };
      return {
        kind: 'found',
        addresses: records.map(({ address }) => ({ address, family: version })),
        ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)),
      };
    } catch (error) {
      const { code = 'unknown' } = error as { code?: string };
      return NONE.has(code) ? { kind: 'none' } : { kind: 'silent', why: code, timedOut: TIMED_OUT.has(code) };
    }
  };

  return {
    /** Asks for the addresses of both families. Never rejects. */
    async ask(name: string): Promise<DnsAnswer> {
      if (cancelled) return late();
      const [four, six] = [family(name, 4), family(name, 6)];
      const patient = async (answer: Promise<DnsAnswer>, other: Promise<DnsAnswer>): Promise<DnsAnswer> =>
        (await other).kind === 'found' ? withTimeout(answer, OTHER_FAMILY_MS, late) : answer;
      return joined(
        await Promise.all([
          Promise.race([four, patient(four, six)]),
          Promise.race([six, patient(six, four)]),
        ]),
      );
    },
    cancel: () => {
      cancelled = true;
      resolver.cancel();
    },
  };
}

const late = (): DnsAnswer => ({ kind: 'silent', why: 'ETIMEOUT', timedOut: true });

function joined(answers: DnsAnswer[]): DnsAnswer {
  const found = answers.filter((answer) => answer.kind === 'found');
  if (found.length > 0)
    return {
      kind: 'found',
      addresses: found.flatMap(({ addresses }) => addresses).slice(0, MAX_ADDRESSES),
      ttlSeconds: Math.min(...found.map(({ ttlSeconds }) => ttlSeconds)),
    };
  return answers.find(({ kind }) => kind === 'silent') ?? { kind: 'none' };
}
