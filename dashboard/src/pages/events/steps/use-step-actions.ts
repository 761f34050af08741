import { useState } from 'react';
import { insertStep, moveStep, placeAfterMove, removeStep, setStep } from '../file/edit-steps';
import type { FlowStep } from '../file/flow';
import type { Path } from '../file/read';
import { idOfPoint, idOfStep } from './node-ids';

type Step = Record<string, unknown>;

/** What can be done with the steps of a file. */
export interface StepActions {
  add: (list: Path, index: number, step: Step) => void;
  /** Sets a step while it is edited. The focus stays, and one undo takes back all that was typed. */
  edit: (step: FlowStep, value: Step) => void;
  /** Moves a step to before the one at `index` of a list. */
  move: (step: FlowStep, list: Path, index: number) => void;
  remove: (step: FlowStep) => void;
  /** Removes all steps of a branch of a condition. */
  removeBranch: (branch: FlowStep['branches'][number]) => void;
}

/** The change that was made last. */
export interface StepChange {
  before: string;
  after: string;
  /** What happened, in words. */
  says: string;
  /** Id of the node that gets the focus. Absent: it stays. */
  focus?: string;
  /** Id of the step that is edited. Absent: it is another change. */
  edited?: string;
}

/** Returns the actions, and the last change while the file is as it left it. */
export function useStepActions(source: string, onChange: ((source: string) => void) | undefined) {
  const [last, setLast] = useState<StepChange>();
  const apply = (after: string, says: string, focus: string): void => {
    if (after === source) return;
    onChange?.(after);
    setLast({ before: source, after, says, focus });
  };
  const removeAll = (steps: readonly FlowStep[]): string =>
    steps.toReversed().reduce((text, { path }) => removeStep(text, path), source);
  const actions: StepActions = {
    add: (list, index, step) =>
      apply(insertStep(source, list, index, step), 'The step is added.', idOfStep([...list, index])),
    edit: ({ path, title }, value) => {
      const after = setStep(source, path, value);
      if (after === source) return;
      const edited = idOfStep(path);
      const isSame = last?.edited === edited && last.after === source;
      onChange?.(after);
      setLast(
        isSame ? { ...last, after } : { before: source, after, says: `“${title}” is changed.`, edited },
      );
    },
    move: ({ path, title }, list, index) =>
      apply(
        moveStep(source, path, list, index),
        `“${title}” is moved.`,
        idOfStep(placeAfterMove(path, list, index)),
      ),
    remove: ({ path, title }) =>
      apply(
        removeStep(source, path),
        `“${title}” is removed.`,
        idOfPoint(path.slice(0, -1), Number(path.at(-1))),
      ),
    removeBranch: ({ steps, title, path }) =>
      apply(removeAll(steps), `The steps of “${title}” are removed.`, idOfPoint(path, 0)),
  };
  const undo = (): void => {
    if (last) apply(last.before, 'The last change is undone.', last.focus ?? last.edited ?? '');
  };
  return { actions, undo, last: last?.after === source ? last : undefined };
}
