import type { Channel } from '../shared/channels';
import { type Comparison, compares, valueAt } from '../sequences/condition';
import { isAt } from './moment';

/** A condition of a segment: data, not code. It is written as a condition of a sequence. */
export type SegmentCondition =
  | ({ value: string } & ValueTest)
  | { channel: Channel; exists: boolean }
  | { topic: string; exists: boolean };

/** Comparisons of a value. All that are given must hold. */
export interface ValueTest extends Comparison {
  /** The value is a date or time, then or later. */
  since?: string;
  /** The value is a date or time before. */
  before?: string;
}

export type SegmentFilter = SegmentCondition | { all: SegmentFilter[] } | { any: SegmentFilter[] };

/** What a filter reads of a contact. */
export interface SegmentFacts {
  contact: Record<string, unknown>;
  hasAddress: (channel: Channel) => boolean;
  isInTopic: (topic: string) => boolean;
}

/** Returns whether a contact is in a segment (SEGMENT-2). It never throws: an unknown path has no value. */
export function isMember(filter: SegmentFilter, facts: SegmentFacts): boolean {
  if ('all' in filter) return filter.all.every((one) => isMember(one, facts));
  if ('any' in filter) return filter.any.some((one) => isMember(one, facts));
  if ('channel' in filter) return facts.hasAddress(filter.channel) === filter.exists;
  if ('topic' in filter) return facts.isInTopic(filter.topic) === filter.exists;
  const value = valueAt(filter.value, { payload: {}, contact: facts.contact });
  return compares(value, filter) && isAt(value, filter);
}

interface Placed {
  /** Path into the request, such as `filter.all[0]`. */
  path: string;
  condition: SegmentCondition;
}

/** Returns the conditions of a filter, in their order, each with its place. */
export function conditionsIn(filter: SegmentFilter, path = 'filter'): Placed[] {
  if (!('all' in filter || 'any' in filter)) return [{ path, condition: filter }];
  const [key, inner] = 'all' in filter ? (['all', filter.all] as const) : (['any', filter.any] as const);
  return inner.flatMap((one, index) => conditionsIn(one, `${path}.${key}[${index}]`));
}

/** Returns the topics that a filter reads, by name, each with the first place that has it. */
export const topicsIn = (filter: SegmentFilter): Map<string, string> =>
  new Map(
    conditionsIn(filter)
      .flatMap(({ path, condition }): [string, string][] =>
        'topic' in condition ? [[condition.topic, `${path}.topic`]] : [],
      )
      .reverse(),
  );

/** Returns whether a filter reads the metadata of contacts. */
export const readsMeta = (filter: SegmentFilter): boolean =>
  conditionsIn(filter).some(
    ({ condition }) => 'value' in condition && condition.value.startsWith('contact.meta.'),
  );
