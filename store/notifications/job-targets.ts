import type { Scope } from '../../core/shared/scope';
import { type NotificationQuery, countUpTo, listPage } from './list';
import type { Message, Notification, NotificationModel } from './model';
import { LINE, type NotificationLine } from './operators';

/** A notification as a job decides about it. */
export type JobTarget = Omit<NotificationLine, 'messages'> &
  Pick<
    Notification,
    'to' | 'forcedChannel' | 'contentRemoved' | 'cancelledBy' | 'paused' | 'pauseJob' | 'steps'
  > & {
    messages: (NotificationLine['messages'][number] & Pick<Message, 'step'>)[];
  };

const FIELDS = {
  ...LINE,
  ...{ to: 1, forcedChannel: 1, contentRemoved: 1, cancelledBy: 1, steps: 1 },
  ...{ paused: 1, pauseJob: 1, 'messages.step': 1 },
};

/** Lists and counts what jobs are about. */
export function createJobTargetStore(model: NotificationModel) {
  return {
    /** Returns one page, newest first. */
    list: (query: NotificationQuery) => listPage<JobTarget>(model, query, FIELDS),
    /** Returns those of the ids that are of the scope. */
    withIds: async ({ applicationId, environment }: Scope, ids: readonly string[]): Promise<JobTarget[]> => {
      const found = model.find({ _id: { $in: ids }, applicationId, environment }, FIELDS);
      return found.batchSize(ids.length + 1).lean<JobTarget[]>();
    },
    /** Counts the notifications of a query up to `most`, in the index of its list. */
    count: (query: Omit<NotificationQuery, 'limit'>, most: number): Promise<number> =>
      countUpTo(model, query, most),
    /** Returns when these notifications started, by id. */
    startsOf: async (ids: readonly string[]): Promise<Map<string, Date>> => {
      const found = model.find({ _id: { $in: ids } }, { startedAt: 1 }).batchSize(ids.length + 1);
      const starts = await found.lean<Pick<Notification, '_id' | 'startedAt'>[]>();
      return new Map(starts.map(({ _id, startedAt }) => [_id, startedAt]));
    },
  };
}
