import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from './errors';
import { pathOf, type Host } from './host';

/** What a push takes, and the folder that it is in. */
export interface EventFiles {
  directory: string;
  files: { name: string; content: string }[];
}

/** The event files (*.yaml, *.yml) of a folder, by name, or the one that is named. */
export async function readEventFiles(host: Pick<Host, 'cwd'>, given: string): Promise<EventFiles> {
  try {
    const isFolder = (await stat(pathOf(host, given))).isDirectory();
    const directory = isFolder ? given : path.dirname(given);
    const names = isFolder ? await namesIn(host, given) : [path.basename(given)];
    const files = await Promise.all(
      names.map(async (name) => ({
        name,
        content: await readFile(pathOf(host, path.join(directory, name)), 'utf8'),
      })),
    );
    return { directory, files };
  } catch (error) {
    throw error instanceof CliError ? error : unreadable(given, error);
  }
}

async function namesIn(host: Pick<Host, 'cwd'>, directory: string): Promise<string[]> {
  const names = (await readdir(pathOf(host, directory)))
    .filter((name) => /^[^.].*\.ya?ml$/i.test(name))
    .sort();
  if (names.length > 0) return names;
  throw new CliError(`there is no event file (*.yaml, *.yml) in ${directory}`);
}

function unreadable(given: string, error: unknown): CliError {
  if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
    return new CliError(`there is no file or folder ${given}`, {
      next: 'Give the folder with the event files, or one of them.',
      cause: error,
    });
  }
  const words = error instanceof Error ? error.message : String(error);
  return new CliError(`cannot read the event files of ${given}: ${words}`, { cause: error });
}
