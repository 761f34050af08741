import { setCurrentDetails } from '@temporalio/workflow';
import { waitDetails } from '../../core/sequences/wait-details';

/** The last moment of a Date, because a sequence in code may wait "for ever". */
const LAST_MS = 8.64e15;

const timeOf = (ms: number): string => new Date(Math.min(ms, LAST_MS)).toISOString();

/** Shows in the Temporal UI until when a run waits, and for what. */
export const showWait = (untilMs: number, why: string): void =>
  setCurrentDetails(waitDetails(new Date(Math.min(untilMs, LAST_MS)), why));

/** Shows in the Temporal UI what a run sends and until when it is retried. The pending activity shows its last failure. */
export const showSend = (what: string, untilMs: number): void =>
  setCurrentDetails(`sends ${what}, retried until ${timeOf(untilMs)}`);

/** Shows in the Temporal UI that a run waits until something is resumed. */
export const showHeld = (what: string): void => setCurrentDetails(`is held: ${what}`);
