import type { EventDefinition } from '../event-definition';
import { buildEvent } from './event-file/build-event';
import { shapeProblems } from './event-file/issues';
import { inWords, MOST_PROBLEMS } from './event-file/limits';
import { salvage } from './event-file/salvage';
import { eventFileShape } from './event-file/shape';
import { YamlSource, type Found, type Problem } from './event-file/yaml-source';

export type { Problem };

export interface SourceFile {
  name: string;
  content: string;
}

interface Refused {
  ok: false;
  problems: Problem[];
}

/** Reads one event file. It never throws: whatever is wrong comes as problems with the file's lines. */
export function parseEventFile(
  fileName: string,
  source: string,
): { ok: true; event: EventDefinition } | Refused {
  const parsed = parseEventFiles([{ name: fileName, content: source }]);
  return parsed.ok ? { ok: true, event: parsed.events[0]! } : parsed;
}

/**
 * Reads the files of one push: all events, or the problems of all files. Past 50 problems the last line says how many
 * more there are.
 */
export function parseEventFiles(
  files: readonly SourceFile[],
): { ok: true; events: EventDefinition[] } | Refused {
  const events: EventDefinition[] = [];
  const found: { file: string; problem: Found }[] = [];
  const namedIn = new Map<string, string>();
  for (const file of files) {
    const read = readEvent(file);
    if (read.ok) {
      const { name } = read.event;
      const other = namedIn.get(name);
      if (other === undefined) namedIn.set(name, file.name);
      else read.problems.push({ line: read.nameLine, message: `event "${name}" is also in ${other}` });
      events.push(read.event);
    }
    read.problems.sort((a, b) => a.line - b.line);
    for (const problem of read.problems) found.push({ file: file.name, problem });
  }
  return found.length > 0 ? { ok: false, problems: told(found) } : { ok: true, events };
}

function told(found: { file: string; problem: Found }[]): Problem[] {
  const problems = found
    .slice(0, MOST_PROBLEMS)
    .map(({ file, problem: { line, message } }) => ({ file, line, message }));
  const next = found[MOST_PROBLEMS];
  if (!next) return problems;
  const count = found.length - MOST_PROBLEMS;
  const message = `and ${inWords(count)} more ${count === 1 ? 'problem' : 'problems'}, from this line on`;
  return [...problems, { file: next.file, line: next.problem.line, message }];
}

type Read =
  | { ok: true; event: EventDefinition; nameLine: number; problems: Found[] }
  | { ok: false; problems: Found[] };

function readEvent(file: SourceFile): Read {
  const yaml = YamlSource.read(file.content);
  if (!(yaml instanceof YamlSource)) return { ok: false, problems: yaml };
  const shape = eventFileShape.safeParse(yaml.value);
  if (!shape.success) {
    const problems = shapeProblems(shape.error, yaml);
    // What else is wrong would not be told.
    const rest = problems.length < MOST_PROBLEMS ? salvage(yaml.value, shape.error.issues) : undefined;
    if (rest) problems.push(...buildEvent(rest.file, file.name, yaml, rest.lost).problems);
    return { ok: false, problems };
  }
  const { event, problems } = buildEvent(shape.data, file.name, yaml);
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, event, nameLine: yaml.lineOf(['name']), problems };
}
