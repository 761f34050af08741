import { z } from 'zod';
import { closed } from './closed';
import { FILE_STEPS, type FileStep, STEP_KINDS } from './step-kinds';

const step: z.ZodType<FileStep> = z
  .lazy(() =>
    closed({
      ...keys,
      then: branch.optional().describe('The steps if the condition is true.'),
      else: branch.optional().describe('The steps if it is false.'),
    })
      // For editors; build-steps.ts checks which of them go together, and says it better.
      .meta({
        oneOf: STEP_KINDS.map((kind) => ({ required: [kind] })),
        dependencies: {
          if: { anyOf: [{ required: ['then'] }, { required: ['else'] }] },
          then: ['if'],
          else: ['if'],
        },
      }),
  )
  .register(z.globalRegistry, { id: 'step' });
const branch = z.array(step).max(100, 'may have at most 100 steps');

const keys = Object.fromEntries(
  STEP_KINDS.map((kind) => {
    const { shape, about }: { shape: z.ZodType; about: string } = FILE_STEPS[kind];
    return [kind, shape.optional().describe(about)];
  }),
);

/** `sequence` as steps. */
export const steps = branch.min(1, 'must have at least one step');
