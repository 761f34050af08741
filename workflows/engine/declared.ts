import type { ConditionStep, Step } from '../../core/events/definition';
import { isWait } from '../../core/sequences/is-wait';
import type { AfterStep } from '../../core/shared/statuses';
import type { SequenceApi } from './api';

/** Runs the steps of an event's file, or of a branch, which `then` follows. Returns false if an END has ended all of them. */
export async function runSteps(api: SequenceApi, steps: Step[], then: AfterStep = 'close'): Promise<boolean> {
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
        if (!(await runSteps(api, await branchOf(api, step, after), after))) return false;
        break;
      case 'end':
        return false;
      default:
        throw unknownStep(step);
    }
  }
  return true;
}

async function branchOf(api: SequenceApi, step: ConditionStep, after: AfterStep): Promise<Step[]> {
  const condition = step.if;
  if ('delivered' in condition) {
    const state = await api.waitForReceipt(step.name, condition.delivered, condition.withinMs);
    return state === 'delivered' ? step.then : step.else;
  }
  const next = { then: afterOf(step.then, after), else: afterOf(step.else, after) };
  return (await api.holds(step.name, condition, next)) ? step.then : step.else;
}

/** What comes next: the first of these steps or, if there is none, what follows them. */
function afterOf([next]: Step[], then: AfterStep): AfterStep {
  if (next === undefined) return then;
  if (next.type === 'end') return 'close';
  return isWait(next) ? 'waiting' : 'running';
}

/** A newer API wrote this step. If it were skipped, the SENDs after it would go out at once, or never. */
const unknownStep = ({ name, type }: { name: string; type: string }): Error =>
  new Error(
    `This worker does not know the step "${name}" of type "${type}": notifications with it wait until a newer worker ` +
      'is started',
  );
