import { readFile } from 'node:fs/promises';
import { fieldPath } from '../../core/shared/field-path';
import { examineJson } from '../../core/shared/json-text';
import { CliError } from '../errors';
import { pathOf, type Host } from '../host';

/** Returns the value in a JSON file, whose shape the service checks; undefined: none is given. */
export async function jsonOf(
  host: Host,
  option: string,
  file: string | undefined,
): Promise<Record<string, unknown> | undefined> {
  if (file === undefined) return undefined;
  try {
    return readJson(await readFile(pathOf(host, file), 'utf8')) as Record<string, unknown>;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT'
        ? `there is no file ${file} (${option})`
        : `cannot read ${file} of ${option} as JSON: ${message}`;
    throw new CliError(reason, { usage: true, cause });
  }
}

/** Returns the value of a JSON text. Throws an Error if it is not JSON, or says what the service would refuse (REQUEST-18). */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const examination = examineJson(text, value);
  let step = examination.next();
  while (!step.done) step = examination.next();
  if ('rule' in step.value) throw new Error(`${fieldPath(step.value.path)} ${step.value.rule}`);
  return value;
}
