import { z } from 'zod';
import type { EndStep, StepKind, StepsByKind } from '../../sequences/steps';
import { condition } from './steps/condition';
import type { FileStepKind } from './steps/kind';
import { send } from './steps/send';
import { digest, wait } from './steps/wait';

const end: FileStepKind<true, EndStep> = {
  shape: z.literal(true, 'must be "end: true"; remove the step if nothing ends'),
  about: 'Ends the notification at this step.',
  standIn: true,
  build: (_given, { named }) => ({ type: 'end', name: named() }),
};

/** The kinds of steps in event files. A step has exactly one of these keys. */
export const FILE_STEPS = { send, wait, digest, if: condition, end } satisfies {
  [Kind in StepKind]: FileStepKind<unknown, StepsByKind[Kind]>;
};

export const STEP_KINDS = Object.keys(FILE_STEPS) as StepKind[];

type Given<Kind extends StepKind> = z.output<(typeof FILE_STEPS)[Kind]['shape']>;

/** One step of a sequence, as its file says it. */
export type FileStep = { [Kind in StepKind]?: Given<Kind> } & { then?: FileStep[]; else?: FileStep[] };
