import type { Channel } from '../../../api/channels';
import type { FlowStep } from '../file/flow';
import { isWithin } from '../file/edit-steps';
import type { Path } from '../file/read';
import { firstLine, templatesOf } from './templates-of';

/** What a node shows of its message. */
export interface Face {
  channel?: Channel;
  /** What its message says first. */
  line?: string;
  /** Number of problems of the step and of the templates that it uses. */
  problems: number;
}

/** Returns the steps with what their nodes show. `places` are those of the problems of the file. */
export const withFaces = (
  steps: readonly FlowStep[],
  file: Record<string, unknown>,
  places: readonly Path[],
): FlowStep[] =>
  steps.map((step) => ({
    ...step,
    face: faceOf(step, file, places),
    branches: step.branches.map((branch) => ({ ...branch, steps: withFaces(branch.steps, file, places) })),
  }));

function faceOf(step: FlowStep, file: Record<string, unknown>, places: readonly Path[]): Face {
  const isOwn = (place: Path): boolean =>
    isWithin(place, step.path) && !step.branches.some(({ path }) => isWithin(place, path));
  if (step.kind !== 'send') return { problems: places.filter(isOwn).length };
  const used = templatesOf(step, file);
  const templates = used.flatMap(({ set, channel }) => (set ? [[...set.path, channel]] : []));
  const [first] = used;
  return {
    channel: first?.channel,
    line: first && firstLine(first, file),
    problems: places.filter((place) => isOwn(place) || templates.some((path) => isWithin(place, path)))
      .length,
  };
}

/** Returns the step that a place of the file belongs to: itself, or the first SEND that uses the template there. */
export function stepAt(
  steps: readonly FlowStep[],
  file: Record<string, unknown>,
  place: Path,
): FlowStep | undefined {
  const all = flat(steps);
  return (
    all.findLast(({ path }) => isWithin(place, path)) ??
    all.find(
      (step) =>
        step.kind === 'send' &&
        templatesOf(step, file).some(({ set, channel }) => set && isWithin(place, [...set.path, channel])),
    )
  );
}

/** Returns all steps, those of branches after their condition. */
export const flat = (steps: readonly FlowStep[]): FlowStep[] =>
  steps.flatMap((step) => [step, ...step.branches.flatMap((branch) => flat(branch.steps))]);
