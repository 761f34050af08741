import type { EventDefinition } from '../event-definition';
import { buildEvent } from './event-file/build-event';
import { shapeProblems } from './event-file/issues';
import { salvage } from './event-file/salvage';
import { eventFileShape } from './event-file/shape';
import { YamlSource, type Problem } from './event-file/yaml-source';

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
  const read = readEvent({ name: fileName, content: source });
  return read.ok ? { ok: true, event: read.event } : read;
}

/** Reads the files of one push: all events, or all problems of all files. */
export function parseEventFiles(
  files: readonly SourceFile[],
): { ok: true; events: EventDefinition[] } | Refused {
  const events: EventDefinition[] = [];
  const problems: Problem[] = [];
  const namedIn = new Map<string, string>();
  for (const file of files) {
    const read = readEvent(file);
    if (!read.ok) {
      problems.push(...read.problems);
      continue;
    }
    const { name } = read.event;
    const other = namedIn.get(name);
    if (other !== undefined) {
      problems.push({ file: file.name, line: read.nameLine, message: `event "${name}" is also in ${other}` });
    } else namedIn.set(name, file.name);
    events.push(read.event);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, events };
}

function readEvent(file: SourceFile): { ok: true; event: EventDefinition; nameLine: number } | Refused {
  const refused = (problems: Omit<Problem, 'file'>[]): Refused => ({
    ok: false,
    problems: problems
      .sort((a, b) => a.line - b.line)
      .map(({ line, message }) => ({ file: file.name, line, message })),
  });
  const yaml = YamlSource.read(file.content);
  if (!(yaml instanceof YamlSource)) return refused(yaml);
  const shape = eventFileShape.safeParse(yaml.value);
  if (!shape.success) {
    const rest = salvage(yaml.value, shape.error.issues);
    const others = rest ? buildEvent(rest.file, file.name, yaml, rest.lost).problems : [];
    return refused([...shapeProblems(shape.error, yaml), ...others]);
  }
  const { event, problems } = buildEvent(shape.data, file.name, yaml);
  return problems.length > 0 ? refused(problems) : { ok: true, event, nameLine: yaml.lineOf(['name']) };
}
