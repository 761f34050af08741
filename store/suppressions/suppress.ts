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

/** The suppressions, and the vault that opens the keys of their hashes. */
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
 * Suppresses an address because of what happened at `at`, by default now. An address that is already suppressed, or was
 * lifted after `at`, stays as it is. Null if the application was removed.
 */
export async function suppress(
  stores: Stores,
  of: AddressOf,
  { at = new Date(), ...why }: Why,
): Promise<{ suppression: Suppression; isNew: boolean } | null> {
  const _id = await idOf(stores, of);
  if (_id === null) return null;
  const { scope, ...rest } = of;
  const { applicationId, environment } = scope;
  const suppression = { _id, applicationId, environment, ...rest, ...why, createdAt: new Date(), at };
  return { suppression, isNew: await stores.store.suppressions.add(suppression) };
}

/** Lifts an opt-out from before `at`. An opt-out of the same moment stays. */
export async function optIn(stores: Stores, of: AddressOf, at: Date): Promise<void> {
  const id = await idOf(stores, of);
  if (id !== null) await stores.store.suppressions.lift(id, 'opt_out', new Date(at.getTime() - 1));
}

/** Returns the id of an address's suppression; null if the application was removed. */
async function idOf(stores: Stores, { scope, ...of }: AddressOf): Promise<string | null> {
  const key = await addressKey(stores, scope.applicationId);
  return key === null ? null : suppressionId(scope, key, of);
}

/** Returns the key that an application hashes addresses with, after giving it one if it has none; null if it was removed. */
export async function addressKey(
  { store, vault }: { store: Pick<Store, 'applications'>; vault: Vault },
  applicationId: string,
): Promise<string | null> {
  const context = sealedFor.suppressionKey(applicationId);
  const candidate = textAtRest(vault, randomBytes(32).toString('base64'), context);
  const atRest = await store.applications.suppressionKey(applicationId, candidate);
  return atRest && openText(vault, atRest, context);
}

/** Looks up addresses of one application. Returns a function that says which of them are suppressed. */
export async function suppressedAmong(
  { store, vault }: SuppressionSource,
  { suppressionKey }: { suppressionKey?: AtRest | null },
  addresses: AddressOf[],
): Promise<(channel: Channel, address: string) => boolean> {
  const [first] = addresses;
  if (!suppressionKey || !first) return () => false;
  const key = keyOf(vault, suppressionKey, first.scope);
  const idOf = ({ scope, ...of }: AddressOf): string => suppressionId(scope, key, of);
  const found = await store.suppressions.among([...new Set(addresses.map(idOf))]);
  const suppressed = new Set(
    addresses.filter((one) => found.has(idOf(one))).map(({ channel, address }) => `${channel}:${address}`),
  );
  return (channel, address) => suppressed.has(`${channel}:${address}`);
}

/** Returns the suppression of an address; null if there is none. An application without suppressions needs no query. */
export async function suppressionOf(
  { store, vault }: SuppressionSource,
  { suppressionKey }: { suppressionKey?: AtRest | null },
  { scope, ...of }: AddressOf,
): Promise<Suppression | null> {
  if (!suppressionKey) return null;
  return store.suppressions.get(suppressionId(scope, keyOf(vault, suppressionKey, scope), of));
}

/** Returns the key of an application's suppressions. */
export const keyOf = (
  vault: Vault,
  suppressionKey: AtRest,
  { applicationId }: Pick<Scope, 'applicationId'>,
): string => openText(vault, suppressionKey, sealedFor.suppressionKey(applicationId));
