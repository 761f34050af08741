import { randomBytes } from 'node:crypto';
import { type AtRest, openText, sealedFor, textAtRest } from '../../core/shared/at-rest';
import type { Channel } from '../../core/shared/channels';
import type { Scope } from '../../core/shared/scope';
import { type SuppressibleChannel, suppressionId } from '../../core/receipts/suppression';
import type { Vault } from '../../core/shared/vault';
import type { Store } from '../store';
import type { Suppression } from './suppressions';

export interface AddressOf {
  scope: Scope;
  channel: SuppressibleChannel;
  /** As messages carry it: a normalized e-mail address, or E.164. */
  address: string;
}

/** Where suppressions are, and what opens the keys that they are known by. */
export interface SuppressionSource {
  store: Pick<Store, 'suppressions'>;
  vault: Vault;
}

type Why = Pick<Suppression, 'reason' | 'detail' | 'notificationId' | 'contactId' | 'at'>;
interface Stores {
  store: Pick<Store, 'applications' | 'suppressions'>;
  vault: Vault;
}

/**
 * Suppresses an address for what happened at `at`, by default now; it stays as it is where it is suppressed already, or
 * was lifted after that. Null where the application is gone.
 */
export async function suppress(
  stores: Stores,
  of: AddressOf,
  { at = new Date(), ...why }: Why,
): Promise<{ suppression: Suppression; isNew: boolean } | null> {
  const _id = await idOf(stores, of);
  if (_id === null) return null;
  const { scope, channel, address } = of;
  const { applicationId, environment } = scope;
  const suppression = {
    _id,
    applicationId,
    environment,
    channel,
    address,
    ...why,
    createdAt: new Date(),
    at,
  };
  return { suppression, isNew: await stores.store.suppressions.add(suppression) };
}

/** Takes back an opt-out from before `at`; of the same moment the opt-out stays. */
export async function optIn(stores: Stores, of: AddressOf, at: Date): Promise<void> {
  const id = await idOf(stores, of);
  if (id !== null) await stores.store.suppressions.lift(id, 'opt_out', new Date(at.getTime() - 1));
}

/** Null where the application is gone; one that has suppressed nothing yet gets its key. */
async function idOf(
  { store, vault }: Stores,
  { scope, channel, address }: AddressOf,
): Promise<string | null> {
  const context = sealedFor.suppressionKey(scope.applicationId);
  const candidate = textAtRest(vault, randomBytes(32).toString('base64'), context);
  const atRest = await store.applications.suppressionKey(scope.applicationId, candidate);
  return atRest === null
    ? null
    : suppressionId(scope, openText(vault, atRest, context), { channel, address });
}

/** Looks up several addresses of one application at once; what it gives answers for those. */
export async function suppressedAmong(
  { store, vault }: SuppressionSource,
  { suppressionKey }: { suppressionKey?: AtRest | null },
  addresses: AddressOf[],
): Promise<(channel: Channel, address: string) => boolean> {
  const [first] = addresses;
  if (!suppressionKey || !first) return () => false;
  const key = keyOf(vault, suppressionKey, first.scope);
  const idOf = ({ scope, channel, address }: AddressOf): string =>
    suppressionId(scope, key, { channel, address });
  const found = await store.suppressions.among([...new Set(addresses.map(idOf))]);
  const suppressed = new Set(
    addresses.filter((one) => found.has(idOf(one))).map(({ channel, address }) => `${channel}:${address}`),
  );
  return (channel, address) => suppressed.has(`${channel}:${address}`);
}

/** The suppression of an address, null where there is none. An application that never had one asks nothing. */
export async function suppressionOf(
  { store, vault }: SuppressionSource,
  application: { suppressionKey?: AtRest | null },
  { scope, channel, address }: AddressOf,
): Promise<Suppression | null> {
  const { suppressionKey } = application;
  if (!suppressionKey) return null;
  return store.suppressions.get(
    suppressionId(scope, keyOf(vault, suppressionKey, scope), { channel, address }),
  );
}

/** The key itself of an application's suppressions. */
export const keyOf = (
  vault: Vault,
  suppressionKey: AtRest,
  { applicationId }: Pick<Scope, 'applicationId'>,
): string => openText(vault, suppressionKey, sealedFor.suppressionKey(applicationId));
