import { segmentName } from '../../core/schemas/segments';
import type { Scope } from '../../core/shared/scope';
import type { Segment } from '../../store/segments/segments';
import type { Store } from '../../store/store';
import { ApiError } from '../http/api-error';

/** `:segment` of a path. */
export const segmentParam = {
  segment: segmentName.describe('Name of the segment.').meta({ examples: ['customers'] }),
};

/** Returns a segment by its name. Throws a 404 if there is none. */
export async function segmentNamed({ segments }: Store, scope: Scope, name: string): Promise<Segment> {
  const found = await segments.get(scope, name);
  if (found) return found;
  throw ApiError.of('SEGMENT_NOT_FOUND', [name]);
}
