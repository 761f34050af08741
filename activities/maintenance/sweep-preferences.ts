import { finishChange } from '../../store/preferences/change-preferences';
import { finishOptOut } from '../../store/suppressions/opt-out';
import type { Round } from './sweep-round';

const BATCH = 500;

/** Changes the preferences after opt-outs at providers, if that is missing. */
export async function finishOptOuts({ store, vault, before, each }: Round): Promise<void> {
  const { suppressions } = store;
  await each(await suppressions.unfinishedChoices(before, BATCH), {
    counts: 'preferences',
    work: (choice) => finishOptOut({ store, vault }, choice),
    again: { since: ({ choicePending }) => choicePending, postpone: suppressions.postponeChoice },
  });
}

/** Finishes changes of preferences: their history and their webhook events. */
export async function finishPreferences({ store, before, each }: Round): Promise<void> {
  const { contacts } = store;
  await each(await contacts.unfinishedPreferences(before, BATCH), {
    counts: 'preferences',
    work: async (contact) => void (await finishChange(store, contact)),
    again: { since: ({ preferencePending }) => preferencePending, postpone: contacts.postponePreferences },
  });
}
