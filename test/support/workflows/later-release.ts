import { patched } from '@temporalio/workflow';
import type { Step } from '../../../core/sequences/steps';
import type { NotificationStatus } from '../../../core/shared/statuses';
import type { NotificationInput } from '../../../workflows/contract';
import { notification as today } from '../../../workflows/notification';

export * from '../../../workflows/index';

/** A release to come: it has one more type of step, `pause`, which is a WAIT, and a patch. */
export async function notification(input: NotificationInput): Promise<NotificationStatus> {
  if (input.event === 'patched') patched('of-a-later-release');
  const known = (step: Step): Step =>
    (step.type as string) === 'pause' ? ({ ...step, type: 'wait' } as Step) : step;
  return today({ ...input, steps: input.steps.map(known) });
}
