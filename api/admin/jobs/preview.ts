import { type JobCounts, countsOf } from '../../../core/jobs/job';
import type { SendDeps } from '../../deps';
import { ACTIONS, targetsOf } from '../../jobs/actions';
import type { JobOrder } from './read-job';

/** Maximum number of matching notifications that are counted. */
const COUNTED = 10_000;
/** Maximum number of matching notifications that are examined, the newest. */
const EXAMINED = 1000;

/** What a job would do. */
export interface Preview {
  matched: number;
  /** Whether more match than were counted. */
  isCapped: boolean;
  /** How many were examined: what the counts are of. */
  examined: number;
  counts: JobCounts;
}

/** Examines what matches before `before`, and changes nothing. */
export async function previewOf(
  deps: SendDeps,
  { scope, action, query, ids }: JobOrder,
  before: Date,
): Promise<Preview> {
  const { jobTargets } = deps.store;
  const of = { ...scope, query };
  if (ids) {
    const targets = await jobTargets.withIds(scope, ids);
    const gone = Array.from({ length: ids.length - targets.length }, () => 'NOTIFICATION_NOT_FOUND');
    const counts = countsOf([...(await ACTIONS[action].judge(deps, of, targets)), ...gone]);
    return { matched: ids.length, isCapped: false, examined: ids.length, counts };
  }
  const wanted = { ...targetsOf(action, query, before), scope };
  const [targets, matched] = await Promise.all([
    jobTargets.list({ ...wanted, limit: EXAMINED }),
    jobTargets.count(wanted, COUNTED),
  ]);
  const counts = countsOf(await ACTIONS[action].judge(deps, of, targets));
  // What begins to match in between is in one of the two only.
  const total = Math.max(matched, targets.length);
  return { matched: total, isCapped: matched === COUNTED, examined: targets.length, counts };
}
