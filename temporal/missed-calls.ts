import type { Logger } from 'pino';
import type { TemporalGate } from './gate';
import { inTurns } from './in-turns';

/** Calls of Temporal that nobody asks for again soon, such as a wake-up: what it misses is made once more when it is back. */
export interface MissedCalls {
  insist(what: string, call: () => Promise<void>): Promise<void>;
  /** Makes what was missed; to be called when Temporal is back. */
  repeat(): Promise<void>;
}

/** Kept in memory only, and so many at most: what is lost with it, the sweep or the workflow's own timer finds. */
const MOST = 10_000;

export function createMissedCalls(gate: () => TemporalGate, log: Logger): MissedCalls {
  const missed: { what: string; call: () => Promise<void> }[] = [];

  async function insist(what: string, call: () => Promise<void>): Promise<void> {
    try {
      if (!(await gate().attempt(call)) && missed.length < MOST) missed.push({ what, call });
    } catch (error) {
      log.error({ err: error }, `${what} was refused by Temporal`);
    }
  }

  return { insist, repeat: () => inTurns(missed.splice(0), ({ what, call }) => insist(what, call)) };
}
