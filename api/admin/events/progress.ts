import { changedMessages } from '../../../core/events/changed-messages';
import { categoryFile } from '../../../core/preferences/category-name';
import { categoryText } from '../../../core/preferences/category-text';
import { ApiError } from '../../http/api-error';
import type { Compiled } from './compile';
import type { EventChange, PartChange } from './view';

/** What a push has done so far. */
export interface Progress {
  events: Record<string, EventChange & { isOwn: boolean }>;
  parts: Record<string, PartChange>;
  categories: Record<string, PartChange>;
  /** Ids of the versions of the events as the push has seen or made them. */
  seen: Map<string, string>;
  /** Names of the events that it has written. */
  applied: Set<string>;
  /** For the audit log: fingerprints of events, versions of layouts and partials, the files of categories. */
  before: Record<string, string>;
  after: Record<string, string>;
}

/** Notes what the push will do. */
export function noteCompiled(
  { events, parts, categories, seen, applied, before: printsBefore, after }: Progress,
  compiled: Compiled,
): void {
  for (const { name, change, before } of compiled.parts)
    parts[name] = { name, change, version: before?.version.number ?? null };
  for (const { category, change, before } of compiled.categories) {
    const name = categoryFile(category.name);
    categories[name] = { name, change, version: null };
    if (before) printsBefore[name] = categoryText(before);
    after[name] = categoryText(category);
  }
  for (const { name, version } of compiled.removed)
    parts[name] = { name, change: 'removed', version: version.number };
  for (const { definition, change, before, isOwn, prints } of compiled.events) {
    const { name } = definition;
    seen.set(name, before?.version.id ?? '');
    after[name] = prints.after;
    // An event that this push has written before is compared with itself.
    if (applied.has(name)) continue;
    if (prints.before !== undefined) printsBefore[name] = prints.before;
    const isChanged = before !== undefined && change === 'changed';
    events[name] = {
      ...{ name, change, version: before?.version.number ?? null, isOwn },
      parts: isOwn || !isChanged ? [] : Object.keys(parts),
      messages: isChanged ? changedMessages(before.definition, definition) : [],
    };
  }
}

/** Throws if something that a push replaces has another version than its author expects. */
export function refuseUnexpected(
  { events, parts }: Compiled,
  expected: Readonly<Record<string, number | null>>,
  tries: number,
): void {
  const all = [
    ...events
      .filter(({ isOwn }) => isOwn)
      .map(({ definition: { name }, before }) => ({ what: `event ${name}`, name, before })),
    ...parts.map(({ name, before }) => ({ what: `file ${name}`, name, before })),
  ];
  const other = all.find(
    ({ name, before }) =>
      Object.hasOwn(expected, name) && expected[name] !== (before?.version.number ?? null),
  );
  if (!other) return;
  const { what, before } = other;
  const now = before ? `has version ${before.version.number}` : 'is deleted';
  const rest = tries === 1 ? 'Nothing was applied' : 'It was not applied';
  const message = `The ${what} changed since then. It ${now} now. ${rest}. Compare the files, then push again.`;
  throw new ApiError('EVENT_CHANGED', message);
}
