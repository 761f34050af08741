import { joinEvents, readEventFile, type SourceFile } from '../core/events/file/read';
import { mjmlToHtml } from './mjml';
import { warnOfUnusedTemplates } from './unused-templates';

/** Reads the files of one push in this thread, as `joinEvents` says. */
export const parseEventFiles = (files: readonly SourceFile[]) =>
  joinEvents(
    files,
    files.map((file) => warnOfUnusedTemplates(readEventFile(file, mjmlToHtml))),
  );

/** Reads one event file in this thread. It never throws, and returns problems with their lines instead. */
export function parseEventFile(name: string, content: string) {
  const parsed = parseEventFiles([{ name, content }]);
  return parsed.ok ? { ok: parsed.ok, event: parsed.events[0]!, warnings: parsed.warnings } : parsed;
}
