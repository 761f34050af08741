import * as activities from './activities';
import type { SweepResult } from './activities-contract';

/** Finishes what crashes have left. A Temporal Schedule runs it. */
export async function sweep(): Promise<SweepResult> {
  return activities.sweep();
}
