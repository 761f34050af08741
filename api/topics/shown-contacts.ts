import { z } from 'zod';
import { CONTACT_FIELDS } from '../../core/contacts/rows';
import { MOST_CONTACTS } from '../../core/topics/topic';
import { contactFields, needsOne, UNKNOWN } from '../contacts/shown-fields';

const text = z.string().min(1).max(255).meta({
  id: 'ContactName',
  description:
    'A contact that exists: a uuid, an external id, an e-mail address, a phone number or a Slack member id.',
});

const described = contactFields.meta({
  id: 'ContactFields',
  description: `A contact, by at least one identifier. The fields are stored on the contact. ${UNKNOWN}`,
  override: needsOne(CONTACT_FIELDS.filter(({ key }) => key !== undefined)),
});

/** How the document shows a contact that a request names or describes. */
export const shownEntry = z.union([text, described]).meta({ id: 'ContactEntry' });

/** How the document shows the contacts that a request adds to a topic or removes. */
export const shownSubscriptions = z
  .strictObject({
    contacts: z.array(shownEntry).min(1).max(MOST_CONTACTS),
  })
  .meta({ id: 'SubscriptionsRequest' });
