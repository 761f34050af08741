import type { Command } from 'commander';

/** Options that give a field of the admin API under a name that does not begin like it. */
const OTHER_NAMES: Record<string, string[]> = { from: ['--since'], to: ['--until', '--contact'] };

/**
 * Returns what the user of a command knows a field of the admin API by: `--keep-content` for `keep_content_days`,
 * `--set url` for `settings.url`, `--contact email` for `to.email`, `<who>` for an argument. A field that the
 * command does not have keeps its name.
 */
export function optionOf(command: Command, field: string): string {
  const [, setting] = /^settings\.(.+)$/.exec(field) ?? [];
  if (setting !== undefined) return `--set ${setting}`;
  const [, part] = /^(?:to|contact)\.(.+)$/.exec(field) ?? [];
  if (part !== undefined && command.options.some(({ long }) => long === '--contact'))
    return `--contact ${part}`;
  const name = `--${field.replaceAll('_', '-')}`;
  const beginsAlike = command.options
    .filter(({ long }) => long && (name === long || name.startsWith(`${long}-`) || isShort(long, name)))
    .sort((a, b) => (b.long?.length ?? 0) - (a.long?.length ?? 0));
  const named = command.options.filter(({ long }) => OTHER_NAMES[field]?.includes(long ?? ''));
  const found = [...beginsAlike, ...named];
  const given = found.find((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
  const option = (given ?? found[0])?.long;
  if (option) return option;
  return command.registeredArguments.some((argument) => argument.name() === field) ? `<${field}>` : field;
}

/** `--env` for `environment`, `--set` for `settings`, `--scope` for `scopes`. */
const isShort = (long: string, name: string): boolean => long.length > 4 && name.startsWith(long);

/** Returns an error of the admin API with the names that the user of the command knows, each once. */
export function withOptions(
  reason: string,
  field: string | undefined,
  nameOf: (field: string) => string,
): string {
  const option = field === undefined ? undefined : nameOf(field);
  const named = (begins(reason, field) && option ? option + reason.slice(field.length) : reason)
    .replace(/(?<![\w.-])settings\.\w+/g, nameOf)
    .replace('with "check": false', 'with --no-check')
    .replace(/with "(again|force)": true/, 'with --$1');
  return option === undefined || named.includes(option) ? named : `${named} (${option})`;
}

const begins = (reason: string, field: string | undefined): field is string =>
  field !== undefined && reason.startsWith(field) && /^(?:[: ]|$)/.test(reason.slice(field.length));
