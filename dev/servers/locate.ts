import type { SourceName } from '../settings';
import type { Report } from './report';

/** One way to a program. */
export interface Source<T> {
  name: SourceName;
  /** What this source left in the cache earlier, if it still works. */
  cached?: () => Promise<T | undefined>;
  /** Gets the program, however long that takes; throws with the reason when it cannot. */
  obtain: () => Promise<T>;
}

export interface Search<T> {
  label: string;
  sources: Source<T>[];
  /** What the reader of the error can do, one entry per way. */
  waysOut: string[];
  /** Looks at this source alone. */
  only?: SourceName;
  report: Report;
  signal?: AbortSignal;
}

const FAILED: Record<SourceName, string> = {
  path: 'not installed',
  download: 'no download',
  build: 'no build',
};

/** Thrown when a server is neither installed nor to be had by any of the known ways. */
export class ServerNotFoundError extends Error {
  override name = 'ServerNotFoundError';
}

/**
 * The first source that works. Everything that is already here is looked at before anything is fetched,
 * so that a start after the first takes seconds also where the preferred source cannot be reached.
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
      const reason = error instanceof Error ? error.message : String(error);
      failures.push(`${FAILED[source.name]}: ${reason}`);
      report(`${label}: ${FAILED[source.name]} (${reason})`);
    }
  }
  throw new ServerNotFoundError(
    [
      `${label} is not here and could not be got:`,
      ...failures.map((failure) => `  - ${indent(failure)}`),
      'Any one of these helps:',
      ...search.waysOut.map((way) => `  - ${way}`),
    ].join('\n'),
  );
}

async function presentOf<T>(source: Source<T>): Promise<T | undefined> {
  // A binary on the PATH is present or not; nothing has to be fetched to know.
  if (source.name === 'path') return source.obtain().catch(() => undefined);
  return source.cached?.().catch(() => undefined);
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n    ');
}
