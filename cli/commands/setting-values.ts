import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { InvalidArgumentError, Option } from 'commander';
import { CliError } from '../errors';
import { pathOf, type Host } from '../host';

/** The repeatable option `--set field=value`. */
export const setOption = (): Option =>
  new Option(
    '--set <field=value>',
    'A setting of the provider. @FILE reads the value from a file, and - from the standard input.',
  )
    .default({}, 'none')
    .argParser((text: string, given: Record<string, string>) => {
      const at = text.indexOf('=');
      if (at < 1) throw new InvalidArgumentError('It must be FIELD=VALUE.');
      return { ...given, [text.slice(0, at)]: text.slice(at + 1) };
    });

/** Reads the values that are in files or on the standard input, so that a credential stays out of the shell's history. */
export async function valuesOf(host: Host, given: Record<string, string>): Promise<Record<string, string>> {
  const entries = Object.entries(given);
  if (entries.filter(([, value]) => value === '-').length > 1) {
    throw new CliError('only one --set can read the standard input', { usage: true });
  }
  const read = async (value: string): Promise<string> => {
    if (value === '-') return (await readAll(host.stdin)).replace(/\r?\n$/, '');
    if (!value.startsWith('@')) return value;
    const content = await readFile(pathOf(host, value.slice(1)), 'utf8').catch((cause: Error) => {
      throw new CliError(`cannot read the file of --set: ${cause.message}`, { usage: true, cause });
    });
    return content.replace(/\r?\n$/, '');
  };
  const values: Record<string, string> = {};
  for (const [field, value] of entries) values[field] = await read(value);
  return values;
}
