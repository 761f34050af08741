import type { Channel } from '../../api/channels';
import { COMPARED, EXISTS } from '../../parts/comparisons';
import { type NamedDraft, namedDraftOf } from '../../parts/named-fields';
import type { Segment, SegmentFilter } from './queries';

/** The comparisons of a value, in the order of the menu. */
export const COMPARISONS = [
  ...COMPARED,
  { value: 'since', label: 'is the date or later' },
  { value: 'before', label: 'is before the date' },
  EXISTS,
] as const;
export type Comparison = (typeof COMPARISONS)[number]['value'];

export type Kind = 'value' | 'channel' | 'topic';

/** A condition as the fields of a form have it. */
export interface Row {
  kind: Kind;
  path: string;
  comparison: Comparison;
  /** What the value is compared with. Of `in`: several. */
  texts: string[];
  channel: Channel;
  topic: string;
  /** Whether there is an address, a subscription or a value. */
  exists: boolean;
}

/** A segment as the fields of a form have it. */
export interface Draft extends NamedDraft {
  match: 'all' | 'any';
  rows: Row[];
  /** The filter as JSON, if it has groups or the reader wants to write it. Null: it is in the rows. */
  json: string | null;
}

export const EMPTY_ROW: Row = {
  ...{ kind: 'value', path: 'contact.meta.', comparison: 'is', texts: [''] },
  ...{ channel: 'email', topic: '', exists: true },
};

/** Returns a segment as a form begins with it. */
export function draftOf(segment: Segment | null): Draft {
  const fields = namedDraftOf(segment?.segment, segment);
  if (!segment) return { ...fields, match: 'all', rows: [EMPTY_ROW], json: null };
  return { ...fields, ...partsOf(segment.filter) };
}

/** Returns a filter in rows, or as JSON if it has groups. */
export function partsOf(filter: SegmentFilter): Pick<Draft, 'match' | 'rows' | 'json'> {
  const match = filter.any ? 'any' : 'all';
  const conditions = filter.all ?? filter.any ?? [filter];
  const rows = conditions.map((one) => (one.all || one.any ? null : rowOf(one)));
  const known = rows.filter((row) => row !== null);
  if (known.length === rows.length) return { match, rows: known, json: null };
  return { match, rows: [], json: JSON.stringify(filter, null, 2) };
}

/** Returns a condition as a row; null if it has several comparisons. */
function rowOf(condition: SegmentFilter): Row | null {
  const { exists = true } = condition;
  if (condition.channel !== undefined)
    return { ...EMPTY_ROW, kind: 'channel', channel: condition.channel, exists };
  if (condition.topic !== undefined) return { ...EMPTY_ROW, kind: 'topic', topic: condition.topic, exists };
  const given = COMPARISONS.filter(({ value }) => condition[value] !== undefined);
  const comparison = given[0]?.value;
  if (comparison === undefined || given.length > 1) return null;
  const compared = [condition[comparison]].flat();
  return { ...EMPTY_ROW, path: condition.value ?? '', comparison, exists, texts: compared.map(asTyped) };
}

/** Returns the filter that a form means. The API says what is wrong in it. Throws if its JSON is none. */
export function filterIn({ match, rows, json }: Draft): SegmentFilter {
  if (json !== null) return JSON.parse(json) as SegmentFilter;
  const [only, ...others] = rows.map(conditionIn);
  return only && others.length === 0
    ? only
    : { [match]: [only, ...others].filter((one) => one !== undefined) };
}

/** Returns whether all that a condition needs is filled in. */
export const isFilled = ({ kind, path, comparison, texts, topic }: Row): boolean => {
  if (kind === 'channel') return true;
  if (kind === 'topic') return topic.trim() !== '';
  if (path.trim() === '' || path.endsWith('.')) return false;
  return comparison === 'exists' || texts.some((text) => text.trim() !== '');
};

function conditionIn({ kind, path, comparison, texts, channel, topic, exists }: Row): SegmentFilter {
  if (kind === 'channel') return { channel, exists };
  if (kind === 'topic') return { topic: topic.trim(), exists };
  return { value: path.trim(), [comparison]: comparedWith(comparison, texts, exists) };
}

function comparedWith(comparison: Comparison, texts: readonly string[], exists: boolean): unknown {
  const [text = ''] = texts;
  if (comparison === 'exists') return exists;
  if (comparison === 'in') return texts.map(typed);
  if (comparison === 'since' || comparison === 'before') return text.trim();
  return typed(text);
}

const LITERAL = /^(?:-?\d+(?:\.\d+)?|true|false|".*")$/s;

/** Returns the value that a text means: `5` is a number, `"5"` a text. */
export function typed(text: string): unknown {
  const trimmed = text.trim();
  if (!LITERAL.test(trimmed)) return trimmed;
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
}

/** Returns a value as it is typed. */
const asTyped = (value: unknown): string =>
  typeof value === 'string' && !LITERAL.test(value.trim()) ? value : JSON.stringify(value);
