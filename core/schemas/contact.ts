import { z } from 'zod';
import { CONTACT_FORMS } from '../contacts/forms';
import { ENVIRONMENTS } from '../shared/channels';
import { atMost, pageLimit, queryInteger } from '../shared/schemas/fields';

/** Query of GET contacts (CONTACT-16 to CONTACT-19). A search is plain text, whatever characters it has. */
export const contactQuery = z.strictObject({
  limit: pageLimit,
  offset: queryInteger(
    0,
    10_000,
    0,
    'must be an integer from 0 to 10000. To reach further contacts, narrow the list with search',
  ),
  search: z.string('must be sent once, as text').check(atMost(255)).default(''),
});

/** Query of an operator's GET and DELETE of one contact. */
export const environmentQuery = z.strictObject({ environment: z.enum(ENVIRONMENTS) });

/** Query of operators' list of contacts. */
export const contactsQuery = contactQuery.extend(environmentQuery.shape);

/** Body of POST and DELETE push-tokens (DEVICE-5). */
export const pushTokenBody = z.strictObject({ token: CONTACT_FORMS.token });
