import { stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { type AppContext, appContextOf } from '../context';
import { CliError } from '../errors';
import { pathOf } from '../host';
import { fields, table } from '../output';
import {
  type Content,
  contentOf,
  importAll,
  noneWritten,
  type Source,
  type Written,
} from '../preference-exports/import';
import { CategoryNames, checkNames, givenNames, namePair } from '../preference-exports/names';
import { Rejects } from '../preference-exports/rejects';
import { type ServiceName, SERVICES } from '../preference-exports/services';
import { jsonOf } from './json-file';
import { appOption, environmentOption } from './options';

interface Options {
  env: Environment;
  from: ServiceName;
  category?: [string, string][];
  map?: string;
  skipUnknown?: boolean;
  dryRun?: boolean;
  rejects?: string;
}

/** Adds `import-preferences`, which carries the export of another service over. */
export function addPreferenceImport(contacts: Command): void {
  contacts
    .command('import-preferences <file>')
    .description('Import what contacts have chosen at another service from its export (.jsonl, .json, .csv).')
    .addOption(
      new Option('--from <service>', 'Service that the file is from.')
        .choices(Object.keys(SERVICES))
        .makeOptionMandatory(),
    )
    .addOption(environmentOption())
    .addOption(appOption())
    .option(
      '--category <theirs=ours>',
      'Category for a category, workflow or topic of theirs. Can be repeated.',
      namePair,
    )
    .option('--map <file>', 'JSON file of such names: {"theirs": "ours"}. Null leaves one out.')
    .option('--skip-unknown', 'Leave out what has no category.')
    .option('--dry-run', 'Read the file, print what is in it, and write nothing.')
    .option('--rejects <file>', 'Write the lines that were not imported to a CSV file.')
    .action(async (given: string, options: Options, command: Command) => {
      const context = await appContextOf(command);
      const { host, output } = context;
      const file = pathOf(host, given);
      if (!(await stat(file).catch(() => null))?.isFile())
        throw new CliError(`cannot read the file ${given}`);
      const source = await sourceOf(context, file, options);
      const content = await contentOf(source);
      const found = resultOf(source, content);
      if (options.dryRun) {
        await source.rejects.end();
        return output.result(found, () => textOf(found));
      }
      if (!options.skipUnknown) refuseUnknown(source, given);
      const { rejects: _, ...again } = source;
      const rejects = rejectsOf(context, options);
      const written = await writeAll(context, options, { ...again, rejects });
      const counts = { ...written, rejected: rejects.count };
      output.result({ ...found, ...counts }, () => textOf(found, counts));
    });
}

async function sourceOf(context: AppContext, file: string, options: Options): Promise<Source> {
  const { admin, host, app, path } = context;
  const { env: environment, map, category, dryRun } = options;
  const { categories } = await admin.get(
    `list the categories of ${environment} of "${app}"`,
    '/admin/v1/applications/{app}/categories/{environment}',
    { ...path, environment },
  );
  const given = givenNames(await jsonOf(host, '--map', map), category);
  checkNames(given, categories, `${environment} of "${app}"`);
  const progress = (text: string): void => {
    if (host.stderr.isTTY) host.stderr.write(`\r${text}`);
  };
  return {
    ...{
      file,
      categories,
      progress,
      service: SERVICES[options.from],
      names: new CategoryNames(given, categories),
    },
    // What cannot be read is reported once: by the run that writes, or by a dry run.
    rejects: dryRun ? rejectsOf(context, options) : new Rejects(undefined, null),
  };
}

/** Writes a file. If that fails halfway, the error says what to do. */
async function writeAll(context: AppContext, { env }: Options, source: Source): Promise<Written> {
  const written = noneWritten();
  try {
    await importAll(context, env, source, written);
    return written;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const { message, code, next } = error;
    throw new CliError(message, {
      ...{ code, cause: error, details: [`${written.changed + written.unchanged} contacts were written.`] },
      next: [next ?? [], 'Run the command again. What was written stays as it is.'].flat().join(' '),
    });
  } finally {
    await source.rejects.end();
    source.progress('\n');
  }
}

const rejectsOf = ({ host }: AppContext, { rejects }: Options): Rejects =>
  new Rejects(rejects === undefined ? undefined : pathOf(host, rejects), host.stderr);

function refuseUnknown({ names: { unknown } }: Source, file: string): void {
  if (unknown.length === 0) return;
  const [first] = unknown[0]!;
  throw new CliError(`${file} has choices for ${unknown.length} names that have no category`, {
    details: unknown.map(([name, people]) => `${name}: ${people} contacts`),
    next: `Nothing was written. Name the category of each with --category ${first}=NAME or --map FILE, or leave them out with --skip-unknown.`,
    usage: true,
  });
}

const resultOf = ({ names, rejects }: Source, { records, people, unsubscribed, left }: Content) => ({
  ...{ records, contacts: people, unsubscribed, unreadable: rejects.count },
  unknown: Object.fromEntries(names.unknown),
  left_out: Object.fromEntries(left),
});

function textOf(
  { left_out: left, unknown: _, ...found }: ReturnType<typeof resultOf>,
  counts: Record<string, number> = {},
): string {
  const rows = Object.entries(left).map(([what, contacts]) => ({ 'left out': what, contacts }));
  return [fields({ ...found, ...counts }), ...(rows.length === 0 ? [] : ['', table(rows, '')])].join('\n');
}
