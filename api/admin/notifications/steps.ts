import { z } from 'zod';
import type { EventDefinition } from '../../../core/events/definition';
import { writtenStep } from '../../../core/events/file/written-step';
import { namesIn } from '../../../core/sequences/condition';
import type { Step } from '../../../core/sequences/steps';
import { timestamp, uuid } from '../../http/formats';
import { sendReads } from './send-reads';
import { type RunSources, SKIP_REASONS, STEP_STATES, type StepRun, stepRunsOf } from './step-states';

/** A step of a notification, and what became of it. */
export const notificationStep = z
  .object({
    name: z.string().describe('Its name, also if its event file gives none: `wait-1`.'),
    kind: z
      .enum(['send', 'wait', 'digest', 'if', 'end', 'unknown'])
      .describe('Its key in an event file. `unknown`: a newer release knows it.'),
    parent: z
      .object({ step: z.string(), branch: z.enum(['then', 'else']) })
      .nullable()
      .describe('The condition and the branch that it is in.'),
    definition: z
      .unknown()
      .describe('What its key has in an event file, without templates. Null: a sequence in code made it.'),
    state: z
      .enum(STEP_STATES)
      .describe('`current`: where an open notification is. `future`: it has not come to it.'),
    code: z
      .string()
      .nullable()
      .describe(
        `Why it was skipped: ${SKIP_REASONS.join(', ')}. Or the code with which its last message failed; SEQUENCE_FAILED if the run itself did.`,
      ),
    at: timestamp.nullable().describe('When it began. Null: it has not, or that is not recorded.'),
    ended_at: timestamp.nullable().describe('When it ended. Null: it has not, or that is not recorded.'),
    until: timestamp.nullable().describe('The end of a wait, if it is known.'),
    holds: z.boolean().nullable().describe('What a condition decided. Null: nothing, or it is none.'),
    reads: z
      .array(z.string())
      .describe(
        'What a condition, a digest or the templates of a SEND read: paths such as `payload.plan`, and SENDs as `message hello`. Empty for a SEND also if its event has changed since then.',
      ),
    message_ids: z.array(uuid).describe('Its messages: those of a fallback after the first.'),
  })
  .meta({ id: 'NotificationStep' });

/** Returns the steps of a notification as its event had them when it was accepted. */
export const stepsView = (
  sources: RunSources & { event: EventDefinition | null },
): z.output<typeof notificationStep>[] =>
  stepRunsOf(sources).map((run) => {
    const written = run.step && writtenStep(run.step);
    return {
      name: run.name,
      kind: written?.kind ?? (run.step ? 'unknown' : kindInCode(run)),
      parent: run.parent,
      definition: written?.value ?? null,
      state: run.state,
      code: run.code,
      at: run.at?.toISOString() ?? null,
      ended_at: run.endedAt?.toISOString() ?? null,
      until: run.until?.toISOString() ?? null,
      holds: run.holds,
      reads:
        run.messages.length > 0
          ? sendReads(run.messages, sources.notification, sources.event)
          : run.step
            ? readsOf(run.step)
            : [],
      message_ids: run.messages.map(({ id }) => id),
    };
  });

const kindInCode = ({ messages, holds }: StepRun) =>
  messages.length > 0 ? 'send' : holds === null ? 'wait' : 'if';

function readsOf(step: Step): string[] {
  if (step.type === 'digest') return step.window.key === undefined ? [] : [step.window.key];
  if (step.type !== 'condition') return [];
  const { if: asked } = step;
  return [...new Set('delivered' in asked ? [`message ${asked.delivered}`] : namesIn(asked))];
}
