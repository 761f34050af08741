import type { ConditionStep, Step } from '../../core/events/definition';
import { isWait } from '../../core/sequences/is-wait';
import type { AfterStep } from '../../core/shared/statuses';
import type { SequenceApi } from './api';

/**
 * Thrown at a step that this release does not have: a newer API wrote it. It must fail the workflow task, which Temporal
 * repeats until a worker comes that has it; passed over, its sends would go out at once, or never.
 */
export class UnknownStep extends Error {
  constructor({ name, type }: { name: string; type: string }) {
    super(
      `This worker does not know the step "${name}" of type "${type}": notifications with it wait until a newer worker ` +
        'is started',
    );
  }
}

/** Runs the steps that an event's file declares. */
export async function runDeclaredSteps(api: SequenceApi, steps: Step[]): Promise<void> {
  await run(api, steps, 'close');
}

/** Runs a list of steps, behind which comes `then`; false when an END has ended all of them. */
async function run(api: SequenceApi, steps: Step[], then: AfterStep): Promise<boolean> {
  for (const [index, step] of steps.entries()) {
    const after = afterOf(steps.slice(index + 1), then);
    switch (step.type) {
      case 'send':
        await api.send(step.name, { channel: step.channel, fallback: step.fallback, after });
        break;
      case 'wait':
        await api.wait(step.name, step.durationMs);
        break;
      case 'wait_until':
        await api.waitForTimeOfDay(step.name, step, step.timezone);
        break;
      case 'digest':
        await api.digest(step.name, step.window, after);
        break;
      case 'condition':
        if (!(await run(api, await branchOf(api, step, after), after))) return false;
        break;
      case 'end':
        return false;
      default:
        throw new UnknownStep(step);
    }
  }
  return true;
}

async function branchOf(api: SequenceApi, step: ConditionStep, after: AfterStep): Promise<Step[]> {
  const condition = step.if;
  if ('delivered' in condition) {
    const { state } = await api.waitForReceipt(step.name, condition.delivered, condition.withinMs);
    return state === 'delivered' ? step.then : step.else;
  }
  const next = { then: afterOf(step.then, after), else: afterOf(step.else, after) };
  return (await api.holds(step.name, condition, next)) ? step.then : step.else;
}

/** What comes next: the first of these steps, or where there is none what follows them. */
function afterOf([next]: Step[], then: AfterStep): AfterStep {
  if (next === undefined) return then;
  if (next.type === 'end') return 'close';
  return isWait(next) ? 'waiting' : 'running';
}
