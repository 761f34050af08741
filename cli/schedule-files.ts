import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { YamlSource } from '../core/events/file/yaml-source';
import { CliError } from './errors';
import { pathOf, type Host } from './host';

/** A schedule as its file has it. The service checks what is in it. */
export interface ScheduleFile {
  file: string;
  name: string;
  body: Record<string, unknown>;
}

/** Returns the schedules (*.yaml, *.yml) of a folder, sorted by name, or the given one. A folder may have them in `schedules`. */
export async function readScheduleFiles(host: Pick<Host, 'cwd'>, given: string): Promise<ScheduleFile[]> {
  const files = await filesOf(host, given).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    const next = 'Give the folder with the schedules, or one of its files.';
    throw new CliError(`there is no file or folder ${given}`, { next, cause });
  });
  if (files.length === 0) throw new CliError(`there is no schedule (*.yaml, *.yml) in ${given}`);
  const read = await Promise.all(files.map((file) => readSchedule(host, file)));
  const problems = read.flatMap((one) => ('problems' in one ? one.problems : []));
  if (problems.length > 0) throw new CliError('the schedules are not valid', { details: problems });
  const schedules = read.flatMap((one) => ('problems' in one ? [] : one));
  const twice = schedules.find(({ name }, index) => schedules.findIndex((one) => one.name === name) < index);
  if (twice) throw new CliError(`two files have the schedule "${twice.name}". Give each another name.`);
  return schedules;
}

async function filesOf(host: Pick<Host, 'cwd'>, given: string): Promise<string[]> {
  if (!(await stat(pathOf(host, given))).isDirectory()) return [given];
  const inside = path.join(given, 'schedules');
  const hasInside = await stat(pathOf(host, inside)).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const folder = hasInside ? inside : given;
  const names = await readdir(pathOf(host, folder));
  return names
    .filter((name) => /\.ya?ml$/i.test(name) && !name.startsWith('.'))
    .sort()
    .map((name) => path.join(folder, name));
}

async function readSchedule(
  host: Pick<Host, 'cwd'>,
  file: string,
): Promise<ScheduleFile | { problems: string[] }> {
  const source = YamlSource.read(await readFile(pathOf(host, file), 'utf8'));
  if (Array.isArray(source))
    return { problems: source.map(({ line, message }) => `${file}:${line}: ${message}`) };
  const { value } = source;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problems: [`${file}:1: a schedule is a map with event, cron, zone and to`] };
  const { name = path.basename(file).replace(/\.ya?ml$/i, ''), ...body } = value as Record<string, unknown>;
  if (typeof name !== 'string') return { problems: [`${file}:1: name must be a text`] };
  return { file, name, body };
}
