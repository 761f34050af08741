import { randomBytes } from 'node:crypto';
import type { AtRest } from '../core/at-rest';
import { openText, sealedFor, textAtRest } from '../core/at-rest';
import type { Channel } from '../core/channels';
import type { Scope } from '../core/scope';
import type { SuppressibleChannel } from '../core/suppression';
import { suppressionId } from '../core/suppression';
import type { Vault } from '../core/vault';
import type { Store } from './store';
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

type Why = Pick<Suppression, 'reason' | 'detail' | 'notificationId' | 'contactId'>;

/** Suppresses an address; it stays as it is where it is suppressed already. Null where the application is gone. */
export async function suppress(
  { store, vault }: { store: Pick<Store, 'applications' | 'suppressions'>; vault: Vault },
  { scope, channel, address }: AddressOf,
  why: Why,
): Promise<{ suppression: Suppression; isNew: boolean } | null> {
  const { applicationId, environment } = scope;
  const context = sealedFor.suppressionKey(applicationId);
  const candidate = textAtRest(vault, randomBytes(32).toString('base64'), context);
  const atRest = await store.applications.suppressionKey(applicationId, candidate);
  if (atRest === null) return null;
  const key = openText(vault, atRest, context);
  const suppression: Suppression = {
    _id: suppressionId(scope, key, { channel, address }),
    applicationId,
    environment,
    channel,
    address,
    ...why,
    createdAt: new Date(),
  };
  return { suppression, isNew: await store.suppressions.add(suppression) };
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
