import { isRequestTime } from '../../core/shared/schemas/times';
import type { Place } from '../../core/shared/place';
import { invalid } from './api-error';

/** Returns the text with which a caller asks for the items after this one. */
export const cursorOf = (at: Date, id: string): string => `${at.getTime()}_${id}`;

/** Returns the cursor of the next page. Null if this page is the last. */
export function nextCursor<T extends { _id: string }>(
  page: T[],
  limit: number,
  timeOf: (item: T) => Date,
): string | null {
  const last = page.length === limit ? page.at(-1) : undefined;
  return last ? cursorOf(timeOf(last), last._id) : null;
}

/** Returns the place that a request's `after` names. Throws a 400 if the text is not a cursor. */
export function placeOf(after: string | undefined): Place | undefined {
  if (after === undefined) return undefined;
  const [, at, id] = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(after) ?? [];
  if (at !== undefined && id !== undefined && isRequestTime(Number(at)))
    return { at: new Date(Number(at)), id };
  throw invalid('after', 'must be the value of next in an earlier response');
}
