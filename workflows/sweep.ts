import * as activities from './activities';
import type { SweepResult } from './activities-contract';

/** Finishes what crashes left behind; a Temporal Schedule runs it. */
export async function sweep(): Promise<SweepResult> {
  return activities.sweep();
}
