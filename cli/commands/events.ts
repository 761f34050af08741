import path from 'node:path';
import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { eventFileJsonSchema } from '../../core/events/file/json-schema';
import { pushProblem, sizeProblem } from '../../core/events/file/limits';
import type { EventSummary } from '../../api/admin/answers';
import { appContextOf } from '../context';
import { CliError } from '../errors';
import { readEventFiles, type EventFiles } from '../event-files';
import { hostOf } from '../host';
import { table } from '../output';
import { appOption, environmentOption } from './options';

export function addEventCommands(program: Command): void {
  const events = program.command('events').description('events of an application');

  events
    .command('push <path>')
    .description(
      'apply a file, or all event files (*.yaml, *.yml) of a folder; if one is wrong, none is applied',
    )
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async (given: string, { env }: { env: Environment }, command: Command) => {
      const { directory, files } = await readEventFiles(hostOf(command), given);
      refuseTooLarge(directory, files);
      const { admin, output, app, path } = await appContextOf(command);
      const { applied } = await admin
        .request<{ applied: string[] }>({
          doing: `apply the events of ${given} to ${env} of "${app}"`,
          method: 'PUT',
          path: [...path, 'events', env],
          body: { files },
        })
        .catch((error: unknown) => {
          throw error instanceof CliError ? explain(error, directory) : error;
        });
      output.result(applied, () => `Applied to ${env}: ${applied.join(', ')}`);
    });

  events
    .command('schema')
    .description('print the JSON Schema of event files, for editors; it needs no service')
    .action((_options: unknown, command: Command) => {
      hostOf(command).stdout.write(`${JSON.stringify(eventFileJsonSchema(), null, 2)}\n`);
    });

  events
    .command('list')
    .description('list the events of an environment')
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async ({ env }: { env: Environment }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { events: all } = await admin.request<{ events: EventSummary[] }>({
        doing: `list the events of ${env} of "${app}"`,
        path: [...path, 'events', env],
      });
      const rows = all.map(({ name, channels, languages, steps, updated_at }) => ({
        name,
        channels,
        languages,
        steps: steps.map((step) => step.name),
        updated: updated_at,
      }));
      output.result(all, () => table(rows, `No event yet: heliograph events push DIR --env ${env}`));
    });
}

/** Throws if a file is too large for the service, or if all of them are too large for one request. */
function refuseTooLarge(directory: string, files: EventFiles['files']): void {
  const details = files.flatMap(({ name, content }) => {
    const problem = sizeProblem(content);
    return problem === undefined ? [] : [`${path.join(directory, name)}:1: ${problem}`];
  });
  if (details.length > 0)
    throw new CliError('cannot push event files that are too large', {
      details,
      next: 'Nothing was applied.',
    });
  const problem = pushProblem({ files });
  if (problem !== undefined)
    throw new CliError(`cannot push ${directory}: ${problem}`, {
      next: 'Nothing was applied. Push the files in several folders, or one by one.',
    });
}

/** Adds the folder to the file names of the problems, so that editors can open the files. */
function explain(error: CliError, directory: string): CliError {
  if (error.details.length === 0) return error;
  return new CliError(error.message, {
    code: error.code,
    details: error.details.map((problem) => path.join(directory, path.sep) + problem),
    next: 'Nothing was applied.',
    cause: error,
  });
}
