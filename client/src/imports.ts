import { setTimeout as sleep } from 'node:timers/promises';
import { type PageOptions, queryOf } from './pages';
import { type Call, segment } from './request';
import { streamOf } from './stream';
import type { TopicImport, TopicImportPage } from './types';

/** A file of contacts. A function makes it for each attempt; without one, a stream is sent once. */
export type ImportFile = Content | (() => Content | Promise<Content>);
type Content = string | Uint8Array | AsyncIterable<string | Uint8Array>;

export interface ImportOptions {
  /** `csv` with a header, or JSON Lines. @default csv */
  format?: 'csv' | 'json-lines';
}

/** Time for a whole file in either direction, seconds. The service cuts one that stalls itself. */
const FILE_SECONDS = 24 * 3600;
const TYPES = { csv: 'text/csv', 'json-lines': 'application/x-ndjson' };

/** Imports of files of contacts into topics. */
export function createImports(call: <T>(one: Call) => Promise<T>) {
  const path = (topic: string): string => `/v1/topics/${segment('topic', topic)}/imports`;
  const of = (topic: string, id: string): string => `${path(topic)}/${segment('id', id)}`;
  const one = async (given: Call): Promise<TopicImport> =>
    (await call<{ import: TopicImport }>(given)).import;
  const get = (topic: string, id: string): Promise<TopicImport> =>
    one({ method: 'GET', path: of(topic, id) });
  return {
    /**
     * Sends a file of up to 1,000,000 contacts, and returns after the service has stored it. The import then runs there. An
     * upload without an answer is not repeated: a second import of the same file adds nobody twice.
     */
    start: async (
      topic: string,
      file: ImportFile,
      { format = 'csv' }: ImportOptions = {},
    ): Promise<TopicImport> =>
      one({
        ...{ method: 'POST', path: path(topic), type: TYPES[format], work: FILE_SECONDS },
        stream: () => bytesOf(file),
        ...(!isRepeatable(file) && { retries: 0 }),
      }),

    get,

    /** Returns a page of the imports of a topic, the newest first. */
    list: async (topic: string, options: PageOptions = {}): Promise<TopicImportPage> =>
      call({ method: 'GET', path: `${path(topic)}${queryOf(options)}` }),

    /** Yields how far an import is, every `everyMs` milliseconds until it is done or stopped. */
    async *follow(
      topic: string,
      id: string,
      { everyMs = 1000 }: { everyMs?: number } = {},
    ): AsyncGenerator<TopicImport, void, undefined> {
      for (;;) {
        const now = await get(topic, id);
        yield now;
        if (now.state === 'done' || now.state === 'stopped') return;
        await sleep(everyMs);
      }
    },

    /** Stops an import. It finishes its page of at most 500 rows. */
    stop: (topic: string, id: string): Promise<TopicImport> =>
      one({ method: 'POST', path: `${of(topic, id)}/stop` }),

    /** Lets a stopped import continue where it was. */
    continue: (topic: string, id: string): Promise<TopicImport> =>
      one({ method: 'POST', path: `${of(topic, id)}/continue` }),

    /** Returns the rows that were not imported, as a CSV with `line`, `code`, `field` and `error`. */
    rejects: (topic: string, id: string): Promise<string> =>
      call({ method: 'GET', path: `${of(topic, id)}/rejects`, text: true, work: FILE_SECONDS }),
  };
}

const isRepeatable = (file: ImportFile): boolean =>
  typeof file === 'string' || typeof file === 'function' || file instanceof Uint8Array;

/** Returns a file as bytes. */
function bytesOf(file: ImportFile): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const bytes = (part: string | Uint8Array): Uint8Array =>
    typeof part === 'string' ? encoder.encode(part) : part;
  async function* parts() {
    const content = typeof file === 'function' ? await file() : file;
    if (typeof content === 'string' || content instanceof Uint8Array) yield bytes(content);
    else for await (const part of content) yield bytes(part);
  }
  return streamOf(parts());
}
