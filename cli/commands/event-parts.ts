import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { PART_KINDS } from '../../core/events/parts/part';
import { appContextOf } from '../context';
import { CliError } from '../errors';
import { afterOption, pageText, table } from '../output';
import { versionRow } from './event-versions';
import { messageDiffs } from './message-diffs';
import { addAfter, addLimit, appOption, environmentOption, versionNumber } from './options';

export function addEventParts(events: Command): void {
  events
    .command('parts')
    .description(
      'List the layouts, partials and translations of an environment, with the events that use them.',
    )
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async ({ env }: { env: Environment }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { parts } = await admin.get(
        `list the layouts, partials and translations of ${env} of "${app}"`,
        '/admin/v1/applications/{app}/parts/{environment}',
        { ...path, environment: env },
      );
      const rows = parts.map(({ name, version, updated_at: updated, events: users }) => ({
        ...{ name, version, updated, events: users },
      }));
      output.result(parts, () => table(rows, `${env} has no layout, partial or translation.`));
    });

  events
    .command('delete-part <file>')
    .description(
      'Delete a layout, partial or translation, such as partials/footer.de.txt. Refused while an event needs it.',
    )
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async (given: string, { env }: { env: Environment }, command: Command) => {
      const { folder, file } = partOf(given);
      const { admin, output, app, path } = await appContextOf(command);
      const { changes } = await admin.delete(
        `delete ${given} from ${env} of "${app}"`,
        '/admin/v1/applications/{app}/parts/{environment}/{folder}/{file}',
        { ...path, environment: env, folder, file },
      );
      const messages = messageDiffs(changes);
      output.result({ deleted: given, changes }, () =>
        [`${given} is deleted from ${env}.`, messages].filter((line) => line !== undefined).join('\n'),
      );
    });

  const versions = events
    .command('part-versions <file>')
    .description('List the versions of a layout, partial or translation, newest first.')
    .addOption(appOption())
    .addOption(environmentOption());
  addLimit(addAfter(versions)).action(
    async (
      given: string,
      { env, ...query }: { env: Environment; after?: string; limit?: number },
      command: Command,
    ) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { versions: found, next } = await admin.get(
        `list the versions of ${given} of ${env} of "${app}"`,
        '/admin/v1/applications/{app}/parts/{environment}/{folder}/{file}/versions',
        { ...path, environment: env, ...partOf(given), after: query.after, limit: query.limit },
      );
      output.result({ versions: found, next }, () =>
        pageText(
          found.map(versionRow),
          'There are no earlier versions until the file changes.',
          afterOption(next),
        ),
      );
    },
  );

  events
    .command('restore-part <file> <version>')
    .description('Restore a version of a layout, partial or translation, even of a deleted one.')
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async (given: string, version: string, { env }: { env: Environment }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { part, changes } = await admin.post(
        `restore version ${version} of ${given} in ${env} of "${app}"`,
        '/admin/v1/applications/{app}/parts/{environment}/{folder}/{file}/versions/{version}/restore',
        { ...path, environment: env, ...partOf(given), version: versionNumber(version) },
      );
      const done =
        part.change === 'unchanged'
          ? `${given} already has the content of version ${version}.`
          : `${given} of ${env} has the content of version ${version} again, as version ${part.version}.`;
      output.result({ part, changes }, () =>
        [done, messageDiffs(changes)].filter((line) => line !== undefined).join('\n'),
      );
    });
}

/** Returns the folder and the file of a name. Throws on the command line if it has another form. */
function partOf(given: string): { folder: string; file: string } {
  const [folder = '', file, ...others] = given.split('/');
  if (Object.hasOwn(PART_KINDS, folder) && file !== undefined && others.length === 0) return { folder, file };
  const message = `"${given}" is not a layout, partial or translation, such as partials/footer.txt`;
  throw new CliError(message, { usage: true });
}
