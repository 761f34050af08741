import { renderMessage } from '../../core/events/templates/render-message';
import type { Channel } from '../../core/shared/channels';
import { parseEventFiles } from '../../rendering/event-files';

/** Reads files by their names, and returns the event of the first, or all problems and warnings as `file:line: message`. */
export function readTogether(files: Record<string, string>) {
  const parsed = parseEventFiles(Object.entries(files).map(([name, content]) => ({ name, content })));
  const lines = (parsed.ok ? parsed.warnings : parsed.problems).map(
    ({ file, line, message }) => `${file}:${line}: ${message}`,
  );
  return { event: parsed.ok ? parsed.events[0]! : null, problems: parsed.ok ? [] : lines, warnings: lines };
}

/** Returns a message of the first event as it is sent. */
export function renderTogether(
  files: Record<string, string>,
  payload: object = {},
  { channel = 'email', language = 'en' }: { channel?: Channel; language?: string } = {},
) {
  const { event, problems } = readTogether(files);
  if (!event) throw new Error(problems.join('\n'));
  return renderMessage({
    ...{ channel, language, template: event.templates[channel]![language]! },
    ...{ timezone: null, payload: JSON.stringify(payload), event: event.name, notificationId: 'n' },
    contact: { name: 'Ada', firstName: 'Ada', meta: '{}' },
    ...{ brand: { color: '#123456' }, app: { name: 'Shop' }, sender: {} },
  });
}

/** Returns the languages of the first event, by channel. */
export function languagesOf(files: Record<string, string>) {
  const { event, problems } = readTogether(files);
  if (!event) throw new Error(problems.join('\n'));
  return Object.fromEntries(
    Object.entries(event.templates).map(([channel, variants]) => [channel, Object.keys(variants).sort()]),
  );
}
