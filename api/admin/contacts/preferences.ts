import { z } from 'zod';
import { changesOf, preferencesInput } from '../../../core/preferences/input';
import { PREFERENCE_BY } from '../../../core/preferences/preferences';
import { categoriesIn } from '../../../core/preferences/wish';
import { environmentQuery } from '../../../core/schemas/contact';
import { preferenceHistoryQuery } from '../../../core/schemas/preferences';
import type { PreferenceHistoryRow } from '../../../store/preferences/changes';
import { findContact } from '../../contacts/find';
import { makeChanges } from '../../contacts/preferences/change';
import { preferenceMadeSchema, preferencesSchema, preferencesView } from '../../contacts/preferences/view';
import { answer, next, timestamp } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { CONTACT, contactIn, missingContact } from './contact-in';
import { changeCursor, changePlace } from './preference-cursor';

const PREFERENCES = `${CONTACT}/preferences` as const;
const preferencesAnswer = answer('ContactPreferencesAnswer', { preferences: preferencesSchema });

const changeSchema = z
  .object({
    at: timestamp,
    by: z.enum(PREFERENCE_BY).describe('Who chose: `page` and `one_click` are the contact.'),
    name: z
      .string()
      .nullable()
      .describe(
        'Name of the operator, of the operator and the service of an import, or of the provider and its list. Null: it was the contact, or your API.',
      ),
    notification_id: z
      .string()
      .nullable()
      .describe(
        'The notification whose link was used, or from which the contact opted out at the provider. Null: none.',
      ),
    changes: z.array(preferenceMadeSchema),
  })
  .meta({ id: 'PreferenceChange' });

export const getContactPreferences = route({
  id: 'getContactPreferences',
  tag: 'Contacts',
  method: 'get',
  path: PREFERENCES,
  role: 'viewer',
  summary: 'View the preferences of a contact',
  description: 'What the contact has chosen, and what follows from it for each category and channel.',
  query: environmentQuery,
  answer: preferencesAnswer,
  errors: missingContact,
  handler: async (call, { store }) => {
    const application = await applicationIn(store, call);
    const scope = { applicationId: application._id, ...call.query };
    const contact = await findContact(store, scope, call.params.identifier);
    return { preferences: preferencesView(contact, categoriesIn(application, scope)) };
  },
});

export const patchContactPreferences = route({
  id: 'patchContactPreferences',
  tag: 'Contacts',
  method: 'patch',
  path: PREFERENCES,
  role: 'editor',
  audit: 'contact.preferences',
  summary: 'Change the preferences of a contact',
  description:
    'Changes the choices that the body names, and no others. The history has the name of the operator.',
  query: environmentQuery,
  body: preferencesInput,
  answer: preferencesAnswer,
  errors: missingContact,
  handler: async (call, deps) => {
    const application = await applicationIn(deps.store, call);
    const scope = { applicationId: application._id, ...call.query };
    const categories = categoriesIn(application, scope);
    const find = () => findContact(deps.store, scope, call.params.identifier);
    const { contact, row } = await makeChanges(
      deps,
      { contact: find, categories },
      { by: 'operator', name: call.admin.name, input: call.body, changesOf },
    );
    const sides = sidesOf(row?.changes ?? []);
    await call.record({ about: [application._id, contact._id], ...sides });
    return { preferences: preferencesView(contact, categories) };
  },
});

export const listPreferenceChanges = route({
  id: 'listPreferenceChanges',
  tag: 'Contacts',
  method: 'get',
  path: `${PREFERENCES}/history`,
  role: 'viewer',
  summary: 'List the changes of the preferences of a contact',
  description: 'The newest first. They are kept for `KEEP_PREFERENCE_CHANGES_DAYS`.',
  query: preferenceHistoryQuery,
  answer: answer('PreferenceChangesAnswer', { changes: z.array(changeSchema), next }),
  errors: missingContact,
  handler: async (call, deps) => {
    const { after, limit } = call.query;
    const contact = await contactIn(call, deps);
    const found = await deps.store.preferenceChanges.list(contact._id, {
      after: changePlace(contact._id, after),
      limit,
    });
    const last = found.length === limit ? found.at(-1) : undefined;
    return { changes: found.map(changeView), next: last ? changeCursor(last) : null };
  },
});

const changeView = ({
  at,
  by,
  name,
  notificationId,
  changes,
}: PreferenceHistoryRow): z.output<typeof changeSchema> => ({
  ...{ at: at.toISOString(), by, name, notification_id: notificationId },
  changes: changes.map(({ category, channel, was, on }) => ({ category, channel, was, on })),
});

/** Returns what changed for the audit log, such as `news over email`. */
function sidesOf(changes: PreferenceHistoryRow['changes']): { before: object; after: object } {
  const named = (side: 'was' | 'on') =>
    Object.fromEntries(
      changes.map((change) => [
        [change.category ?? [], change.channel ? `over ${change.channel}` : []].flat().join(' '),
        change[side],
      ]),
    );
  return { before: named('was'), after: named('on') };
}
