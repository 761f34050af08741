import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { PART_KINDS } from '../../core/events/parts/part';
import { appContextOf } from '../context';
import { CliError } from '../errors';
import { table } from '../output';
import { messageDiffs } from './message-diffs';
import { appOption, environmentOption } from './options';

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
      const [folder = '', file] = given.split('/');
      if (!Object.hasOwn(PART_KINDS, folder) || file === undefined || given.split('/').length > 2)
        throw new CliError(
          `"${given}" is not a layout, partial or translation, such as partials/footer.txt`,
          {
            usage: true,
          },
        );
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
}
