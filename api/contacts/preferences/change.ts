import {
  changePreferences,
  type PreferenceOrder,
  type PreferenceResult,
} from '../../../store/preferences/change-preferences';
import type { ApiDeps } from '../../deps';
import { ApiError } from '../../http/api-error';
import { contactNotFound } from '../find';

/** Changes a contact's preferences, and delivers the webhook event of it. Throws an ApiError if the contact is gone. */
export async function changeNow(
  { store, dispatcher }: Pick<ApiDeps, 'store' | 'dispatcher'>,
  order: PreferenceOrder,
): Promise<PreferenceResult> {
  const result = await changePreferences(store, order);
  if (result === 'gone') throw contactNotFound();
  if (result === 'too_many') {
    const message = 'A contact can have at most 500 entries of preferences. Take some back with null.';
    throw new ApiError('VALIDATION_ERROR', message, { field: 'categories' });
  }
  if (result.event) dispatcher.redeliverEvents([result.event]);
  return result;
}
