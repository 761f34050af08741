import type { Step } from '../../core/event-definition';
import type { AfterStep } from '../../core/statuses';
import type { SequenceApi } from './api';

/** Runs the steps that an event's file declares. */
export async function runDeclaredSteps(api: SequenceApi, steps: Step[]): Promise<void> {
  for (const [index, step] of steps.entries()) {
    switch (step.type) {
      case 'send':
        await api.send(step.name, { channel: step.channel, after: afterOf(steps[index + 1]) });
        break;
      case 'wait':
        await api.wait(step.name, step.durationMs);
        break;
    }
  }
}

function afterOf(next: Step | undefined): AfterStep {
  if (!next) return 'close';
  return next.type === 'wait' ? 'waiting' : 'running';
}
