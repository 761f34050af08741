import { isIP, type LookupFunction } from 'node:net';
import { type AddressPolicy, isAllowedAddress } from './address-policy';
import { LookupError } from './resolver/lookup-error';
import type { ResolveAll } from './resolver/resolver';

/** How a socket finds the address of its host, and which ones it may connect to. */
export interface Dialer {
  /** Option `lookup` of a socket. */
  lookup: LookupFunction;
  /** Returns why a host that is an address may not be connected to. A socket makes no look-up for it. */
  refusalOf: (host: string) => RefusedAddressError | null;
}

/** Thrown when a host is, or resolves to, an address that may not be connected to. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  constructor(host: string, { setting }: Pick<AddressPolicy, 'setting'> = {}) {
    const advice =
      setting &&
      `. To allow it, an operator lists its network in ${setting} of API and worker, and restarts them`;
    super(`${host} leads to an address that is not public${advice ?? ''}`);
  }
}

/**
 * Returns the dialer for hosts that anyone may have entered. The addresses are checked inside the socket's own look-up, so
 * the checked address is the one that is connected to, and a name that changes its address in between (DNS rebinding) has no
 * effect. One refused address among several is enough.
 */
export function checkedDialer(resolve: ResolveAll, policy: AddressPolicy): Dialer {
  return {
    lookup: lookupBy(async (hostname) => {
      const addresses = await resolve(hostname);
      if (addresses.every(({ address }) => isAllowedAddress(address, policy))) return addresses;
      throw new RefusedAddressError(hostname, policy);
    }),
    refusalOf: (host) => {
      const address = host.replace(/^\[(.*)\]$/, '$1');
      const refused = isIP(address) !== 0 && !isAllowedAddress(address, policy);
      return refused ? new RefusedAddressError(address, policy) : null;
    },
  };
}

/** Returns the dialer for hosts of the operator's own settings. */
export const openDialer = (resolve: ResolveAll): Dialer => ({
  lookup: lookupBy(resolve),
  refusalOf: () => null,
});

const lookupBy =
  (resolve: (hostname: string) => ReturnType<ResolveAll>): LookupFunction =>
  (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        // Node throws for an empty list, where nobody can catch it.
        if (!first) callback(new LookupError('ENOTFOUND', hostname), []);
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
