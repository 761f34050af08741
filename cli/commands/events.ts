import path from 'node:path';
import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { eventFileJsonSchema } from '../../core/events/file/json-schema';
import { pushProblem, sizeProblem } from '../../core/events/file/limits';
import type { EventSummary } from '../../api/admin/answers';
import { contextOf, pickApplication } from '../context';
import { CliError } from '../errors';
import { readEventFiles, type EventFiles } from '../event-files';
import { hostOf } from '../host';
import { table } from '../output';
import { appOption, environmentOption } from './options';

interface EventOptions {
  app?: string;
  env: Environment;
}

export function addEventCommands(program: Command): void {
  const events = program.command('events').description('events of an application');

  events
    .command('push <path>')
    .description('apply the event files (*.yaml, *.yml) of a folder, all or none, or a single file')
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async (given: string, options: EventOptions, command: Command) => {
      const { admin, output, host } = contextOf(command);
      const { directory, files } = await readEventFiles(host, given);
      refuseTooLarge(directory, files);
      const app = await pickApplication(admin, options.app);
      const { applied } = await admin
        .request<{ applied: string[] }>({
          doing: `apply the events of ${given} to ${options.env} of "${app}"`,
          method: 'PUT',
          path: ['applications', app, 'events', options.env],
          body: { files },
        })
        .catch((error: unknown) => {
          throw error instanceof CliError ? explain(error, directory) : error;
        });
      output.result(applied, () => `Applied to ${options.env}: ${applied.join(', ')}`);
    });

  events
    .command('schema')
    .description('print the JSON Schema of event files, for editors; asks no service')
    .action((_options: unknown, command: Command) => {
      hostOf(command).stdout.write(`${JSON.stringify(eventFileJsonSchema(), null, 2)}\n`);
    });

  events
    .command('list')
    .description('list the events of an environment')
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async (options: EventOptions, command: Command) => {
      const { admin, output } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      const { events: all } = await admin.request<{ events: EventSummary[] }>({
        doing: `list the events of ${options.env} of "${app}"`,
        path: ['applications', app, 'events', options.env],
      });
      const rows = all.map(({ name, channels, languages, steps, updated_at }) => ({
        name,
        channels,
        languages,
        steps: steps.map((step) => step.name),
        updated: updated_at,
      }));
      output.result(all, () => table(rows, `No event yet: heliograph events push DIR --env ${options.env}`));
    });
}

/** The service would refuse them; a push that is too large for its body would not even be read. */
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

/** Problems name files as the service was given them; here they get the folder, so that editors open them. */
function explain(error: CliError, directory: string): CliError {
  if (error.details.length === 0) return error;
  return new CliError(error.message, {
    code: error.code,
    details: error.details.map((problem) => path.join(directory, path.sep) + problem),
    next: 'Nothing was applied.',
    cause: error,
  });
}
