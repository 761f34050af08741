import { ENVIRONMENTS } from '../../core/shared/channels';
import { maskedIdentifier } from '../../core/contacts/asked-identifiers';
import { isWhatsAppIdentity } from '../../channels/opt-outs/whatsapp-identity';
import type { OptChange } from '../../core/receipts/receipt';
import type { Application } from '../../store/accounts/applications';
import { leaveCategory, optIn, optOut, rejoinCategory } from '../../store/suppressions/opt-out';
import { type AddressOf, suppress } from '../../store/suppressions/suppress';
import type { WebhookDelivery } from '../../store/webhooks/deliveries';
import type { ApiDeps } from '../deps';
import { type Source, sourceOf } from './opt-source';

type Deps = Pick<ApiDeps, 'store' | 'cached' | 'dispatcher' | 'vault' | 'log'>;

/** The account whose provider reports. */
interface Reporter {
  application: Application;
  provider: string;
}

/**
 * Applies what recipients answered, and what providers changed in their own lists. STOP suppresses the address and switches
 * the channel off for its contact, START takes both back, and nothing else. Changes may arrive late and in any order, and the
 * newest counts.
 */
export async function applyOptChanges(
  deps: Deps,
  { application, provider }: Reporter,
  changes: OptChange[],
): Promise<void> {
  const { cached, dispatcher, log } = deps;
  for (const change of changes) {
    const { channel, address, optedOut } = change;
    if (isWhatsAppIdentity(address)) {
      const identity = maskedIdentifier(address);
      log.warn(
        { applicationId: application._id, channel, identity, optedOut },
        'an opt-out or opt-in of somebody without a number is kept, but no contact is found by it',
      );
    }
    const events = await applyChange(deps, { application, provider }, change);
    if (events.length > 0) dispatcher.redeliverEvents(events);
  }
  if (changes.length > 0) cached.clear();
}

/** Applies one change to both environments, because both send from the account. Returns the webhook events. */
async function applyChange(
  deps: Deps,
  { application, provider }: Reporter,
  change: OptChange,
): Promise<WebhookDelivery[]> {
  const { channel, address, optedOut, at, list } = change;
  const source = await sourceOf(deps, application, change);
  const name = list === undefined ? provider : `${provider}, ${list}`;
  const left = optedOut ? await leaveList(deps, application, { change, source, name }) : null;
  if (left) return left;
  const events: WebhookDelivery[] = [];
  for (const environment of ENVIRONMENTS) {
    const of = { scope: { applicationId: application._id, environment }, channel, address };
    const its = source?.environment === environment ? source : null;
    const from = { name, ...(its && { notificationId: its.notificationId }), at };
    events.push(...(await applyTo(deps, of, { change, category: its?.category ?? null, from })));
  }
  return events;
}

/** Switches off the category of an opt-out from a list. Null: it is of the whole address. */
async function leaveList(
  deps: Deps,
  { _id: applicationId }: Application,
  { change, source, name }: { change: OptChange; source: Source | null; name: string },
): Promise<WebhookDelivery[] | null> {
  if (!source || source.category === null || change.list === undefined) return null;
  const { environment, category, notificationId } = source;
  const of = { scope: { applicationId, environment }, channel: change.channel, address: change.address };
  return leaveCategory(deps, of, { category, at: change.at, notificationId, name });
}

async function applyTo(
  deps: Deps,
  of: AddressOf,
  {
    change: { optedOut, reason = 'opt_out', list },
    category,
    from,
  }: {
    change: OptChange;
    category: string | null;
    from: { name: string; notificationId?: string; at: Date };
  },
): Promise<WebhookDelivery[]> {
  const why = { detail: null, notificationId: from.notificationId ?? null, contactId: null, at: from.at };
  if (reason !== 'opt_out') {
    await suppress(deps, of, { ...why, reason });
    return [];
  }
  if (optedOut) return (await optOut(deps, of, { ...why, name: from.name })).events;
  if (list !== undefined && category !== null) return rejoinCategory(deps, of, { category, ...from });
  return optIn(deps, of, from);
}
