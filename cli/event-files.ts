import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isSharedFile } from '../core/events/file-kind';
import { PART_KINDS } from '../core/events/parts/part';
import { CATEGORY_FOLDER } from '../core/preferences/category-name';
import type { SourceFile } from '../core/events/file/source-file';
import { CliError } from './errors';
import { pathOf, type Host } from './host';

/** Event files, layouts, partials, translations and categories, and their folder, from which their names start. */
export interface EventFiles {
  directory: string;
  /** All of a folder, or the given file. */
  files: SourceFile[];
  /** Of a given file, the layouts, partials, translations and categories that it may use. */
  parts: SourceFile[];
}

/** Folders of layouts, partials, translations and categories. */
const FOLDERS = [...Object.keys(PART_KINDS), CATEGORY_FOLDER];

/**
 * Returns the event files (*.yaml, *.yml) of a folder, sorted by name, or the given file. A folder may have
 * layouts, partials, translations and categories in its folders `layouts`, `partials`, `translations` and `categories`. If its name is `events`, they
 * may be next to it. One of these folders may be given too.
 */
export async function readEventFiles(host: Pick<Host, 'cwd'>, given: string): Promise<EventFiles> {
  try {
    const { base, dir } = path.parse(path.resolve(pathOf(host, given)));
    if ((await stat(pathOf(host, given))).isDirectory()) {
      if (FOLDERS.includes(base)) return await readPartFolder(host, given, base);
      const names = [...(await namesIn(host, given, /\.ya?ml$/i)), ...(await partNames(host, given))];
      if (names.length === 0) throw new CliError(`there is no event file (*.yaml, *.yml) in ${given}`);
      return { directory: given, files: await contentsOf(host, given, names), parts: [] };
    }
    const folder = path.dirname(given);
    const folderName = path.basename(dir);
    const isPart = FOLDERS.includes(folderName) && isSharedFile({ name: path.join(folderName, base) });
    const directory = isPart ? path.join(folder, '..') : folder;
    const name = path.relative(pathOf(host, directory), pathOf(host, given));
    const others = (await partNames(host, directory)).filter((one) => one !== name);
    return {
      directory,
      files: await contentsOf(host, directory, [name]),
      parts: await contentsOf(host, directory, others),
    };
  } catch (error) {
    throw error instanceof CliError ? error : unreadable(given, error as NodeJS.ErrnoException);
  }
}

/** Returns the files of a folder of layouts, partials, translations or categories. */
async function readPartFolder(host: Pick<Host, 'cwd'>, given: string, folder: string): Promise<EventFiles> {
  const directory = path.join(given, '..');
  const all = await partNames(host, directory);
  const isIn = (name: string): boolean => path.dirname(name) === folder;
  const names = all.filter(isIn);
  if (names.length === 0) throw new CliError(`there is no file in ${given}`);
  return {
    directory,
    files: await contentsOf(host, directory, names),
    parts: await contentsOf(
      host,
      directory,
      all.filter((name) => !isIn(name)),
    ),
  };
}

/** Returns the path of a layout, partial or category of a folder, `partials/footer.txt`, where the folder keeps its others. */
export const partPath = (name: string, known: readonly SourceFile[]): string =>
  known.some((one) => one.name.startsWith('..') && isSharedFile(one)) ? path.join('..', name) : name;

/** Returns the names of the layouts, partials, translations and categories that belong to a folder of events. */
async function partNames(host: Pick<Host, 'cwd'>, directory: string): Promise<string[]> {
  const isEvents = path.basename(path.resolve(pathOf(host, directory))) === 'events';
  const found = await Promise.all(
    ['.', ...(isEvents ? ['..'] : [])].flatMap((base) =>
      FOLDERS.map(async (folder) => {
        const names = await namesIn(host, path.join(directory, base, folder), /(?<!\.md)$/i).catch(
          (error: unknown) => {
            const { code } = error as NodeJS.ErrnoException;
            if (code === 'ENOENT' || code === 'ENOTDIR') return [];
            throw error;
          },
        );
        return names.map((name) => path.join(base, folder, name));
      }),
    ),
  );
  return found.flat();
}

const contentsOf = (host: Pick<Host, 'cwd'>, directory: string, names: string[]): Promise<SourceFile[]> =>
  Promise.all(
    names.map(async (name) => ({
      name,
      content: await readFile(pathOf(host, path.join(directory, name)), 'utf8'),
    })),
  );

async function namesIn(host: Pick<Host, 'cwd'>, directory: string, wanted: RegExp): Promise<string[]> {
  const entries = await readdir(pathOf(host, directory), { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && wanted.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

function unreadable(given: string, cause: NodeJS.ErrnoException): CliError {
  if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR')
    return new CliError(`cannot read the event files of ${given}: ${cause.message}`, { cause });
  const next = 'Give the folder with the event files, or one of the files.';
  return new CliError(`there is no file or folder ${given}`, { next, cause });
}
