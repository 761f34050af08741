import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { type Command, Option } from 'commander';
import type { Environment } from '../../core/shared/channels';
import type { TopicImport } from '../answers';
import { type AppContext, appContextOf } from '../context';
import { CliError } from '../errors';
import { pathOf } from '../host';
import { fields } from '../output';
import { appOption, environmentOption } from './options';

const IMPORT = '/admin/v1/applications/{app}/topics/{environment}/{topic}/imports/{id}';

/** Time between two looks at an import, milliseconds. */
const LOOK_EVERY_MS = 1000;

const TYPES: Record<string, string> = {
  '.csv': 'text/csv',
  '.jsonl': 'application/x-ndjson',
  '.ndjson': 'application/x-ndjson',
};

interface ImportOptions {
  env: Environment;
  rejects?: string;
  follow?: string;
  stop?: string;
  continue?: string;
}

interface Named {
  environment: Environment;
  topic: string;
}

/** Adds `import`, which sends a file and follows it. */
export function addTopicImport(topics: Command): void {
  topics
    .command('import <topic> [file]')
    .description('Import a file of contacts (.csv, .jsonl, .ndjson) into a topic, and follow it.')
    .addOption(environmentOption())
    .addOption(appOption())
    .option('--rejects <file>', 'Write the rows that were not imported to a CSV file.')
    .addOption(new Option('--follow <id>', 'Follow an import in place of a file.'))
    .addOption(new Option('--stop <id>', 'Stop an import in place of a file.').conflicts('follow'))
    .addOption(
      new Option('--continue <id>', 'Let a stopped import continue in place of a file.').conflicts([
        ...['follow', 'stop'],
      ]),
    )
    .action(async (topic: string, file: string | undefined, options: ImportOptions, command: Command) => {
      const context = await appContextOf(command);
      const named = { environment: options.env, topic };
      const one = await begun(context, named, file, options);
      if (options.stop !== undefined) return context.output.result(one, () => describe(one));
      const ended = await followed(context, named, one);
      if (options.rejects !== undefined && ended.rejected > 0)
        await writeRejects(context, named, ended, options.rejects);
      context.output.result(ended, () => describe(ended));
    });
}

/** Returns the import that a command is about. */
async function begun(
  context: AppContext,
  named: Named,
  file: string | undefined,
  { follow, stop, continue: resumed }: ImportOptions,
): Promise<TopicImport> {
  const { admin, path: given } = context;
  const id = follow ?? stop ?? resumed;
  if ((id === undefined) === (file === undefined))
    throw new CliError('a file, or the id of an import, says what to import', {
      next: 'heliograph topics import --help lists the options.',
      usage: true,
    });
  if (file !== undefined) return upload(context, named, file);
  const call = { ...given, ...named, id: id ?? '' };
  if (follow !== undefined) return (await admin.get(`follow the import ${follow}`, IMPORT, call)).import;
  const what = stop === undefined ? 'continue' : 'stop';
  return (await admin.post(`${what} the import ${id}`, `${IMPORT}/${what}`, call)).import;
}

async function upload(
  { admin, host, app, path: given }: AppContext,
  { environment, topic }: Named,
  file: string,
): Promise<TopicImport> {
  const name = pathOf(host, file);
  const type = TYPES[path.extname(name).toLowerCase()];
  if (type === undefined)
    throw new CliError(`cannot import ${file}: its name must end with ${Object.keys(TYPES).join(', ')}`);
  if (!(await stat(name).catch(() => null))?.isFile()) throw new CliError(`cannot read the file ${file}`);
  const address = [given.app, 'topics', environment, topic, 'imports'].map(encodeURIComponent).join('/');
  const gzip = createGzip();
  // A file that cannot be read ends the request.
  const read = pipeline(createReadStream(name), gzip).catch((error: unknown) => gzip.destroy(error as Error));
  const sent = await admin.upload<{ import: TopicImport }>(
    `import ${file} into the topic ${topic} of "${app}" in ${environment}`,
    `/admin/v1/applications/${address}`,
    { body: gzip, headers: { 'content-type': type, 'content-encoding': 'gzip' } },
  );
  await read;
  const { id, rows } = sent.import;
  host.stderr.write(
    `Import ${id} of ${rows} rows runs. Ctrl-C leaves it running. Follow it with --follow ${id}, stop it with --stop ${id}.\n`,
  );
  return sent.import;
}

/** Returns an import after it has ended or was stopped. */
async function followed(
  { admin, host, path: given }: AppContext,
  named: Named,
  one: TopicImport,
): Promise<TopicImport> {
  let now = one;
  while (now.state === 'running' || now.state === 'receiving') {
    await sleep(LOOK_EVERY_MS);
    now = (await admin.get(`follow the import ${one.id}`, IMPORT, { ...given, ...named, id: one.id })).import;
    if (host.stderr.isTTY) host.stderr.write(`\r${now.read} of ${now.rows} rows`);
  }
  if (host.stderr.isTTY) host.stderr.write('\n');
  return now;
}

async function writeRejects(
  { admin, host, path: given }: AppContext,
  { environment, topic }: Named,
  { id }: TopicImport,
  file: string,
): Promise<void> {
  const parts = [given.app, 'topics', environment, topic, 'imports', id, 'rejects'];
  const address = parts.map(encodeURIComponent).join('/');
  const rows = await admin.text(`read the rejects of the import ${id}`, `/admin/v1/applications/${address}`);
  await pipeline(rows, createWriteStream(pathOf(host, file)));
}

const describe = (one: TopicImport): string =>
  fields({
    ...{ import: one.id, state: one.state, rows: one.rows, read: one.read, subscribed: one.subscribed },
    ...{ already: one.already_subscribed, rejected: one.rejected },
    ...{ started: one.started_at, ended: one.ended_at },
  });
