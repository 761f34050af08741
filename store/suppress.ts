import { randomBytes } from 'node:crypto';
import type { Channel } from '../core/channels';
import type { Scope } from '../core/scope';
import type { SuppressibleChannel } from '../core/suppression';
import { suppressionId } from '../core/suppression';
import type { Store } from './store';
import type { Suppression } from './suppressions';

export interface AddressOf {
  scope: Scope;
  channel: SuppressibleChannel;
  /** As messages carry it: a normalized e-mail address, or E.164. */
  address: string;
}

type Why = Pick<Suppression, 'reason' | 'detail' | 'notificationId' | 'contactId'>;

/** Suppresses an address; it stays as it is where it is suppressed already. Null where the application is gone. */
export async function suppress(
  store: Pick<Store, 'applications' | 'suppressions'>,
  { scope, channel, address }: AddressOf,
  why: Why,
): Promise<{ suppression: Suppression; isNew: boolean } | null> {
  const { applicationId, environment } = scope;
  const key = await store.applications.suppressionKey(applicationId, randomBytes(32).toString('base64'));
  if (key === null) return null;
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

/** Looks up several addresses of an application at once; what it gives answers for those. */
export async function suppressedAmong(
  store: Pick<Store, 'suppressions'>,
  { suppressionKey }: { suppressionKey?: string | null },
  addresses: AddressOf[],
): Promise<(channel: Channel, address: string) => boolean> {
  if (!suppressionKey || addresses.length === 0) return () => false;
  const idOf = ({ scope, channel, address }: AddressOf): string =>
    suppressionId(scope, suppressionKey, { channel, address });
  const found = await store.suppressions.among([...new Set(addresses.map(idOf))]);
  const suppressed = new Set(
    addresses.filter((one) => found.has(idOf(one))).map(({ channel, address }) => `${channel}:${address}`),
  );
  return (channel, address) => suppressed.has(`${channel}:${address}`);
}

/** The suppression of an address, null where there is none. An application that never had one asks nothing. */
export async function suppressionOf(
  store: Pick<Store, 'suppressions'>,
  application: { suppressionKey?: string | null },
  { scope, channel, address }: AddressOf,
): Promise<Suppression | null> {
  const { suppressionKey } = application;
  if (!suppressionKey) return null;
  return store.suppressions.get(suppressionId(scope, suppressionKey, { channel, address }));
}
