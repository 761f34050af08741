import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { InvalidArgumentError, Option } from 'commander';
import { CliError } from '../errors';
import { pathOf, type Host } from '../host';

/** `--set field=value`, as often as wanted. */
export const setOption = (): Option =>
  new Option('--set <field=value>', 'a setting; value @FILE reads it from a file, - from the standard input')
    .default({}, 'none')
    .argParser((text: string, given: Record<string, string>) => {
      const at = text.indexOf('=');
      if (at < 1) throw new InvalidArgumentError('It must be FIELD=VALUE.');
      return { ...given, [text.slice(0, at)]: text.slice(at + 1) };
    });

/** The values themselves, so that a credential need not stand in the shell's history. */
export async function valuesOf(host: Host, given: Record<string, string>): Promise<Record<string, string>> {
  const entries = Object.entries(given);
  if (entries.filter(([, value]) => value === '-').length > 1) {
    throw new CliError('only one setting can come from the standard input', { usage: true });
  }
  const read = async (value: string): Promise<string> => {
    if (value === '-') return (await readAll(host.stdin)).replace(/\r?\n$/, '');
    if (!value.startsWith('@')) return value;
    return (
      await readFile(pathOf(host, value.slice(1)), 'utf8').catch((cause: unknown) => {
        throw new CliError(`the file ${value.slice(1)} cannot be read`, { usage: true, cause });
      })
    ).replace(/\r?\n$/, '');
  };
  const values: Record<string, string> = {};
  for (const [field, value] of entries) values[field] = await read(value);
  return values;
}
