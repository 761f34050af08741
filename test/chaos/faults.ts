import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FailingOverProxy } from '../support/failing-over-proxy';
import type { OwnTemporal } from '../support/own-temporal';
import { whileHung } from '../support/while-hung';
import { type Fleet, type Role, killFor, restart } from './fleet';

export const FAULTS = [
  'kill the api',
  'hang the api',
  'kill the worker',
  'hang the worker',
  'kill temporal',
  'hang temporal',
  'cut the database',
  'hang the database',
  'step the database down',
  'restart everything',
] as const;
export type FaultName = (typeof FAULTS)[number];

export interface PlannedFault {
  name: FaultName;
  /** Which of the two processes. */
  nth: number;
  lastsMs: number;
  /** From its end to the next fault. */
  thenMs: number;
}

/** The longest fault, milliseconds. */
export const LONGEST_MS = 6000;

/** The faults of a seed, each kind once before any comes again. A Temporal that is given has none. */
export function faultsOf(seed: number, isOwnTemporal: boolean): PlannedFault[] {
  const possible = FAULTS.filter((name) => isOwnTemporal || !name.includes('temporal'));
  const once = fc.shuffledSubarray(possible, { minLength: possible.length });
  const details = fc.record({
    nth: fc.nat({ max: 1 }),
    lastsMs: fc.integer({ min: 500, max: LONGEST_MS }),
    thenMs: fc.integer({ min: 1000, max: 4000 }),
  });
  const plan = fc
    .tuple(
      fc.array(once, { minLength: 20, maxLength: 20 }),
      fc.array(details, { minLength: 200, maxLength: 200 }),
    )
    .map(([orders, all]) => orders.flat().map((name, index) => ({ name, ...all[index]! })));
  return fc.sample(plan, { seed, numRuns: 1 })[0]!;
}

export interface Faulty {
  fleet: Fleet;
  database: FailingOverProxy;
  temporal: OwnTemporal | undefined;
}

/** Does what is planned. Calls `onEnd` when the fault ends: what was killed is started, what hung goes on. */
export async function inflict(
  { fleet, database, temporal }: Faulty,
  { name, nth, lastsMs }: PlannedFault,
  onEnd: () => void,
): Promise<void> {
  const slotOf = (role: Role) => fleet.slots.filter((slot) => slot.role === role)[nth]!;
  const hang = async (pid: number): Promise<void> => {
    await whileHung(pid, () => sleep(lastsMs));
    onEnd();
  };
  switch (name) {
    case 'kill the api':
    case 'kill the worker':
      return killFor(slotOf(name === 'kill the api' ? 'api' : 'worker'), lastsMs, onEnd);
    case 'hang the api':
    case 'hang the worker':
      return hang(slotOf(name === 'hang the api' ? 'api' : 'worker').process?.child.pid ?? 0);
    case 'kill temporal':
      await temporal?.kill();
      await sleep(lastsMs);
      onEnd();
      return temporal?.startAgain();
    case 'hang temporal':
      return hang(temporal?.pid() ?? 0);
    case 'cut the database':
    case 'hang the database':
    case 'step the database down':
      if (name === 'cut the database') await database.cut(lastsMs);
      else await (name === 'hang the database' ? database.hang(lastsMs) : database.stepDown(lastsMs));
      return onEnd();
    case 'restart everything':
      for (const slot of fleet.slots) await restart(slot);
      return onEnd();
  }
}
