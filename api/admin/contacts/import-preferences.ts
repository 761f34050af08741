import { z } from 'zod';
import { categoriesIn } from '../../../core/preferences/wish';
import { environmentQuery } from '../../../core/schemas/contact';
import { preferenceImportBody } from '../../../core/schemas/preferences';
import type { PublicCode } from '../../../core/shared/error-codes';
import { type ImportOutcome, importPreferences } from '../../contacts/preferences/import';
import { errorCode } from '../../http/error-body';
import { answer, uuid } from '../../http/formats';
import { route } from '../../http/route';
import { shownEntry } from '../../topics/shown-contacts';
import { applicationIn } from '../applications/application-in';

const count = z.int().min(0);

const resultSchema = z
  .object({
    status: z.enum(['changed', 'unchanged', 'rejected']),
    contact: uuid.nullable().describe('Id of the contact. Null: rejected.'),
    created: z.boolean().describe('Whether the contact is new.'),
    kept: count.describe('Choices that were left out, because of what was chosen here (PREFERENCE-25).'),
    error: z.string().nullable(),
    code: errorCode.nullable(),
    field: z.string().nullable().describe('Path into the request, for example `entries[2].contact.email`.'),
  })
  .meta({ id: 'PreferenceImportResult', description: 'The result of one entry.' });

export const importContactPreferences = route({
  id: 'importContactPreferences',
  tag: 'Contacts',
  method: 'post',
  path: '/admin/v1/applications/:app/preference-imports',
  role: 'editor',
  audit: 'contact.import_preferences',
  summary: 'Import preferences from another service',
  description:
    'Writes what another service knows of up to 100 contacts, with `by: import`. What was chosen here stays. An object as `contact` creates a contact that does not exist, and changes none that does. A repeat changes nothing.',
  query: environmentQuery,
  body: preferenceImportBody,
  shown: {
    body: preferenceImportBody
      .extend({
        entries: z.array(preferenceImportBody.shape.entries.element.extend({ contact: shownEntry })),
      })
      .meta({ id: 'PreferenceImportRequest' }),
  },
  answer: answer('PreferenceImportAnswer', {
    changed: count,
    unchanged: count,
    rejected: count,
    results: z.array(resultSchema).describe('In the order of `entries`.'),
  }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, deps) => {
    const application = await applicationIn(deps.store, call);
    const scope = { applicationId: application._id, ...call.query };
    const { from, entries } = call.body;
    const name = `${call.admin.name}, from ${from}`;
    const outcomes = await importPreferences(deps, scope, {
      ...{ entries, name, categories: categoriesIn(application, scope) },
    });
    const results = outcomes.map(resultView);
    const counted = (status: string): number => results.filter((one) => one.status === status).length;
    const [changed, unchanged, rejected] = ['changed', 'unchanged', 'rejected'].map(counted) as [
      number,
      number,
      number,
    ];
    const counts = { changed, unchanged, rejected };
    await call.record({
      about: [application._id],
      after: { from, environment: scope.environment, ...counts },
    });
    return { ...counts, results };
  },
});

function resultView(outcome: ImportOutcome): z.output<typeof resultSchema> {
  if ('error' in outcome) {
    const { message, code, details } = outcome.error;
    const refused = { error: message, code: code as PublicCode, field: details.field ?? null };
    return { status: 'rejected', contact: null, created: false, kept: 0, ...refused };
  }
  const { contactId, isNew, isChanged, kept } = outcome;
  const status = isChanged ? 'changed' : 'unchanged';
  return { status, contact: contactId, created: isNew, kept, error: null, code: null, field: null };
}
