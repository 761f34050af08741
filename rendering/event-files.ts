import { isEventFile } from '../core/events/file-kind';
import type { Problem } from '../core/events/file/problem';
import { joinEvents, readEventFile, type ReadEvent } from '../core/events/file/read';
import type { SourceFile } from '../core/events/file/source-file';
import { joinParts, unusedParts } from '../core/events/parts/join-parts';
import { isPartFile, partOf } from '../core/events/parts/part';
import { readPart } from '../core/events/parts/read-part';
import { isOneClick } from '../core/preferences/bulk';
import type { Category } from '../core/preferences/category';
import { categoryFile, isCategoryFile } from '../core/preferences/category-name';
import { readCategories, readCategory } from '../core/preferences/category-source';
import { suggestion } from '../core/shared/suggestion';
import { type KnownSequences, OUR_SEQUENCES } from '../core/sequences/names';
import { mjmlToHtml } from './mjml';
import { warnOfUnusedTemplates } from './unused-templates';

const partsOf = (files: readonly SourceFile[]) =>
  files.map(partOf).filter((part) => typeof part !== 'string');

/** Reads the files of one push in this thread, as `joinEvents` says. They may use its layouts and partials, and others. */
export function parseEventFiles(
  files: readonly SourceFile[],
  known: KnownSequences = OUR_SEQUENCES,
  others: readonly SourceFile[] = [],
) {
  const given = files.filter(isPartFile);
  const ofCategories = readCategories(files.filter(isCategoryFile), []);
  if (!ofCategories.ok) return ofCategories;
  const parts = partsOf([...given, ...others]);
  const read = joinParts(
    given.map((file) => readPart(file, parts)),
    partsOf(others),
  );
  if (!read.ok) return read;
  const events = files.filter(isEventFile);
  const readEvents = events.map((file) =>
    warnOfUnusedTemplates(readEventFile(file, mjmlToHtml, known.names, parts), known),
  );
  const joined = joinEvents(events, readEvents);
  if (!joined.ok) return joined;
  const all = [...files, ...others];
  const unlinked = unlinkedEvents(events, readEvents, categoriesOf(all));
  if (unlinked.length > 0) return { ok: false as const, problems: unlinked };
  const warnings = [
    ...read.parts.flatMap((one) => one.warnings),
    ...unusedParts(read.parts, readEvents),
    ...joined.warnings,
    ...missingCategories(events, readEvents, categoriesOf(all)),
  ];
  const { categories } = ofCategories;
  return { ...joined, categories, parts: read.parts.map(({ part }) => part), warnings };
}

const categoriesOf = (files: readonly SourceFile[]): Category[] =>
  files
    .filter(isCategoryFile)
    .map(readCategory)
    .flatMap((one) => (one.ok ? one.category : []));

/** Returns the e-mails of bulk categories in which nothing unsubscribes, which a push refuses (PREFERENCE-34). */
function unlinkedEvents(
  files: readonly SourceFile[],
  read: readonly ReadEvent[],
  categories: readonly Category[],
): Problem[] {
  return read.flatMap((one, index) =>
    one.ok && isOneClick(one.event, categories)
      ? one.unlinked.map((found) => ({ file: files[index]!.name, ...found }))
      : [],
  );
}

/** Warns of categories that are in none of the files, if there are files of categories. The application may have them. */
function missingCategories(
  files: readonly SourceFile[],
  read: readonly ReadEvent[],
  categories: readonly Category[],
): Problem[] {
  const known = categories.map(({ name }) => name);
  if (known.length === 0) return [];
  return read.flatMap((one, index) => {
    if (!one.ok || one.event.category === undefined || known.includes(one.event.category)) return [];
    const { category } = one.event;
    const message = `there is no ${categoryFile(category)}${suggestion(category, known) || '.'} A push is refused unless the application has it`;
    return [{ file: files[index]!.name, line: one.categoryLine, message }];
  });
}

/** Reads one event file in this thread. It never throws, and returns problems with their lines instead. */
export function parseEventFile(
  name: string,
  content: string,
  known: KnownSequences = OUR_SEQUENCES,
  parts: readonly SourceFile[] = [],
) {
  const parsed = parseEventFiles([{ name, content }], known, parts);
  return parsed.ok ? { ok: parsed.ok, event: parsed.events[0]!, warnings: parsed.warnings } : parsed;
}
