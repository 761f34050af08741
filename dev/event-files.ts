import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The files of an events folder, as `PUT …/events/{environment}` takes them; names have forward slashes. */
export async function readEventFiles(directory: string): Promise<{ name: string; content: string }[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  const read = files.map(async (entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(directory, file).split(path.sep).join('/');
    return { name, content: await readFile(file, 'utf8') };
  });
  return (await Promise.all(read)).sort((a, b) => a.name.localeCompare(b.name));
}
