import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { isEventFile, isSharedFile } from '../../core/events/file-kind';
import { partOf } from '../../core/events/parts/part';
import { categoryFile, isCategoryFile } from '../../core/preferences/category-name';
import { readCategory } from '../../core/preferences/category-source';
import { categoryText } from '../../core/preferences/category-text';
import type { SourceFile } from '../../core/events/file/source-file';
import { parseEventFiles } from '../../rendering/event-files';
import { type AppContext, appContextOf } from '../context';
import { CliError } from '../errors';
import { type EventFiles, partPath, readEventFiles } from '../event-files';
import { sequencesOf } from '../known-sequences';
import { pathOf, type Host } from '../host';
import { lineDiff } from '../line-diff';
import { pushedCategories, pushedParts } from '../pushed-parts';
import { appOption, environmentOption } from './options';

/** An event in a folder and in an environment. */
interface Compared {
  event: string;
  file: string;
  /** Null: the folder does not have it. */
  local: string | null;
  /** Null: it was pushed before the service kept files. Undefined: the environment does not have it. */
  stored?: string | null;
}

const NO_FILE = 'An older release pushed it without storing its file. Push it again to store the file';

export function addEventPull(events: Command): void {
  events
    .command('pull <folder>')
    .description(
      'Write the files of the pushed events, layouts, partials, translations and categories to a folder.',
    )
    .addOption(appOption())
    .addOption(environmentOption())
    .option('--force', 'Overwrite files that differ.')
    .action(async (folder: string, { env, force }: { env: Environment; force?: true }, command: Command) => {
      const context = await appContextOf(command);
      const none = { directory: folder, files: [], parts: [] };
      const local = await readEventFiles(context.host, folder).catch(() => none);
      const found = (await compare(context, env, local)).filter(({ stored }) => stored !== undefined);
      const differing = found.filter(({ local, stored }) => local !== null && stored && stored !== local);
      if (differing.length > 0 && !force) {
        throw new CliError(`${listOf(differing)} would be overwritten`, {
          next: `Nothing was written. Use --force to overwrite, or see heliograph events diff ${folder} --env ${env}`,
        });
      }
      const written = found.filter(({ local, stored }) => stored && stored !== local);
      await write(context.host, folder, written);
      const missing = found.filter(({ stored }) => stored === null).map(({ event }) => event);
      const lines = written.length > 0 ? `Written: ${listOf(written)}` : `${folder} is up to date.`;
      const note = missing.length > 0 ? `\n${NO_FILE}: ${missing.join(', ')}` : '';
      const result = { written: written.map(({ file }) => file), without_file: missing };
      context.output.result(result, () => lines + note);
    });

  events
    .command('diff <folder>')
    .description(
      'Show how the files of a folder differ from the pushed events, layouts, partials, translations and categories.',
    )
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async (folder: string, { env }: { env: Environment }, command: Command) => {
      const context = await appContextOf(command);
      const found = await compare(context, env, await readEventFiles(context.host, folder));
      const differing = found.filter(({ local, stored }) => stored !== local);
      context.output.result(differing, () =>
        differing.length === 0
          ? `${folder} has what ${env} has.`
          : differing.map((one) => describe(one, env)).join('\n\n'),
      );
    });
}

const listOf = (found: Compared[]): string => found.map(({ file }) => file).join(', ');

function describe({ event, file, local, stored }: Compared, env: Environment): string {
  if (stored === null) return `${event}: ${NO_FILE}.`;
  if (stored === undefined) return `${file}: ${env} does not have it.`;
  if (local === null) return `${event}: only ${env} has it.`;
  return [`--- ${env}`, `+++ ${file}`, ...lineDiff(stored, local)].join('\n');
}

/** Returns all events of a folder and of an environment, by name. */
async function compare(
  context: AppContext,
  env: Environment,
  { directory, files }: EventFiles,
): Promise<Compared[]> {
  const { admin, app, path: base } = context;
  const { events } = await admin.get(
    `list the events of ${env} of "${app}"`,
    '/admin/v1/applications/{app}/events/{environment}',
    { ...base, environment: env },
  );
  const found = new Map<string, Compared>();
  const parts = files.filter(isSharedFile);
  for (const file of parts) {
    const event = sharedName(file);
    found.set(event, { event, file: path.join(directory, file.name), local: file.content });
  }
  const known = sequencesOf(context.host);
  for (const file of files.filter(isEventFile)) {
    const { name, content } = file;
    const parsed = parseEventFiles([file], known, parts);
    // A file with problems counts by its own name.
    const event = parsed.ok ? parsed.events[0]!.name : path.parse(name).name;
    found.set(event, { event, file: path.join(directory, name), local: content });
  }
  for (const { name, content } of await pushedParts(context, env)) {
    const file = path.join(directory, partPath(name, files));
    found.set(name, { ...(found.get(name) ?? { event: name, file, local: null }), stored: content });
  }
  for (const { name, content } of await pushedCategories(context, env)) {
    const file = path.join(directory, partPath(name, files));
    const one = found.get(name) ?? { event: name, file, local: null };
    // A file that says the same in other words is not written again.
    const isSame = one.local !== null && meaning({ name, content: one.local }) === content;
    found.set(name, { ...one, stored: isSame ? one.local : content });
  }
  for (const { name } of events) {
    const { event } = await admin.get(
      `read the event ${name} of ${env} of "${app}"`,
      '/admin/v1/applications/{app}/events/{environment}/{name}',
      { ...base, environment: env, name },
    );
    const one = found.get(name) ?? { event: name, file: path.join(directory, `${name}.yaml`), local: null };
    found.set(name, { ...one, stored: event.source });
  }
  return [...found.values()].sort((a, b) => (a.event < b.event ? -1 : 1));
}

/** Returns the name of a layout, partial, translation or category, under which the service has it. */
function sharedName(file: SourceFile): string {
  if (isCategoryFile(file)) {
    const read = readCategory(file);
    return read.ok ? categoryFile(read.category.name) : file.name;
  }
  const part = partOf(file);
  return typeof part === 'string' ? file.name : part.file;
}

/** Returns what a file of a category says, as the service writes it; undefined if it has problems. */
function meaning(file: SourceFile): string | undefined {
  const read = readCategory(file);
  return read.ok ? categoryText(read.category) : undefined;
}

async function write(host: Host, folder: string, files: Compared[]): Promise<void> {
  try {
    await mkdir(pathOf(host, folder), { recursive: true });
    for (const { file, stored } of files) {
      await mkdir(pathOf(host, path.dirname(file)), { recursive: true });
      await writeFile(pathOf(host, file), stored ?? '');
    }
  } catch (cause) {
    throw new CliError(`cannot write to ${folder}: ${(cause as Error).message}`, { cause });
  }
}
