import type { ContactRecipient } from '../../core/sending/recipient';
import type { OpenNotification } from '../../store/notifications/content';
import type { Contact } from '../../store/contacts/model';
import { ApiError } from '../http/api-error';
import { type ContactPlan, addresseeOf, ownersAmong, planContact } from '../contacts/resolve';
import { buildNotification, slackRecipient } from './build-notification';
import type { Refused, SendOrder, Target } from './order';
import type { KnownRecipients } from './read-recipients';

export interface Planned extends Target {
  notification: OpenNotification;
  contactId: string | null;
}

interface Plan {
  planned: Planned[];
  refused: Refused[];
  /** The contacts that must be written first, by id. */
  contacts: Map<string, ContactPlan>;
}

/**
 * Plans recipients from what is stored of them. If the order names a contact twice, the plan has it once. A refused
 * recipient changes no contact.
 */
export function planRecipients(order: SendOrder, targets: Target[], known: KnownRecipients): Plan {
  const contacts = new Map(known.contacts);
  const plan: Plan = { planned: [], refused: [], contacts: new Map() };
  for (const target of targets) {
    const { index, id } = target;
    try {
      const { write, before, ...addressee } = addresseeIn(order, target, { ...known, contacts });
      const { contact } = addressee;
      const { payload, metadata, reference, language, warnings } = ownOf(target);
      const own = { payload, metadata, reference, language, warnings };
      const recipient = { ...addressee, isSuppressed: known.isSuppressed, ...own };
      const notification = buildNotification(order, id, recipient, known.now);
      plan.planned.push({ ...target, contactId: notification.contactId, notification });
      if (!contact || write === 'none') continue;
      const earlier = plan.contacts.get(contact._id);
      plan.contacts.set(contact._id, { contact, write: earlier?.write ?? write });
      for (const key of before?.identifiers ?? []) contacts.delete(key);
      for (const key of contact.identifiers) contacts.set(key, contact);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      plan.refused.push({ index, error: order.batchId === null ? error : error.at(`to[${index}]`) });
    }
  }
  return plan;
}

/** What a recipient asks for itself. */
const ownOf = ({ recipient }: Target): Partial<ContactRecipient> =>
  recipient.kind === 'contact' ? recipient : {};

/** The recipient that a target means. */
interface Addressee {
  id: string;
  to: OpenNotification['to'];
  /** As the send changes it. Null for a Slack channel. */
  contact: Contact | null;
  write: ContactPlan['write'];
  /** As it is stored. Null for a new one. */
  before: Contact | null;
}

function addresseeIn(
  { caller, batchId }: SendOrder,
  { index, recipient }: Target,
  { contacts, now }: KnownRecipients,
): Addressee {
  if (recipient.kind === 'slack_channel') {
    const { channel } = recipient;
    const none = { contact: null, write: 'none', before: null } as const;
    return { id: slackRecipient(caller, channel), to: { slack: channel }, ...none };
  }
  const { scope } = caller;
  const { input, uuid, to } = recipient;
  const owners = ownersAmong(contacts, scope, input, uuid);
  const before = addresseeOf(owners, input);
  const metaField = `${batchId === null ? 'to' : `to[${index}]`}.meta`;
  const options = { metaField, reorders: false, registeredAt: now };
  const planned = planContact(scope, owners, before, input, options);
  return { id: planned.contact._id, to, ...planned, before };
}
