import type { Command } from 'commander';
import { appContextOf } from '../context';
import { table } from '../output';
import { appOption } from './options';

interface ListCommand<T> {
  description: string;
  /** What is listed: the last part of the path, and the field of the answer. */
  name: string;
  row: (one: T) => Record<string, unknown>;
  /** Printed if the list is empty. */
  empty: string;
}

/** Adds the command that lists resources of an application. */
export function addList<T>(parent: Command, { description, name, row, empty }: ListCommand<T>): void {
  parent
    .command('list')
    .description(description)
    .addOption(appOption())
    .action(async (_options: unknown, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const answer = await admin.request<Record<string, T[]>>({
        doing: `list the ${name} of "${app}"`,
        path: [...path, name],
      });
      const all = answer[name] ?? [];
      output.result(all, () => table(all.map(row), empty));
    });
}

/** Adds the command that removes a resource of an application by its id. `noun` names one of them. */
export function addRemoval(
  parent: Command,
  verb: 'remove' | 'revoke',
  noun: string,
  description: string,
): void {
  parent
    .command(`${verb} <id>`)
    .description(description)
    .addOption(appOption())
    .action(async (id: string, _options: unknown, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      await admin.request({
        doing: `${verb} the ${noun} ${id} of "${app}"`,
        method: 'DELETE',
        path: [...path, `${noun}s`, id],
      });
      output.result({ id, [`${verb}d`]: true }, () => `The ${noun} ${id} is ${verb}d.`);
    });
}
