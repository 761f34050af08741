import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from './errors';
import { pathOf, type Host } from './host';

/** Event files, and their folder. */
export interface EventFiles {
  directory: string;
  files: { name: string; content: string }[];
}

/** Returns the event files (*.yaml, *.yml) of a folder, sorted by name, or the given file. */
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
    throw error instanceof CliError ? error : unreadable(given, error as NodeJS.ErrnoException);
  }
}

async function namesIn(host: Pick<Host, 'cwd'>, directory: string): Promise<string[]> {
  const names = (await readdir(pathOf(host, directory)))
    .filter((name) => /^[^.].*\.ya?ml$/i.test(name))
    .sort();
  if (names.length > 0) return names;
  throw new CliError(`there is no event file (*.yaml, *.yml) in ${directory}`);
}

function unreadable(given: string, cause: NodeJS.ErrnoException): CliError {
  if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR')
    return new CliError(`cannot read the event files of ${given}: ${cause.message}`, { cause });
  const next = 'Give the folder with the event files, or one of the files.';
  return new CliError(`there is no file or folder ${given}`, { next, cause });
}
