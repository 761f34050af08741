import type { EventPlace } from '../../store/webhook-events';
import { ApiError } from '../api-error';

/** A place in a list of events as callers carry it: when and which event came last. */
export const placeText = ({ createdAt, _id }: { createdAt: Date; _id: string }): string =>
  `${createdAt.getTime()}_${_id}`;

/** The place that a caller brought back; 400 where it is none. */
export function placeOf(text: string): EventPlace {
  const [, at, id] = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(text) ?? [];
  if (at !== undefined && id !== undefined) return { at: new Date(Number(at)), id };
  throw new ApiError('VALIDATION_ERROR', 'after: must be what an earlier answer gave as next', {
    field: 'after',
  });
}
