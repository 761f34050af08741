import type { Category } from '../../../core/preferences/category';
import { categoriesIn } from '../../../core/preferences/wish';
import {
  changesOf,
  preferencesInput,
  type PreferencesInput,
  replacementOf,
} from '../../../core/preferences/input';
import type { ApiDeps } from '../../deps';
import type { PublicCall } from '../../http/call';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { namedContact, ofOneContact, ONE_CONTACT } from '../named';
import { makeChanges, type PreferencesRequest } from './change';
import { preferencesSchema, preferencesView } from './view';

const EXAMPLE = {
  success: true,
  preferences: {
    channels: { sms: false },
    categories: { offers: { email: false } },
    entries: [
      { category: null, channel: 'sms', on: false, at: '2026-11-27T08:00:00.000Z', by: 'api' },
      { category: 'offers', channel: 'email', on: false, at: '2026-11-27T08:00:00.000Z', by: 'one_click' },
    ],
    effective: [
      { category: null, channel: 'sms', on: false, rule: 'channel' },
      { category: 'offers', channel: 'email', on: false, rule: 'category_and_channel' },
    ],
  },
};

const ofPreferences = {
  ...ofOneContact,
  path: `${ONE_CONTACT}/preferences`,
  answer: answer('PreferencesAnswer', { preferences: preferencesSchema }),
  answered: 'The preferences.',
} as const;

const changing = {
  ...ofPreferences,
  body: preferencesInput,
  errors: ['CONTACT_NOT_FOUND'],
  examples: {
    body: {
      'No SMS, and no offers by e-mail': {
        channels: { sms: false },
        categories: { news: true, offers: { email: false } },
      },
    },
    answer: { Preferences: EXAMPLE },
  },
} as const;

/** Not cached: a category may be used as soon as it was made. */
const categoriesOf = async (
  { caller: { scope } }: PublicCall<unknown, unknown, unknown>,
  { store }: ApiDeps,
): Promise<readonly Category[]> => categoriesIn(await store.applications.get(scope.applicationId), scope);

/** Makes the changes that a body names, and answers with what follows. */
async function change(
  call: PublicCall<{ identifier: string }, unknown, PreferencesInput>,
  deps: ApiDeps,
  changesOf: PreferencesRequest['changesOf'],
): Promise<{ preferences: ReturnType<typeof preferencesView> }> {
  const categories = await categoriesOf(call, deps);
  const of = { contact: () => namedContact(call, deps), categories };
  const { contact } = await makeChanges(deps, of, { by: 'api', input: call.body, changesOf });
  return { preferences: preferencesView(contact, categories) };
}

export const getPreferences = route({
  ...ofPreferences,
  id: 'getPreferences',
  method: 'get',
  summary: "Read a contact's preferences",
  description: 'What the contact has chosen, and what follows from it for each category and channel.',
  errors: ['CONTACT_NOT_FOUND'],
  examples: { answer: { Preferences: EXAMPLE } },
  handler: async (call, deps) => {
    const [contact, categories] = await Promise.all([namedContact(call, deps), categoriesOf(call, deps)]);
    return { preferences: preferencesView(contact, categories) };
  },
});

export const putPreferences = route({
  ...changing,
  id: 'putPreferences',
  method: 'put',
  summary: "Replace a contact's preferences",
  description: 'Choices that the body does not name are taken back.',
  handler: (call, deps) => change(call, deps, replacementOf),
});

export const patchPreferences = route({
  ...changing,
  id: 'patchPreferences',
  method: 'patch',
  summary: "Change a contact's preferences",
  description: 'Changes the choices that the body names, and no others.',
  handler: (call, deps) => change(call, deps, changesOf),
});
