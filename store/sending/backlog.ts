import type { NotificationModel } from '../notifications/model';

/** Counts notifications that were accepted but not begun: open, with no step claimed yet. */
export function createBacklogStore(model: NotificationModel) {
  return {
    /** Returns the applications that have a backlog. */
    applications: () => model.distinct('backlogOf', { backlogOf: { $gt: '' } }).exec(),
    /** Returns the backlog of an application, `limit` at most. `count` reads the index alone, `countDocuments` the documents. */
    count: (backlogOf: string, limit: number) => model.collection.count({ backlogOf }, { limit }),
  };
}
