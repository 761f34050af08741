import { readFile } from 'node:fs/promises';
import type { EventDefinition } from '../../core/events/definition';
import { hasTemplate } from '../../core/sending/routing';
import { parseEventFile } from '../../core/events/file/read';
import type { Recorded } from './recorder';

/** The event of a file, which has to name this sequence; throws what is wrong with the file. */
export async function eventOf(file: string, sequence: string): Promise<EventDefinition> {
  const parsed = parseEventFile(file, await readFile(file, 'utf8'));
  if (!parsed.ok) {
    throw new Error(parsed.problems.map(({ line, message }) => `${file}:${line}: ${message}`).join('\n'));
  }
  if (parsed.event.code === sequence) return parsed.event;
  throw new Error(`${file} runs ${parsed.event.code ?? 'steps'}, not the sequence ${sequence}`);
}

/** What is wrong with a SEND for the file of its event; null: nothing. */
export function complaintOf(event: EventDefinition | null, { name, channel }: Recorded): string | null {
  if (event === null) return null;
  const channels = channel === null ? event.channels : [channel];
  if (channels.some((one) => hasTemplate(event, name, one))) return null;
  return `SEND "${name}" has no template for ${channel ?? "any of the event's channels"} in event ${event.name}`;
}
