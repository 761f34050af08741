import type { Random } from '../random';
import type { Scheduler } from '../scheduler';
import type { Operate } from '../mongo/collection';
import type { Contents } from '../mongo/database';
import { type Fault, errorOf } from '../mongo/errors';
import type { Server } from '../mongo/connection';
import type { Outages } from './outages';

interface ServerWorld {
  scheduler: Scheduler;
  random: Random;
  outages: Outages;
  rate: number;
  slowness: number;
  contents: Map<string, Contents>;
  trace: (what: string) => void;
  /** Called for each fault of one call that is not part of an outage, with how long it lasts. */
  onFault: (concerns: string, ms: number) => void;
}

/** How long the driver looks for a server, and for the answer of one, milliseconds. */
const SELECTION_MS = 2_000;
const SOCKET_MS = 20_000;

/** The database that all processes of a history share. */
export function createServer(world: ServerWorld): Server {
  const { scheduler, random, outages, trace } = world;
  const travel = (): number => {
    const tail = random.next();
    if (tail < 0.9) return random.between(0.1, 3);
    return tail < 0.998
      ? random.between(1, 20 * world.slowness)
      : random.between(1, 300 * world.slowness) % 6_000;
  };
  const faultOf = (writes: boolean): Fault | null => {
    if (outages.database) return 'away';
    if (outages.election && writes) return 'election';
    if (!outages.faulty || !random.chance(world.rate)) return null;
    return random.pick(['answer_lost', 'request_lost', 'election'] as const);
  };

  const operate: Operate = (name, apply, writes) =>
    new Promise((resolve, reject) => {
      const task = scheduler.task();
      const fault = faultOf(writes);
      const settle = (inMs: number, how: () => void): void => void scheduler.after(inMs, how, task);
      if (fault && fault !== 'answer_lost') {
        trace(`${task.process?.name ?? 'outside'} ${name}: ${fault}`);
        const inMs = fault === 'away' ? SELECTION_MS : travel();
        world.onFault(name, inMs);
        return settle(inMs, () => reject(errorOf(fault)));
      }
      // The server does it also for a process that has died since it asked.
      scheduler.after(
        travel(),
        () => {
          let answer: () => void;
          try {
            const result = apply();
            answer = () => resolve(result);
          } catch (error) {
            answer = () => reject(error instanceof Error ? error : new Error(String(error)));
          }
          if (!fault) return settle(travel(), answer);
          trace(`${task.process?.name ?? 'outside'} ${name}: ${fault}`);
          // The driver repeats a write and finds it done, unless the connection stays away for longer.
          const inMs = random.chance(0.5) ? travel() : SOCKET_MS * random.next();
          world.onFault(name, inMs);
          return settle(inMs, () => reject(errorOf(fault)));
        },
        { process: null },
      );
    });

  return {
    operate,
    contents: (name) => {
      const found = world.contents.get(name);
      if (!found) throw new Error(`there is no collection ${name}`);
      return found;
    },
    now: () => Math.floor(scheduler.now()),
  };
}
