import type { Random } from '../random';
import type { Process, Scheduler } from '../scheduler';

/** A worker process, as the engine knows it. */
export interface Worker {
  process: Process;
  activities: Record<string, (...args: never[]) => Promise<unknown>>;
}

/** What the parts of the engine share. */
export interface EngineContext {
  scheduler: Scheduler;
  random: Random;
  /** The workers that take work now. */
  workers: () => Worker[];
  /** The types of workflows. */
  workflows: Record<string, (input: never) => Promise<unknown>>;
  /** How many activities a second a task queue gives out; null: no worker polls it. */
  rateOf: (taskQueue: string) => number | null;
  /** Time between two parts of the engine or a worker, milliseconds. */
  delay: () => number;
  /** Reports what happens, for the trace. */
  trace: (what: string) => void;
}

export interface StartOptions {
  workflowId: string;
  taskQueue?: string;
  args: unknown[];
  typedSearchAttributes?: unknown;
  workflowIdReusePolicy?: string;
  workflowIdConflictPolicy?: string;
}
