/** What one notification costs. */
export interface Costs {
  /** Processor time, milliseconds. Temporal with its database. */
  cpuMs: { api: number; worker: number; temporal: number; mongodb: number };
  /** Operations of MongoDB. */
  reads: number;
  writes: number;
  /** Size of its document when it has ended, bytes. */
  storedBytes: number;
  /** Of Temporal: the size of its history, what Temporal Cloud bills, its workflow tasks, and updates of its history shard. */
  historyBytes: number;
  actions: number;
  workflowTasks: number;
  shardUpdates: number;
  /** Updates of the one document that counts the quota of its application. */
  quotaUpdates: number;
}

/** Measured (docs/operations/capacity.md says how), but for `shardUpdates`, which is an assumption. */
export const MEASURED: Record<'single' | 'broadcast', Costs> = {
  single: {
    cpuMs: { api: 4.8, worker: 15.6, temporal: 27, mongodb: 5.2 },
    ...{ reads: 2, writes: 4, storedBytes: 2929 },
    ...{ historyBytes: 2200, actions: 2, workflowTasks: 1, shardUpdates: 4 },
    quotaUpdates: 1,
  },
  broadcast: {
    cpuMs: { api: 0, worker: 2.5, temporal: 0.1, mongodb: 2.1 },
    ...{ reads: 0.45, writes: 0.4, storedBytes: 2929 },
    ...{ historyBytes: 0, actions: 0, workflowTasks: 0, shardUpdates: 0 },
    quotaUpdates: 1 / 50,
  },
};

/** What the model takes for granted. None of it is measured. */
export interface Assumptions {
  /** Part of a core that is used at most, so that a lost process does not overload the others. */
  use: number;
  /** Cores that a process can use: the API its main thread, a worker half a core more for workflows. */
  cores: { api: number; worker: number; temporalHost: number; mongodbHost: number };
  /** How long a history shard takes for an update, and MongoDB for an update of one document, milliseconds. */
  shardUpdateMs: number;
  documentUpdateMs: number;
  /** Workflow tasks a second of one partition of a task queue. */
  partitionTasks: number;
  /** How long a provider takes for a message, milliseconds. */
  providerMs: number;
  /** Size of a message as it is sent, bytes. */
  messageBytes: number;
  /** How long notifications and histories are kept, days. */
  keptDays: number;
  historyDays: number;
  /** Stored bytes for each byte of a document, with its index entries, before compression. */
  withIndexes: number;
}

export const ASSUMED: Assumptions = {
  use: 0.6,
  cores: { api: 1, worker: 1.5, temporalHost: 16, mongodbHost: 16 },
  ...{ shardUpdateMs: 5, documentUpdateMs: 1, partitionTasks: 1000 },
  ...{ providerMs: 100, messageBytes: 5000, keptDays: 90, historyDays: 1, withIndexes: 2 },
};
