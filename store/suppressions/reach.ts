import { type Addressee, addressesOf, suppressibleAddresses } from '../../core/sending/reach';
import type { Reach } from '../../core/sending/routing';
import type { AtRest } from '../../core/shared/at-rest';
import type { Scope } from '../../core/shared/scope';
import { type SuppressionSource, suppressedAmong } from './suppress';

/** Returns the addresses of one recipient, and which of them are suppressed. */
export async function reachOf(
  source: SuppressionSource,
  application: { suppressionKey?: AtRest | null },
  scope: Scope,
  addressee: Addressee,
): Promise<Required<Omit<Reach, 'isUnwanted'>>> {
  const asked = suppressibleAddresses(addressee).map((address) => ({ scope, ...address }));
  const isSuppressed = await suppressedAmong(source, application, asked);
  return { addresses: addressesOf(addressee), isSuppressed };
}
