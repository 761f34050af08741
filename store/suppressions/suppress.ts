import { randomBytes } from 'node:crypto';
import { type AtRest, openText, sealedFor, textAtRest } from '../../core/shared/at-rest';
import type { Channel } from '../../core/shared/channels';
import { addressFormOf } from '../../core/contacts/address-forms';
import type { Scope } from '../../core/shared/scope';
import { type SuppressibleChannel, suppressionId } from '../../core/receipts/suppression';
import type { Vault } from '../../core/shared/vault';
import type { Store } from '../store';
import type { PendingChoice } from './model';
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

/** Why an address is suppressed. `at`: when that happened, by default now. */
export type Why = Pick<Suppression, 'reason' | 'detail' | 'notificationId' | 'contactId'> &
  Partial<PendingChoice> & { at?: Date };

/** The stores that change suppressions, and the vault that opens the keys of their hashes. */
export interface SuppressionStores {
  store: Pick<Store, 'applications' | 'suppressions'>;
  vault: Vault;
}

/**
 * Adds a reason to the suppression of an address. Returns whether the address did not have it; null if the application was
 * removed. A reason that was lifted after `at` is not added.
 */
export async function suppress(
  stores: SuppressionStores,
  of: AddressOf,
  { at = new Date(), ...why }: Why,
): Promise<{ id: string; isNew: boolean } | null> {
  const key = await addressKey(stores, of.scope.applicationId);
  if (key === null) return null;
  const { scope, ...rest } = of;
  const { applicationId, environment } = scope;
  const [id] = idsOf(key, of);
  const since = new Date();
  const added = { _id: id, applicationId, environment, ...rest, ...why, at, since };
  return { id, isNew: await stores.store.suppressions.add(added) };
}

/**
 * Returns the ids of an address's suppressions. A phone number has one for each form in which networks write it: new
 * reasons go to the first, and those of older releases may be under another.
 */
export function idsOf(key: string, { scope, channel, address }: AddressOf): [string, ...string[]] {
  const [first, ...others] = addressFormOf(channel).forms(address);
  const idOf = (form: string): string => suppressionId(scope, key, { channel, address: form });
  return [idOf(first), ...others.map(idOf)];
}

/** Returns the key that an application hashes addresses with, after giving it one if it has none; null if it was removed. */
export async function addressKey(
  { store, vault }: { store: Pick<Store, 'applications'>; vault: Vault },
  applicationId: string,
): Promise<string | null> {
  const context = sealedFor.suppressionKey(applicationId);
  const candidate = textAtRest(vault, randomBytes(32).toString('base64'), context);
  const atRest = await store.applications.keyFor(applicationId, 'suppressionKey', candidate);
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
  const found = await store.suppressions.among([...new Set(addresses.flatMap((one) => idsOf(key, one)))]);
  const suppressed = new Set(
    addresses
      .filter((one) => idsOf(key, one).some((id) => found.has(id)))
      .map(({ channel, address }) => `${channel}:${address}`),
  );
  return (channel, address) => suppressed.has(`${channel}:${address}`);
}

/** Returns the suppression of an address; null if there is none. An application without suppressions needs no query. */
export async function suppressionOf(
  { store, vault }: SuppressionSource,
  { suppressionKey }: { suppressionKey?: AtRest | null },
  of: AddressOf,
): Promise<Suppression | null> {
  if (!suppressionKey) return null;
  return store.suppressions.get(idsOf(keyOf(vault, suppressionKey, of.scope), of));
}

/** Returns the key of an application's suppressions. */
export const keyOf = (
  vault: Vault,
  suppressionKey: AtRest,
  { applicationId }: Pick<Scope, 'applicationId'>,
): string => openText(vault, suppressionKey, sealedFor.suppressionKey(applicationId));
