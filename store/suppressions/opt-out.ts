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
  const at = done && (await optedOutAt(stores, of));
  if (!at) return { isNew: false, events: [] };
  const source = { name, notificationId: why.notificationId ?? undefined };
  const changes = changesOfOptOut({ category: null, channel }, at);
  const { events } = await changeAtAddress(stores.store, of, { by: 'provider', at, ...source, changes });
  // Opting out and in each write the suppression before they read it, so the second one sees both.
  if ((await optedOutAt(stores, of)) === null)
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
  await liftOptOut(stores, of, until);
  if (await optedOutAt(stores, of)) return [];
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
  const ids = await categoryIds(stores, of, category);
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
  const [list] = await categoryIds(stores, of, category);
  if (list !== undefined) await stores.store.suppressions.lift(list, 'opt_out', until);
  if (await optedOutAt(stores, of)) await liftOptOut(stores, of, until);
  const only = [category, ...((await optedOutAt(stores, of)) ? [] : [null])];
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

/** Returns the ids under which lifts of opt-outs are stored: of the category, then of the address. */
async function categoryIds(stores: OptStores, of: AddressOf, category: string): Promise<string[]> {
  const ids = await suppressionIds(stores, of);
  return [...ids.slice(0, 1).map((id) => `${id}:${category}`), ...ids];
}

async function suppressionIds(stores: OptStores, of: AddressOf): Promise<string[]> {
  const key = await addressKey(stores, of.scope.applicationId);
  return key === null ? [] : idsOf(key, of);
}

async function liftOptOut(stores: OptStores, of: AddressOf, until: Date): Promise<void> {
  for (const id of await suppressionIds(stores, of))
    await stores.store.suppressions.lift(id, 'opt_out', until);
}

/** Returns when the owner of an address opted out last; null: the opt-out was lifted, or there was none. */
async function optedOutAt(stores: OptStores, of: AddressOf): Promise<Date | null> {
  const found = await stores.store.suppressions.get(await suppressionIds(stores, of));
  return found?.reasons.opt_out?.at ?? null;
}
