import { type Violation, audit } from './audit';
import type { WorldPlan } from './world/plan';
import { type History, runHistory } from './world/history';

export interface Judged {
  plan: WorldPlan;
  history: History;
  violations: Violation[];
}

/** Runs the history of a plan and judges it. An error that the service should never meet is a violation too. */
export async function judge(plan: WorldPlan, traced = false): Promise<Judged> {
  const history = await runHistory(plan, { traced });
  const violations = audit(history.observations);
  for (const fault of history.faults)
    violations.push({ rule: 'ERROR-5', what: `the service fails unexpectedly: ${fault}`, seenIn: [] });
  return { plan, history, violations };
}
