import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from './errors';

/** The event files (*.yaml, *.yml) of a folder, by name, as a push takes them. */
export async function readEventFiles(directory: string): Promise<{ name: string; content: string }[]> {
  try {
    const names = (await readdir(directory)).filter((name) => /^[^.].*\.ya?ml$/i.test(name)).sort();
    if (names.length === 0) throw new CliError(`there is no event file (*.yaml, *.yml) in ${directory}`);
    return await Promise.all(
      names.map(async (name) => ({ name, content: await readFile(path.join(directory, name), 'utf8') })),
    );
  } catch (error) {
    if (error instanceof CliError) throw error;
    const words = error instanceof Error ? error.message : String(error);
    throw new CliError(`cannot read the event files of ${directory}: ${words}`, { cause: error });
  }
}
