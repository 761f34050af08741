import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { PayloadSchema } from '../../core/events/payload/schema';
import { payloadTypes } from '../../core/events/payload/typescript';
import { parseEventFiles } from '../../rendering/event-files';
import type { Environment } from '../../core/shared/channels';
import { appContextOf } from '../context';
import { CliError } from '../errors';
import { readEventFiles } from '../event-files';
import { sequencesOf } from '../known-sequences';
import { hostOf, pathOf, type Host } from '../host';
import { appOption, environmentOption } from './options';

interface TypesOptions {
  env: Environment;
  out?: string;
}

interface Declared {
  name: string;
  payload?: PayloadSchema | null;
}

export function addEventTypes(events: Command): void {
  events
    .command('types [path]')
    .description('Write TypeScript types of the payloads, from a file or folder, or from the pushed events.')
    .addOption(appOption())
    .addOption(environmentOption().makeOptionMandatory(false))
    .option('--out <file>', 'File to write (default: standard output).')
    .action(async (given: string | undefined, { env, out }: TypesOptions, command: Command) => {
      const host = hostOf(command);
      const types = payloadTypes(
        given === undefined ? await pushed(command, env) : await inFiles(host, given),
      );
      if (out === undefined) host.stdout.write(types);
      else
        await writeFile(pathOf(host, out), types).catch((cause: unknown) => {
          throw new CliError(`cannot write ${out}: ${(cause as Error).message}`, { cause });
        });
    });
}

async function inFiles(host: Host, given: string): Promise<Declared[]> {
  const { files, parts } = await readEventFiles(host, given);
  const parsed = parseEventFiles(files, sequencesOf(host), parts);
  if (parsed.ok) return parsed.events;
  throw new CliError(`the event files of ${given} have problems`, {
    details: parsed.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`),
    next: `See heliograph events validate ${given}`,
  });
}

async function pushed(command: Command, env: Environment | undefined): Promise<Declared[]> {
  if (env === undefined)
    throw new CliError('give a folder with event files, or --env for the pushed events', { usage: true });
  const { admin, app, path } = await appContextOf(command);
  const { events } = await admin.get(
    `list the events of ${env} of "${app}"`,
    '/admin/v1/applications/{app}/events/{environment}',
    { ...path, environment: env },
  );
  const declared: Declared[] = [];
  for (const { name } of events) {
    const { event } = await admin.get(
      `read the event ${name} of ${env} of "${app}"`,
      '/admin/v1/applications/{app}/events/{environment}/{name}',
      { ...path, environment: env, name },
    );
    declared.push(event);
  }
  return declared;
}
