import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils';
import type { History } from './histories';

/** A history without personal data, and the texts in it. */
export interface Recording {
  history: History;
  /** The event of the notification; null for other workflows. */
  event: string | null;
  /** Every text in inputs, results, signals and errors, but ids, in the order of the history. */
  texts: string[];
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** An e-mail address or a phone number with its country code. */
const ADDRESS = /[^\s"'<>@]+@[^\s"'<>@]+\.\p{L}{2,}|\+\d(?:[ ()-]?\d){7,14}/u;
/** The host and the process of clients and workers. */
const WORKER = 'recorded';

interface Payload {
  metadata: { encoding: string };
  data: string;
}

/**
 * Returns a history as the repository keeps it: other ids in place of its own, and no host or process. Throws if a text
 * in it looks like an address, such as an argument of a signal.
 */
export function recordingOf(live: History): Recording {
  const ids = new Map<string, string>();
  const texts = new Set<string>();
  let event: string | null = null;
  const renamed = (text: string): string =>
    text.replace(ID, (id) => {
      const other = ids.get(id) ?? randomUUID();
      ids.set(id, other);
      return other;
    });
  const note = (value: unknown): void => {
    if (typeof value === 'string' && value.replace(ID, '') !== '') texts.add(value);
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(note);
  };
  const clean = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') {
      if (key === 'identity') return WORKER;
      if (key === 'message') note(value);
      // Random numbers of workflow code come from the id of the run.
      return /RunId$/.test(key) ? value : renamed(value);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one) => clean(one, key));
    if ('metadata' in value && 'data' in value) {
      const payload = value as Payload;
      const text = Buffer.from(payload.data, 'base64').toString();
      const content = parsed(text);
      note(content);
      if (key === 'payloads') event ??= eventOf(content);
      return { ...payload, data: Buffer.from(renamed(text)).toString('base64') };
    }
    const cleaned = Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, clean(inner, name)]),
    );
    return cleaned.kind === 'TASK_QUEUE_KIND_STICKY' ? { ...cleaned, name: WORKER } : cleaned;
  };
  const history = clean(JSON.parse(historyToJSON(live)), '');
  const address = [...texts].find((text) => ADDRESS.test(text));
  if (address !== undefined) {
    throw new Error(
      `The history holds what looks like an address, so it is not kept: "${address}". Record a run whose signals and errors name nobody.`,
    );
  }
  return { history: historyFromJSON(history), event, texts: [...texts] };
}

/** Writes a recording to a new file. Throws if there is one of that name. */
export async function keep({ history }: Recording, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, historyToJSON(history), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new Error(`${file} is there already. Give another name with --file.`, { cause: error });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const eventOf = (input: unknown): string | null =>
  typeof input === 'object' && input !== null && 'event' in input && typeof input.event === 'string'
    ? input.event
    : null;
