import type { CpuTimes } from '../process-facts';

/** What was read when a part of the audience was reached. */
export interface Part {
  /** Contacts that were reached by then. */
  reached: number;
  perSecond: number;
  /** Notifications that are stored by then. */
  stored: number;
  /** Processor time of each process for each recipient of the part, milliseconds. */
  cpuMs: CpuTimes;
  memoryMb: { api: number; worker: number; mongodb: number };
  /** Medians of `GET /v1/broadcasts/{id}`, and the longest. */
  readMs: { median: number; longest: number };
  /** How long the last count of all recipients took. */
  countMs: number;
  history: { events: number; bytes: number };
}

export interface ManyResult {
  machine: { cpus: number; loadBefore: number; mongodb: string };
  size: number;
  postMs: number;
  /** The preview before the broadcast and after it. */
  previewMs: [number, number];
  parts: Part[];
}
