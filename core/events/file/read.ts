import type { EventDefinition } from '../definition';
import { SEQUENCE_NAMES } from '../../sequences/names';
import { categoryFile } from '../../preferences/category-name';
import { parseSafely } from '../../shared/parse-safely';
import type { Part } from '../parts/part';
import { PartSet } from '../parts/part-set';
import type { MjmlToHtml } from '../templates/mjml';
import { buildEvent } from './build-event';
import { mustBeOneOf, shapeProblems } from './issues';
import { definitionProblem, formatCount, MOST_PROBLEMS } from './limits';
import { salvage } from './salvage';
import { eventFileShape } from './shape';
import type { Found, Problem } from './problem';
import type { SourceFile } from './source-file';
import { YamlSource } from './yaml-source';

/** The event of one file with the lines of its `step_templates`, or its first problems and their number. */
export type ReadEvent =
  | {
      ok: true;
      event: EventDefinition;
      nameLine: number;
      categoryLine: number;
      stepTemplates: { send: string; line: number }[];
      /** Names of the layouts and partials that it uses, also through others, such as `partials/footer`, and `categories/NAME`. */
      uses: string[];
      /** Blocks of layouts that it fills, such as `layouts/base#footer`. */
      fills: string[];
      /** Its e-mails in which nothing unsubscribes: problems if its category is bulk. */
      unlinked: Found[];
      warnings: Found[];
    }
  | { ok: false; problems: Found[]; count: number };

interface Refused {
  ok: false;
  problems: Problem[];
}

/**
 * Joins the files of one push: returns all events with warnings, or the problems of all files. After 50 problems the last line says
 * how many more there are. Files at the end that were not read are left out.
 * @param categories names of those that the application has. @default it is not known which, and any name is right
 */
export function joinEvents(
  files: readonly SourceFile[],
  read: readonly ReadEvent[],
  categories?: readonly string[],
): { ok: true; events: EventDefinition[]; warnings: Problem[] } | Refused {
  const events: EventDefinition[] = [];
  const found: Problem[] = [];
  const warnings: Problem[] = [];
  let count = 0;
  const namedIn = new Map<string, string>();
  for (const [index, one] of read.entries()) {
    const file = files[index]!.name;
    if (!one.ok) {
      found.push(...one.problems.map((problem) => inFile(problem, file)));
      count += one.count;
      continue;
    }
    const { name } = one.event;
    const other = namedIn.get(name);
    if (other !== undefined) {
      found.push({ file, line: one.nameLine, message: `event "${name}" is also in ${other}` });
      count += 1;
    } else namedIn.set(name, file);
    const unknown = categories && categoryProblem(one.event, categories);
    if (unknown !== undefined) {
      found.push({ file, line: one.categoryLine, message: unknown });
      count += 1;
    }
    events.push(one.event);
    warnings.push(...one.warnings.map((warning) => inFile(warning, file)));
  }
  if (count > 0) return { ok: false, problems: limited(found, count) };
  return { ok: true, events, warnings: limited(warnings, warnings.length) };
}

/** Returns the problem of an event whose category the application does not have (PREFERENCE-22); undefined: it has it, or the event has none. */
function categoryProblem({ category }: EventDefinition, known: readonly string[]): string | undefined {
  if (category === undefined || known.includes(category)) return undefined;
  if (known.length > 0) return `"category" ${mustBeOneOf(known, category)}`;
  return `"category": the application has no category. Push ${categoryFile(category)} with it`;
}

/** Names the file of a problem. One of a layout or partial names the event's too, because another event may not have it. */
const inFile = ({ file, line, message }: Found, event: string): Problem =>
  file === undefined ? { file: event, line, message } : { file, line, message: `${message} of ${event}` };

function limited(found: Problem[], count: number): Problem[] {
  const next = found[MOST_PROBLEMS];
  if (!next) return found;
  const more = count - MOST_PROBLEMS;
  const message = `and ${formatCount(more)} more ${more === 1 ? 'problem' : 'problems'}, from this line on`;
  return [...found.slice(0, MOST_PROBLEMS), { ...next, message }];
}

/**
 * Reads one file of a push. It never throws, and returns problems with their lines instead.
 * @param sequences names of the sequences in code. @default the service's own
 * @param parts the layouts and partials that it may use. @default none
 */
export function readEventFile(
  file: SourceFile,
  mjmlToHtml: MjmlToHtml,
  sequences: readonly string[] = SEQUENCE_NAMES,
  parts: readonly Part[] = [],
): ReadEvent {
  const yaml = YamlSource.read(file.content);
  if (!(yaml instanceof YamlSource)) return refused(yaml);
  const source = { fileName: file.name, yaml, lost: [], mjmlToHtml, sequences, parts: new PartSet(parts) };
  const shape = parseSafely(eventFileShape, yaml.value);
  if (!shape.success) {
    const problems = shapeProblems(shape.error, yaml);
    // With more problems than are reported, the rest of the file is not checked.
    const rest = problems.length < MOST_PROBLEMS ? salvage(yaml.value, shape.error.issues) : undefined;
    if (rest) problems.push(...buildEvent(rest.file, { ...source, lost: rest.lost }).problems);
    return refused(problems);
  }
  const { event, problems, warnings, unlinked, uses, fills } = buildEvent(shape.data, source);
  if (problems.length > 0) return refused(problems);
  const size = definitionProblem(event);
  if (size !== undefined) return refused([{ line: 1, message: size }]);
  const stepTemplates = Object.keys(shape.data.step_templates ?? {}).map((send) => ({
    send,
    line: yaml.lineOf(['step_templates', send]),
  }));
  const nameLine = yaml.lineOf(['name']);
  const categoryLine = yaml.lineOf(['category']);
  return { ok: true, event, nameLine, categoryLine, stepTemplates, uses, fills, unlinked, warnings };
}

/** Keeps one problem more than is reported, whose line the last message names. */
function refused(found: Found[]): ReadEvent {
  const first = found.sort((a, b) => a.line - b.line).slice(0, MOST_PROBLEMS + 1);
  return {
    ok: false,
    problems: first.map(({ file, line, message }) => ({
      line,
      message,
      ...(file !== undefined && { file }),
    })),
    count: found.length,
  };
}
