import { type Step, type StepOf, whenReached } from '../../core/sequences/steps';
import type { AfterStep } from '../../core/shared/statuses';
import type { SequenceApi } from './api';

/** Runs a step. `after` is what comes next. False: the notification has ended. */
type Run<S extends Step> = (api: SequenceApi, step: S, after: AfterStep) => Promise<unknown> | false;

const RUNS: { [Type in Step['type']]: Run<StepOf<Type>> } = {
  send: (api, { name, channel, fallback }, after) => api.send(name, { channel, fallback, after }),
  wait: (api, { name, durationMs }) => api.wait(name, durationMs),
  wait_until: (api, step) => api.waitForTimeOfDay(step.name, step, step.timezone),
  digest: (api, { name, window }, after) => api.digest(name, window, after),
  condition: async (api, step, after) => runSteps(api, await branchOf(api, step, after), after),
  end: () => false,
};

/** Runs the steps of an event's file, or of a branch, which `then` follows. Returns false if an END has ended all of them. */
export async function runSteps(api: SequenceApi, steps: Step[], then: AfterStep = 'close'): Promise<boolean> {
  for (const [index, step] of steps.entries()) {
    if (!Object.hasOwn(RUNS, step.type)) throw unknownStep(step);
    const run = RUNS[step.type] as Run<Step>;
    if ((await run(api, step, afterOf(steps.slice(index + 1), then))) === false) return false;
  }
  return true;
}

async function branchOf(api: SequenceApi, step: StepOf<'condition'>, after: AfterStep): Promise<Step[]> {
  const condition = step.if;
  if ('delivered' in condition) {
    const state = await api.waitForReceipt(step.name, condition.delivered, condition.withinMs);
    return state === 'delivered' ? step.then : step.else;
  }
  const next = { then: afterOf(step.then, after), else: afterOf(step.else, after) };
  return (await api.holds(step.name, condition, next)) ? step.then : step.else;
}

/** What comes next: the first of these steps or, if there is none, what follows them. */
const afterOf = ([next]: Step[], then: AfterStep): AfterStep => (next ? whenReached(next) : then);

/** A newer API wrote this step. If it were skipped, the SENDs after it would go out at once, or never. */
const unknownStep = ({ name, type }: Step): Error =>
  new Error(
    `This worker does not know the step "${name}" of type "${type}": notifications with it wait until a newer worker ` +
      'is started',
  );
