import type { NotificationModel } from '../notifications/model';

/** Counting what was accepted and not begun: open, with no step claimed yet. */
export interface BacklogStore {
  /** The applications that have any. */
  applications(): Promise<string[]>;
  /** How many an application has; counting stops at `atMost`. */
  count(applicationId: string, atMost: number): Promise<number>;
}

export function createBacklogStore(model: NotificationModel): BacklogStore {
  return {
    applications: () => model.distinct('backlogOf', { backlogOf: { $gt: '' } }).exec(),
    // The command `count` reads the index alone; `countDocuments` is an aggregation over the documents.
    count: (backlogOf, limit) => model.collection.count({ backlogOf }, { limit }),
  };
}
