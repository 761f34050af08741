import { suppressibleAddresses } from '../../core/sending/reach';
import type { Recipient } from '../../core/sending/recipient';
import type { Reach } from '../../core/sending/routing';
import type { Contact } from '../../store/contacts/model';
import type { OpenNotification } from '../../store/notifications/content';
import { type AddressOf, suppressedAmong } from '../../store/suppressions/suppress';
import { ApiError } from '../http/api-error';
import {
  type ContactPlan,
  addresseeOf,
  contactsByKey,
  keysOfInput,
  ownersAmong,
  planContact,
} from '../contacts/resolve';
import type { ApiDeps } from '../deps';
import { type SendOrder, buildNotification, slackRecipient } from './build-notification';

/** One recipient of an order that is not planned yet. */
export interface Target {
  index: number;
  /** Id of its future notification. */
  id: string;
  recipient: Recipient;
}

export interface Planned extends Target {
  notification: OpenNotification;
  contactId: string | null;
}

interface Plan {
  planned: Planned[];
  refused: { index: number; error: ApiError }[];
  /** The contacts that must be written first, by id. */
  contacts: Map<string, ContactPlan>;
}

/**
 * Plans recipients with one look-up of their contacts, and writes nothing. If the order names a contact twice, the plan
 * has it once. A refused recipient changes no contact.
 */
export async function planRecipients(deps: ApiDeps, order: SendOrder, targets: Target[]): Promise<Plan> {
  const { store } = deps;
  const { scope } = order.caller;
  const keys = targets.flatMap(({ recipient }) =>
    recipient.kind === 'contact' ? keysOfInput(scope, recipient.input, recipient.uuid) : [],
  );
  const known = contactsByKey(keys.length > 0 ? await store.contacts.findByKeys([...new Set(keys)]) : []);
  const now = store.now();
  const plan: Plan = { planned: [], refused: [], contacts: new Map() };
  const isSuppressed = await suppressedAmong(
    deps,
    order.caller.application,
    addressesOf(order, targets, known),
  );
  for (const target of targets) {
    try {
      plan.planned.push(planOne(order, target, { known, writes: plan.contacts, isSuppressed, now }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      plan.refused.push({ index: target.index, error });
    }
  }
  return plan;
}

/** Returns the addresses that a message of this event may go to and that can be suppressed. */
function addressesOf({ caller }: SendOrder, targets: Target[], known: Map<string, Contact>): AddressOf[] {
  const named = targets.flatMap(({ recipient }) =>
    recipient.kind === 'contact' ? { to: recipient.to, contact: null } : [],
  );
  const stored = [...new Set(known.values())].map((contact) => ({ to: {}, contact }));
  return [...named, ...stored].flatMap((one) =>
    suppressibleAddresses(one).map((address) => ({ scope: caller.scope, ...address })),
  );
}

/** What the recipients of one plan share. */
interface Common {
  known: Map<string, Contact>;
  writes: Map<string, ContactPlan>;
  isSuppressed: Reach['isSuppressed'];
  /** Time of the database's clock. */
  now: Date;
}

function planOne(order: SendOrder, target: Target, common: Common): Planned {
  const { known, writes, isSuppressed } = common;
  const { id, recipient } = target;
  if (recipient.kind === 'slack_channel') {
    const to = { slack: recipient.channel };
    const key = slackRecipient(order.caller, recipient.channel);
    const notification = buildNotification(
      order,
      id,
      { id: key, contact: null, to, isSuppressed },
      common.now,
    );
    return { ...target, contactId: null, notification };
  }
  const { scope } = order.caller;
  const { input, uuid, to } = recipient;
  const owners = ownersAmong(known, scope, input, uuid);
  const path = order.batchId === null ? 'to' : `to[${target.index}]`;
  const owner = addresseeOf(owners, input);
  const planned = planContact(scope, owners, owner, input, {
    ...{ metaField: `${path}.meta`, reorders: false, registeredAt: common.now },
  });
  const { contact } = planned;
  const notification = buildNotification(
    order,
    id,
    { id: contact._id, contact, to, isSuppressed },
    common.now,
  );
  if (planned.write !== 'none') {
    const earlier = writes.get(contact._id);
    writes.set(contact._id, { contact, write: earlier?.write ?? planned.write });
    for (const key of owner?.identifiers ?? []) known.delete(key);
    for (const key of contact.identifiers) known.set(key, contact);
  }
  return { ...target, contactId: contact._id, notification };
}
