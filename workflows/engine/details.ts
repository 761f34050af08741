import { setCurrentDetails } from '@temporalio/workflow';

/** The last moment of a Date, because a sequence in code may wait "for ever". */
const LAST_MS = 8.64e15;

/** Shows in the Temporal UI until when a run waits, and for what. */
export const showWait = (untilMs: number, why: string): void =>
  setCurrentDetails(`waits until ${new Date(Math.min(untilMs, LAST_MS)).toISOString()} (${why})`);
