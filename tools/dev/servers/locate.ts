import type { SourceName } from '../settings';
import { FolderError } from './folder-error';
import type { Report } from './report';

/** One way to get a program. */
export interface Source<T> {
  name: SourceName;
  /** Returns what this source left in the cache earlier, if it still works. */
  cached?: () => Promise<T | undefined>;
  /** Gets the program, which may take minutes. Throws with the reason if it cannot. */
  obtain: () => Promise<T>;
}

export interface Search<T> {
  label: string;
  sources: Source<T>[];
  /** What the reader of the error can do, one entry per option. */
  waysOut: string[];
  /** Tries only this source. */
  only?: SourceName;
  report: Report;
  signal?: AbortSignal;
}

const FAILED: Record<SourceName, string> = {
  path: 'not installed',
  download: 'no download',
  build: 'no build',
};

/** Thrown if a server is not installed and no source provides it. */
export class ServerNotFoundError extends Error {
  override name = 'ServerNotFoundError';
}

/**
 * Returns the program of the first source that works. What is installed or cached is tried before anything is fetched, so
 * each later start takes seconds, even if the preferred source cannot be reached.
 */
export async function locate<T extends { description: string }>(search: Search<T>): Promise<T> {
  const { label, report } = search;
  const sources = search.sources.filter(({ name }) => !search.only || name === search.only);
  const found = (program: T): T => {
    report(`${label}: ${program.description}`);
    return program;
  };

  for (const source of sources) {
    const present = await presentOf(source);
    if (present) return found(present);
  }
  const failures: string[] = [];
  for (const source of sources) {
    try {
      return found(await source.obtain());
    } catch (error) {
      search.signal?.throwIfAborted();
      if (error instanceof FolderError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      failures.push(`${FAILED[source.name]}: ${reason}`);
      report(`${label}: ${FAILED[source.name]} (${reason})`);
    }
  }
  throw new ServerNotFoundError(
    [
      `${label} is not installed and could not be obtained:`,
      ...failures.map((failure) => `  - ${indent(failure)}`),
      'Any one of these helps:',
      ...search.waysOut.map((way) => `  - ${way}`),
    ].join('\n'),
  );
}

async function presentOf<T>(source: Source<T>): Promise<T | undefined> {
  // A program on the PATH needs no fetch.
  if (source.name === 'path') return source.obtain().catch(() => undefined);
  return source.cached?.().catch(() => undefined);
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n    ');
}
