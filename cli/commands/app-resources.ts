import type { Command } from 'commander';
import { type AppContext, appContextOf } from '../context';
import { table } from '../output';
import { appOption } from './options';

interface ListCommand<T> {
  description: string;
  /** What is listed. */
  name: string;
  /** Requests the list. `doing` is for errors. */
  list: (doing: string, context: AppContext) => Promise<T[]>;
  row: (one: T) => Record<string, unknown>;
  /** Printed if the list is empty. */
  empty: string;
}

/** Adds the command that lists resources of an application. */
export function addList<T>(parent: Command, { description, name, list, row, empty }: ListCommand<T>): void {
  parent
    .command('list')
    .description(description)
    .addOption(appOption())
    .action(async (_options: unknown, command: Command) => {
      const context = await appContextOf(command);
      const all = await list(`list the ${name} of "${context.app}"`, context);
      context.output.result(all, () => table(all.map(row), empty));
    });
}

/** Adds the command that removes a resource of an application by its id. `noun` names one of them. */
export function addRemoval(
  parent: Command,
  verb: 'remove' | 'revoke',
  noun: string,
  description: string,
  path: `/admin/v1/applications/{app}/${'integrations' | 'keys' | 'senders'}/{id}`,
): void {
  parent
    .command(`${verb} <id>`)
    .description(description)
    .addOption(appOption())
    .action(async (id: string, _options: unknown, command: Command) => {
      const { admin, output, app, path: ofApp } = await appContextOf(command);
      await admin.delete(`${verb} the ${noun} ${id} of "${app}"`, path, { ...ofApp, id });
      output.result({ id, [`${verb}d`]: true }, () => `The ${noun} ${id} is ${verb}d.`);
    });
}
