import { readFile } from 'node:fs/promises';
import { CliError } from '../errors';
import { pathOf, type Host } from '../host';

/** Returns the value in a JSON file; undefined: none is given. */
export async function jsonOf(host: Host, option: string, file: string | undefined): Promise<unknown> {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(await readFile(pathOf(host, file), 'utf8'));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT'
        ? `there is no file ${file} (${option})`
        : `cannot read ${file} of ${option} as JSON: ${message}`;
    throw new CliError(reason, { usage: true, cause });
  }
}
