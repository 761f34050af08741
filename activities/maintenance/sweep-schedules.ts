import { deleteSchedule, makeEqual, schedulesInTemporal } from '../../temporal/schedules';
import type { Round } from './sweep-round';

const BATCH = 200;
const PAGE = 1000;
/** Name of the turn of the comparison. */
const TURN = 'schedules-compared';
/** Time between two comparisons of all schedules with Temporal, milliseconds. */
const COMPARED_EVERY_MS = 600_000;

/** Makes Temporal Schedules equal to schedules that were changed while Temporal was away, and finds those that differ. */
export async function repairSchedules(round: Round): Promise<void> {
  await compareAll(round);
  const { store, client, taskQueue, before, each } = round;
  const { schedules } = store;
  await each(await schedules.pending(before, BATCH), {
    counts: 'schedules',
    work: (schedule) => makeEqual({ client, taskQueue, store }, schedule),
    again: { since: ({ updatedAt }) => updatedAt, postpone: schedules.postpone },
  });
}

/**
 * Compares all schedules with Temporal, so that none is lost, or stays after it was deleted, even if a process died at a bad
 * moment or one of the two databases was restored.
 */
async function compareAll({ store, client, taskQueue, isOver }: Round): Promise<void> {
  if (!(await store.sweepState.takeTurn(TURN, COMPARED_EVERY_MS))) return;
  const inTemporal = await schedulesInTemporal(client, taskQueue);
  let after = '';
  while (!isOver()) {
    const page = await store.schedules.revisions(after, PAGE);
    const different = page.filter(({ _id, revision }) => inTemporal.get(_id)?.revision !== revision);
    await store.schedules.setPending(different.map(({ _id }) => _id));
    for (const { _id } of page) inTemporal.delete(_id);
    after = page.at(-1)?._id ?? '';
    if (page.length < PAGE) break;
  }
  if (isOver()) return;
  // A schedule is stored before its Temporal Schedule is made, so these have none any more.
  for (const id of inTemporal.keys()) {
    await deleteSchedule(client, taskQueue, id);
    // It may have been pushed again since.
    await store.schedules.setPending([id]);
  }
}
