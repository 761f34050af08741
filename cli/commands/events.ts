import path from 'node:path';
import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { categoryFile } from '../../core/preferences/category-name';
import { categoryFileJsonSchema, eventFileJsonSchema } from '../../core/events/file/json-schema';
import { pushProblem, sizeProblem } from '../../core/events/file/limits';
import type { Problem } from '../../core/events/file/problem';
import { parseEventFiles } from '../../rendering/event-files';
import { isSharedFile } from '../../core/events/file-kind';
import type { ChangedMessage, EventChange, PartChange } from '../answers';
import { appContextOf, outputOf } from '../context';
import { CliError } from '../errors';
import { readEventFiles, type EventFiles } from '../event-files';
import { hostOf } from '../host';
import { sequencesOf } from '../known-sequences';
import { fields, table } from '../output';
import { addEventPromote } from './event-promote';
import { addEventPull } from './event-pull';
import { addEventRender } from './event-render';
import { addEventSendTest } from './event-send-test';
import { addEventTypes } from './event-types';
import { addEventTranslations } from './event-translations';
import { addEventVersions } from './event-versions';
import { addEventParts } from './event-parts';
import { addEventPausing, pausedText } from './pausing';
import { messageDiffs } from './message-diffs';
import { appOption, environmentOption } from './options';

/** What a push did, or would do. */
interface Pushed {
  warnings?: Problem[];
  applied: string[];
  changes: { name: string; change: EventChange; parts?: string[]; messages?: ChangedMessage[] }[];
  parts?: PartChange[];
}

export function addEventCommands(program: Command): void {
  const events = program.command('events').description('Manage the events of an application.');

  events
    .command('push <path>')
    .description(
      'Apply a file, or all event files (*.yaml, *.yml) of a folder with its layouts, partials, translations and categories. If one is not valid, none is applied.',
    )
    .addOption(appOption())
    .addOption(environmentOption())
    .option('--dry-run', 'Show what a push would change and apply nothing.')
    .action(async (given: string, { env, dryRun }: { env: Environment; dryRun?: true }, command: Command) => {
      const { directory, files } = await readEventFiles(hostOf(command), given);
      // A layout changes events that its author may not have in mind.
      const differences = dryRun || files.some(isSharedFile) || undefined;
      const body = { files, dry_run: dryRun, differences, via: 'cli' as const };
      refuseTooLarge(directory, body);
      const { admin, output, app, path } = await appContextOf(command);
      const {
        applied,
        changes,
        parts,
        warnings = [],
      } = await admin
        .put(
          `apply the events of ${given} to ${env} of "${app}"`,
          '/admin/v1/applications/{app}/events/{environment}',
          { ...path, environment: env, body },
        )
        .catch((error: unknown) => {
          throw error instanceof CliError ? explain(error, directory) : error;
        });
      for (const line of warningLines(warnings, directory)) hostOf(command).stderr.write(`${line}\n`);
      output.result({ applied, changes, ...(parts && { parts }) }, () =>
        describe({ changes, parts }, env, dryRun === true),
      );
    });

  events
    .command('validate <path>')
    .description(
      'Check a file, or all event files of a folder with its layouts, partials, translations and categories. Needs no service.',
    )
    .action(async (given: string, _options: unknown, command: Command) => {
      const host = hostOf(command);
      const { directory, files, parts } = await readEventFiles(host, given);
      refuseTooLarge(directory, { files });
      const parsed = parseEventFiles(files, sequencesOf(host), parts);
      if (!parsed.ok) {
        const details = parsed.problems.map(
          ({ file, line, message }) => `${path.join(directory, file)}:${line}: ${message}`,
        );
        throw new CliError(`the event files of ${given} have problems`, { details });
      }
      for (const line of warningLines(parsed.warnings, directory)) host.stderr.write(`${line}\n`);
      const names = parsed.events.map(({ name }) => name);
      const categories = parsed.categories.map(({ name }) => categoryFile(name));
      const valid = [...names, ...parsed.parts.map(({ file }) => file), ...categories];
      outputOf(command).result(names, () => `Valid: ${valid.join(', ')}`);
    });

  events
    .command('schema')
    .description('Print the JSON Schema of event files, for editors. Needs no service.')
    .option('--categories', 'Print that of the files of categories.')
    .action(({ categories }: { categories?: true }, command: Command) => {
      const host = hostOf(command);
      const schema = categories ? categoryFileJsonSchema() : eventFileJsonSchema(sequencesOf(host).names);
      host.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    });

  events
    .command('list')
    .description('List the events of an environment.')
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async ({ env }: { env: Environment }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { events: all } = await admin.get(
        `list the events of ${env} of "${app}"`,
        '/admin/v1/applications/{app}/events/{environment}',
        { ...path, environment: env },
      );
      const rows = all.map(({ name, category, channels, languages, steps, updated_at, pause }) => ({
        name,
        category: category ?? undefined,
        channels,
        languages,
        steps: steps.map((step) => step.name),
        updated: updated_at,
        paused: pausedText(pause),
      }));
      output.result(all, () => table(rows, `No event yet: heliograph events push DIR --env ${env}`));
    });

  events
    .command('delete <name>')
    .description('Delete an event. Refused while it has open notifications.')
    .addOption(appOption())
    .addOption(environmentOption())
    .option('--force', 'Delete even if it has open notifications. Their messages fail.')
    .action(async (name: string, { env, force }: { env: Environment; force?: true }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { open } = await admin.delete(
        `delete the event ${name} from ${env} of "${app}"`,
        '/admin/v1/applications/{app}/events/{environment}/{name}',
        { ...path, environment: env, name, body: { force: force === true } },
      );
      const still = open > 0 ? ` ${open} of its notifications ${open === 1 ? 'is' : 'are'} open.` : '';
      output.result({ deleted: name, open }, () => `The event ${name} is deleted from ${env}.${still}`);
    });

  addEventParts(events);
  addEventPausing(events);
  addEventPromote(events);
  addEventPull(events);
  addEventRender(events);
  addEventSendTest(events);
  addEventTranslations(events);
  addEventTypes(events);
  addEventVersions(events);
}

/** Returns what became of each event, or would become of it. */
function describe(
  { changes, parts = [] }: Pick<Pushed, 'changes' | 'parts'>,
  env: Environment,
  isDryRun: boolean,
): string {
  const of = (wanted: EventChange): string[] | undefined => {
    const all = [...changes, ...parts];
    const names = all.filter(({ change }) => change === wanted).map(({ name }) => name);
    return names.length > 0 ? names : undefined;
  };
  const head = isDryRun ? `Nothing was applied. A push to ${env} would change:` : `Applied to ${env}:`;
  const all = { created: of('created'), changed: of('changed'), unchanged: of('unchanged') };
  const messages = messageDiffs(changes);
  return `${head}\n${fields(all, '  ')}${messages === undefined ? '' : `\n${messages}`}`;
}

/** Throws if a file is too large for the service, or if all of them are too large for one request. */
function refuseTooLarge(directory: string, body: Pick<EventFiles, 'files'>): void {
  const details = body.files.flatMap(({ name, content }) => {
    const problem = sizeProblem(content);
    return problem === undefined ? [] : [`${path.join(directory, name)}:1: ${problem}`];
  });
  if (details.length > 0)
    throw new CliError('cannot push event files that are too large', {
      details,
      next: 'Nothing was applied.',
    });
  const problem = pushProblem(body);
  if (problem !== undefined)
    throw new CliError(`cannot push ${directory}: ${problem}`, {
      next: 'Nothing was applied. Push the files in several folders or one at a time.',
    });
}

/** Returns a path from where the command runs. */
const inFolder = (directory: string, file: string): string =>
  file.startsWith('..') ? path.join(directory, file) : path.join(directory, path.sep) + file;

/** Warnings go to the error stream. The result stays what scripts read. */
const warningLines = (warnings: Problem[], directory: string): string[] =>
  warnings.map(({ file, line, message }) => `${path.join(directory, file)}:${line}: warning: ${message}`);

/** Adds the folder to the file names of the problems, so that editors can open the files. A stored event has no file. */
function explain(error: CliError, directory: string): CliError {
  if (error.details.length === 0) return error;
  return new CliError(error.message, {
    code: error.code,
    details: error.details.map((problem) =>
      problem.startsWith('the event ') ? problem : inFolder(directory, problem),
    ),
    cause: error,
  });
}
