import { joinEvents, readEventFile, type SourceFile } from '../core/events/file/read';
import { type KnownSequences, OUR_SEQUENCES } from '../core/sequences/names';
import { mjmlToHtml } from './mjml';
import { warnOfUnusedTemplates } from './unused-templates';

/** Reads the files of one push in this thread, as `joinEvents` says. */
export const parseEventFiles = (files: readonly SourceFile[], known: KnownSequences = OUR_SEQUENCES) =>
  joinEvents(
    files,
    files.map((file) => warnOfUnusedTemplates(readEventFile(file, mjmlToHtml, known.names), known)),
  );

/** Reads one event file in this thread. It never throws, and returns problems with their lines instead. */
export function parseEventFile(name: string, content: string, known: KnownSequences = OUR_SEQUENCES) {
  const parsed = parseEventFiles([{ name, content }], known);
  return parsed.ok ? { ok: parsed.ok, event: parsed.events[0]!, warnings: parsed.warnings } : parsed;
}
