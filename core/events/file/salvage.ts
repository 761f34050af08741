import type { z } from 'zod';
import { parseSafely } from '../../shared/parse-safely';
import { eventFileShape, type EventFile } from './shape';
import type { StepKind } from '../../sequences/steps';
import { FILE_STEPS } from './step-kinds';
import type { Path } from './problem';

interface Salvaged {
  file: EventFile;
  /** Places that were removed or replaced. */
  lost: Path[];
}

type Container = Record<string | number, unknown>;

/**
 * Removes the places of a file whose shape is wrong, or replaces them in a step, so that a push can report what else is
 * wrong. Returns undefined if the rest cannot be checked.
 */
export function salvage(value: unknown, issues: readonly z.core.$ZodIssue[]): Salvaged | undefined {
  const copy: unknown = structuredClone(value);
  const lost: Path[] = [];
  for (const issue of issues) {
    const path = issue.path as Path;
    if (issue.code === 'unrecognized_keys' && !isOfPayload(path)) {
      const map = containerAt(copy, path);
      for (const key of issue.keys) delete map?.[key];
      // A mistyped kind makes a step unknown, and steps refer to each other by name.
      lost.push(path[0] === 'sequence' ? ['sequence'] : path);
    } else lost.push(leaveOut(copy, path));
  }
  const shape = parseSafely(eventFileShape, copy);
  return shape.success ? { file: shape.data, lost } : undefined;
}

/** Returns whether the value at `place` is unknown because it was removed or replaced. */
export const isLost = (place: Path, lost: readonly Path[]): boolean =>
  lost.some((one) => one.every((key, index) => key === place[index]));

/** Whether it is left out as a whole: its fields may be named like parts of an event, and examples depend on all of it. */
const isOfPayload = ([root]: Path): boolean => root === 'payload' || root === 'examples';

/** Removes as little as possible around `path`. Returns the place that is unknown after that. */
function leaveOut(file: unknown, path: Path): Path {
  if (isOfPayload(path)) {
    remove(file, path.slice(0, 1));
    return path.slice(0, 1);
  }
  const variants = path.findIndex((key) => key === 'templates' || key === 'step_templates');
  const channel = path[variants] === 'templates' ? variants + 1 : variants + 2;
  if (variants !== -1 && path.length > channel) {
    const end = Math.min(channel + 2, path.length);
    const place = path.slice(0, end);
    if (end === channel + 1) replace(file, place, {});
    else remove(file, place);
    return place;
  }
  const step = path.findLastIndex(
    (key, index) => typeof key === 'number' && ['sequence', 'then', 'else'].includes(`${path[index - 1]}`),
  );
  if (step !== -1) return replaceInStep(file, path.slice(0, step + 1), path[step + 1]);
  remove(file, path.slice(0, 1));
  return path.slice(0, 1);
}

function replaceInStep(file: unknown, step: Path, part: Path[number] | undefined): Path {
  if (part === undefined) {
    replace(file, step, {});
    return ['sequence'];
  }
  const isBranch = part === 'then' || part === 'else';
  replace(file, [...step, part], isBranch ? [] : FILE_STEPS[part as StepKind]?.standIn);
  return part === 'send' || isBranch ? ['sequence'] : [...step, part];
}

function replace(file: unknown, path: Path, value: unknown): void {
  const container = containerAt(file, path.slice(0, -1));
  if (container && Object.hasOwn(container, path.at(-1)!)) container[path.at(-1)!] = value;
}

function remove(file: unknown, path: Path): void {
  const container = containerAt(file, path.slice(0, -1));
  if (container && path.length > 0) delete container[path.at(-1)!];
}

function containerAt(file: unknown, path: Path): Container | undefined {
  const isContainer = (given: unknown): given is Container => typeof given === 'object' && given !== null;
  let at: unknown = file;
  for (const key of path) at = isContainer(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return isContainer(at) ? at : undefined;
}
