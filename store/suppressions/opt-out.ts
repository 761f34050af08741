import { changesOfOptIn, changesOfOptOut, type OptIn } from '../../core/preferences/opt-changes';
import { changeAtAddress } from '../preferences/change-at-address';
import type { PreferenceOrder, PreferenceStores } from '../preferences/change-preferences';
import type { Store } from '../store';
import type { WebhookDelivery } from '../webhooks/deliveries';
import type { PendingChoice } from './model';
import type { SuppressedFor, UnfinishedChoice } from './suppressions';
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

/** Time after which the sweep changes the preferences, milliseconds. */
const FINISH_AFTER_MS = 10_000;

/**
 * Suppresses an address whose owner has opted out at the provider, and switches the channel off for the contact who has it
 * (PREFERENCE-50). Both may be repeated. The suppression comes first, because it also stops what no preference can. It keeps
 * that the preferences are to be changed: the sweep does that after a crash or an error.
 */
export async function optOut(
  stores: OptStores,
  of: AddressOf,
  {
    name,
    fault,
    ...why
  }: Omit<Why, 'reason' | keyof PendingChoice> & Pick<PreferenceOrder, 'name' | 'fault'>,
): Promise<OptedOut> {
  const choicePending = new Date(stores.store.now().getTime() + FINISH_AFTER_MS);
  const choice = { choicePending, choiceName: name ?? null };
  const done = await suppress(stores, of, { reason: 'opt_out', ...why, ...choice });
  if (!done) return { isNew: false, events: [] };
  fault?.('opt-out-suppressed');
  const events = await switchOff(stores, of, { name, notificationId: why.notificationId });
  await stores.store.suppressions.finishedChoice(done.id, choicePending);
  return { isNew: done.isNew && events !== null, events: events ?? [] };
}

/** Changes the preferences after an opt-out, if a crash or an error has left that. It may be repeated. */
export async function finishOptOut(
  stores: OptStores,
  { _id, applicationId, environment, channel, address, choicePending, choiceName }: UnfinishedChoice,
): Promise<void> {
  const scope = { applicationId, environment };
  // Of an erased contact only the hash is kept, and no preferences.
  if (address !== null)
    await switchOff(stores, { scope, channel, address }, { name: choiceName ?? undefined });
  await stores.store.suppressions.finishedChoice(_id, choicePending);
}

/**
 * Switches a channel off for the contact whose address has opted out. Without a `notificationId`, that of the suppression counts.
 * Returns the webhook events; null if the address has not opted out any more.
 */
async function switchOff(
  stores: OptStores,
  of: AddressOf,
  { name, notificationId: given }: { name: string | undefined; notificationId?: string | null },
): Promise<WebhookDelivery[] | null> {
  const ids = await suppressionIds(stores, of);
  const optedOut = await optedOutOf(stores, ids);
  if (!optedOut) return null;
  const { at } = optedOut;
  const notificationId = given === undefined ? optedOut.notificationId : given;
  const source = { name, notificationId: notificationId ?? undefined };
  const changes = changesOfOptOut({ category: null, channel: of.channel }, at);
  const { events } = await changeAtAddress(stores.store, of, { by: 'provider', at, ...source, changes });
  // Opting out and in each write the suppression before they read it, so the second one sees both.
  if ((await optedOutOf(stores, ids)) === null)
    events.push(...(await takeBack(stores, of, { until: at, only: [null] }, source)));
  return events;
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
  if (await optedOutOf(stores, ids)) return [];
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
  if (await optedOutOf(stores, ids)) await liftOptOut(stores, ids, until);
  const only = [category, ...((await optedOutOf(stores, ids)) ? [] : [null])];
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

/** Returns the last opt-out of an address; null: it was lifted, or there was none. */
async function optedOutOf({ store }: OptStores, ids: string[]): Promise<SuppressedFor | null> {
  return (await store.suppressions.get(ids))?.reasons.opt_out ?? null;
}
