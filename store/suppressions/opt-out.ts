import { changesOfOptIn, changesOfOptOut, type OptIn } from '../../core/preferences/opt-changes';
import { changeAtAddress } from '../preferences/change-at-address';
import type { PreferenceStores } from '../preferences/change-preferences';
import type { Store } from '../store';
import type { WebhookDelivery } from '../webhooks/deliveries';
import { addressKey, type AddressOf, idsOf, suppress, type SuppressionStores, type Why } from './suppress';

/** What opt-outs at providers change: the suppressions of addresses, and the preferences of the contacts who have them. */
export interface OptStores extends SuppressionStores {
  store: PreferenceStores & Pick<Store, 'applications' | 'suppressions'>;
}

/** Who recorded a change, and the notification that it came from. */
export interface OptSource {
  /** Name of the provider and its list. */
  name?: string;
  notificationId?: string;
}

/** What an opt-out changed. */
export interface OptedOut {
  /** Whether the address had not opted out. */
  isNew: boolean;
  /** Webhook events, which the sweep delivers unless somebody does earlier. */
  events: WebhookDelivery[];
}

/**
 * Suppresses an address whose owner has opted out at the provider, and switches the channel off for the contact who has it
 * (PREFERENCE-50). Both may be repeated. The suppression comes first, because it also stops what no preference can.
 */
export async function optOut(
  stores: OptStores,
  of: AddressOf,
  { name, ...why }: Omit<Why, 'reason'> & { name?: string },
): Promise<OptedOut> {
  const { channel } = of;
  const done = await suppress(stores, of, { reason: 'opt_out', ...why });
  const ids = await suppressionIds(stores, of);
  const at = done && (await optedOutAt(stores, ids));
  if (!at) return { isNew: false, events: [] };
  const source = { name, notificationId: why.notificationId ?? undefined };
  const changes = changesOfOptOut({ category: null, channel }, at);
  const { events } = await changeAtAddress(stores.store, of, { by: 'provider', at, ...source, changes });
  // Opting out and in each write the suppression before they read it, so the second one sees both.
  if ((await optedOutAt(stores, ids)) === null)
    events.push(...(await takeBack(stores, of, { until: at, only: [null] }, source)));
  return { isNew: done.isNew, events };
}

/**
 * Lifts an opt-out from before `at`, and takes back the choices that providers have set for the channel (PREFERENCE-51). An
 * opt-out of the same moment stays, and so does everything if a later one stands. Returns the webhook events.
 */
export async function optIn(
  stores: OptStores,
  of: AddressOf,
  { at, ...source }: OptSource & { at: Date },
): Promise<WebhookDelivery[]> {
  const until = new Date(at.getTime() - 1);
  const ids = await suppressionIds(stores, of);
  await liftOptOut(stores, ids, until);
  if (await optedOutAt(stores, ids)) return [];
  return takeBack(stores, of, { until }, source);
}

/** An opt-out from a list of the provider, which is that of a category, or an opt-in to it. */
export interface OfCategory extends OptSource {
  category: string;
  at: Date;
}

/**
 * Switches a category off over a channel, for the contact who has the address (PREFERENCE-52). Returns the webhook events;
 * null if there is no such contact.
 */
export async function leaveCategory(
  stores: OptStores,
  of: AddressOf,
  { category, at, ...source }: OfCategory,
): Promise<WebhookDelivery[] | null> {
  const address = await suppressionIds(stores, of);
  const ids = [...categoryIds(address, category), ...address];
  const isOver = async (): Promise<boolean> => {
    const lifts = await Promise.all(ids.map((id) => stores.store.suppressions.liftedUntil(id, 'opt_out')));
    return lifts.some((until) => at <= until);
  };
  if (await isOver()) return [];
  const changes = changesOfOptOut({ category, channel: of.channel }, at);
  const order = { by: 'provider', at, ...source, changes } as const;
  const { isKept, events } = await changeAtAddress(stores.store, of, order);
  if (!isKept) return null;
  if (await isOver()) events.push(...(await takeBack(stores, of, { until: at, only: [category] }, source)));
  return events;
}

/** Takes back an opt-out from a category, and that of the address if there is one. Returns the webhook events. */
export async function rejoinCategory(
  stores: OptStores,
  of: AddressOf,
  { category, at, ...source }: OfCategory,
): Promise<WebhookDelivery[]> {
  const until = new Date(at.getTime() - 1);
  const ids = await suppressionIds(stores, of);
  await liftOptOut(stores, categoryIds(ids, category), until);
  if (await optedOutAt(stores, ids)) await liftOptOut(stores, ids, until);
  const only = [category, ...((await optedOutAt(stores, ids)) ? [] : [null])];
  return takeBack(stores, of, { until, only }, source);
}

const takeBack = async (
  { store }: OptStores,
  of: AddressOf,
  what: Omit<OptIn, 'channel'>,
  source: OptSource,
): Promise<WebhookDelivery[]> => {
  const changes = changesOfOptIn({ channel: of.channel, ...what });
  return (await changeAtAddress(store, of, { by: 'provider', ...source, changes })).events;
};

/** Returns the id under which the lifts of opt-outs from a category are stored. */
const categoryIds = ([id]: readonly string[], category: string): string[] =>
  id === undefined ? [] : [`${id}:${category}`];

async function suppressionIds(stores: OptStores, of: AddressOf): Promise<string[]> {
  const key = await addressKey(stores, of.scope.applicationId);
  return key === null ? [] : idsOf(key, of);
}

async function liftOptOut({ store }: OptStores, ids: readonly string[], until: Date): Promise<void> {
  for (const id of ids) await store.suppressions.lift(id, 'opt_out', until);
}

/** Returns when the owner of an address opted out last; null: the opt-out was lifted, or there was none. */
async function optedOutAt({ store }: OptStores, ids: string[]): Promise<Date | null> {
  return (await store.suppressions.get(ids))?.reasons.opt_out?.at ?? null;
}
