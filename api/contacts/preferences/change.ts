import type { Category } from '../../../core/preferences/category';
import { type PreferencesInput, problemOf } from '../../../core/preferences/input';
import type { PreferenceChange, PreferenceRow } from '../../../core/preferences/preferences';
import type { Contact } from '../../../store/contacts/model';
import {
  changePreferences,
  type PreferenceOrder,
  type PreferenceResult,
} from '../../../store/preferences/change-preferences';
import type { ApiDeps } from '../../deps';
import { ApiError } from '../../http/api-error';
import { contactNotFound } from '../find';

type Deps = Pick<ApiDeps, 'store' | 'dispatcher' | 'fault'>;

/** Changes a contact's preferences, and delivers the webhook event of it. Throws an ApiError if the contact is gone. */
export async function changeNow(
  { store, dispatcher, fault }: Deps,
  order: PreferenceOrder,
): Promise<PreferenceResult> {
  const result = await changePreferences(store, { ...order, fault });
  if (result === 'gone') throw contactNotFound();
  if (result === 'too_many') {
    const message = 'A contact can have at most 500 entries of preferences. Take some back with null.';
    throw new ApiError('VALIDATION_ERROR', message, { field: 'categories' });
  }
  if (result.event) dispatcher.redeliverEvents([result.event]);
  return result;
}

/** A request to change preferences, and who makes it. */
export interface PreferencesRequest extends Pick<PreferenceRow, 'by'> {
  input: PreferencesInput;
  /** Returns the changes that the input names, or those that replace what there is. */
  changesOf: (input: PreferencesInput, rows: readonly PreferenceRow[]) => PreferenceChange[];
  /** Name of the operator. */
  name?: string;
}

/** Makes the changes that a body names (PREFERENCE-5, PREFERENCE-6). Throws a 400 if they cannot be made. */
export async function makeChanges(
  deps: Deps,
  { contact, categories }: { contact: () => Promise<Pick<Contact, '_id'>>; categories: readonly Category[] },
  { input, changesOf, ...by }: PreferencesRequest,
): Promise<PreferenceResult> {
  const problem = problemOf(input, categories);
  if (problem) throw new ApiError('VALIDATION_ERROR', problem.message, { field: problem.field });
  const { _id } = await contact();
  return changeNow(deps, { ...{ contactId: _id, ...by }, changes: (rows) => changesOf(input, rows) });
}
