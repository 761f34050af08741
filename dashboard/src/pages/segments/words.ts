import { labelOf } from '../../api/channels';
import { COMPARISONS } from './draft';
import type { SegmentFilter } from './queries';

/** Says who is in a segment. */
export function filterText(filter: SegmentFilter): string {
  if (filter.all) return filter.all.map(inner).join(' and ');
  if (filter.any) return filter.any.map(inner).join(' or ');
  const { exists = true } = filter;
  if (filter.channel !== undefined) return `${exists ? 'has' : 'no'} address for ${labelOf(filter.channel)}`;
  if (filter.topic !== undefined) return `${exists ? 'in' : 'not in'} the topic ${filter.topic}`;
  const tests = COMPARISONS.flatMap(({ value, label }) =>
    filter[value] === undefined ? [] : [testText(value, label, filter[value])],
  );
  return `${(filter.value ?? '').replace(/^contact\.(?:meta\.)?/, '')} ${tests.join(' and ')}`;
}

const inner = (filter: SegmentFilter): string =>
  filter.all || filter.any ? `(${filterText(filter)})` : filterText(filter);

function testText(comparison: string, label: string, compared: unknown): string {
  if (comparison === 'exists') return compared === true ? 'has a value' : 'has no value';
  return `${label} ${[compared].flat().map(String).join(', ')}`;
}
