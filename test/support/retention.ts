import { ScheduleOverlapPolicy } from '@temporalio/client';
import type { mongo } from 'mongoose';
import type { Notification } from '../../store/notifications/model';
import { type RetentionCounts, scheduleIdOf } from '../../workflows/contract';
import { eventually } from './eventually';
import { newAddress, untilEnded } from './journey';
import type { Stack } from './stack';
import { untilNextSecond } from './until-time';

const DAY_MS = 86_400_000;
export const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);

/** What tests do to see what is kept, and for how long. */
export function retentionOf(stackOf: () => Stack) {
  const collection = (name: string): mongo.Collection<{ _id: string }> =>
    stackOf().connection.mongoose.collection<{ _id: string }>(name);
  const age = async (name: string, ids: string[], dates: Record<string, Date>): Promise<void> => {
    const { matchedCount } = await collection(name).updateMany({ _id: { $in: ids } }, { $set: dates });
    expect(matchedCount).toBe(ids.length);
  };
  const stored = async (name: string, ids: string[]): Promise<string[]> =>
    (
      await collection(name)
        .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
        .toArray()
    ).map(({ _id }) => _id);

  /** Sends, waits for the end, and makes the end so many days ago. */
  async function ended(
    daysAgo: number,
    body: object = {},
    api = stackOf().production,
  ): Promise<Notification> {
    const id = await api.send('welcome', { to: newAddress(), payload: { name: 'Ada' }, ...body });
    await untilEnded(api, id);
    await age('notifications', [id], { completedAt: ago(daysAgo) });
    return read(id);
  }

  async function read(id: string): Promise<Notification> {
    const found = await stackOf().store.notifications.get(id);
    if (!found) throw new Error(`notification ${id} is gone`);
    return found;
  }

  /** Triggers the schedule; gives the run's id. */
  async function trigger(): Promise<string> {
    const schedule = stackOf().temporal.schedule.getHandle(scheduleIdOf('retention', stackOf().name));
    const runs = async (): Promise<string[]> => {
      const { info } = await schedule.describe();
      return info.recentActions.map(({ action }) => action.workflow.workflowId);
    };
    const before = await runs();
    // Its runs are named by the second.
    await untilNextSecond();
    await schedule.trigger(ScheduleOverlapPolicy.ALLOW_ALL);
    return eventually('the run to start', async () => (await runs()).find((id) => !before.includes(id)));
  }

  const runOnce = async (): Promise<{ workflowId: string; counts: RetentionCounts }> => {
    const workflowId = await trigger();
    const counts = (await stackOf().temporal.workflow.getHandle(workflowId).result()) as RetentionCounts;
    return { workflowId, counts };
  };

  return { collection, age, stored, ended, read, trigger, runOnce };
}
