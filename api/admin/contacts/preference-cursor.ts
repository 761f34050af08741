import type { Place } from '../../../core/shared/place';
import { isRequestTime } from '../../../core/shared/schemas/times';
import type { PreferenceHistoryRow } from '../../../store/preferences/changes';
import { invalid } from '../../http/api-error';

/** Returns the text with which a caller asks for the changes before this one: its time, and the contact's revision. */
export const changeCursor = ({ _id, at }: Pick<PreferenceHistoryRow, '_id' | 'at'>): string =>
  `${at.getTime()}_${_id.split(':').at(-1)}`;

/** Returns the place that a request's `after` names. Throws a 400 if the text is not a cursor. */
export function changePlace(contactId: string, after: string | undefined): Place | undefined {
  if (after === undefined) return undefined;
  const [, at, revision] = /^(\d{1,15})_(\d{1,15})$/.exec(after) ?? [];
  if (at !== undefined && isRequestTime(Number(at)))
    return { at: new Date(Number(at)), id: `${contactId}:${revision}` };
  throw invalid('after', 'must be the value of next in an earlier response');
}
