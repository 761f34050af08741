import { joinEvents, readEventFile } from '../core/events/file/read';
import type { SourceFile } from '../core/events/file/source-file';
import { joinParts, unusedParts } from '../core/events/parts/join-parts';
import { isPartFile, partOf } from '../core/events/parts/part';
import { readPart } from '../core/events/parts/read-part';
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
  const parts = partsOf([...given, ...others]);
  const read = joinParts(
    given.map((file) => readPart(file, parts)),
    partsOf(others),
  );
  if (!read.ok) return read;
  const events = files.filter((file) => !isPartFile(file));
  const readEvents = events.map((file) =>
    warnOfUnusedTemplates(readEventFile(file, mjmlToHtml, known.names, parts), known),
  );
  const joined = joinEvents(events, readEvents);
  if (!joined.ok) return joined;
  const warnings = [
    ...read.parts.flatMap((one) => one.warnings),
    ...unusedParts(read.parts, readEvents),
    ...joined.warnings,
  ];
  return { ...joined, parts: read.parts.map(({ part }) => part), warnings };
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
