import { readEventFiles } from '../../cli/event-files';
import type { EventDefinition } from '../../core/events/definition';
import { OUR_SEQUENCES } from '../../core/sequences/names';
import { hasTemplate } from '../../core/sending/routing';
import { knownWith } from '../../process/extensions/sequences';
import { parseEventFile } from '../../rendering/event-files';
import { suggestion } from '../../core/shared/suggestion';
import type { Recorded } from './recorder';

/** Returns the event of a file, with the layouts and partials of its folder. Throws if the file is not valid, or does not name this sequence. */
export async function eventOf(
  file: string,
  { sequence, extensions }: { sequence: string; extensions: string | null },
): Promise<EventDefinition> {
  const known = extensions === null ? OUR_SEQUENCES : knownWith(extensions);
  const { files, parts } = await readEventFiles({ cwd: () => process.cwd() }, file);
  const parsed = parseEventFile(file, files[0]!.content, known, parts);
  if (!parsed.ok) {
    throw new Error(parsed.problems.map((one) => `${one.file}:${one.line}: ${one.message}`).join('\n'));
  }
  if (parsed.event.code === sequence) return parsed.event;
  throw new Error(`${file} runs ${parsed.event.code ?? 'steps'}, not the sequence ${sequence}`);
}

/** Returns what is wrong with a SEND by the file of its event, or null. */
export function complaintOf(event: EventDefinition | null, { name, channel }: Recorded): string | null {
  if (event === null) return null;
  const channels = channel === null ? event.channels : [channel];
  if (channels.some((one) => hasTemplate(event, name, one))) return null;
  const near = suggestion(name, Object.keys(event.stepTemplates));
  const where = `add step_templates.${name}, or one to templates${near}`;
  return `SEND "${name}" has no template for ${channel ?? "any of the event's channels"} in event ${event.name}: ${where}`;
}
