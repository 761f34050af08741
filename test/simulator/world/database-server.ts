import type { Random } from '../random';
import type { Process, Scheduler } from '../scheduler';
import type { Operate } from '../mongo/collection';
import type { Contents } from '../mongo/database';
import { type Fault, errorOf } from '../mongo/errors';
import type { Server } from '../mongo/connection';
import { type Deposed, doneThere } from './deposed';
import type { Outages } from './outages';

interface ServerWorld {
  scheduler: Scheduler;
  random: Random;
  outages: Outages;
  rate: number;
  /** How often a write is under way for seconds. */
  stalls: number;
  /** How often a client cancels a notification while a claim of it is under way. */
  interferes: number;
  /** Called with such a notification. */
  onClaim: (id: string) => void;
  /** Until when the lease of a notification is not renewed, because its writes take too long. */
  slowUntil: Map<unknown, number>;
  /** Called for each write of a process, which may die or stand still then. */
  strike: (process: Process) => void;
  slowness: number;
  contents: Map<string, Contents>;
  deposed: Deposed;
  trace: (what: string) => void;
  /** Called for each fault of one call that is not part of an outage, with how long it lasts. */
  onFault: (concerns: string, ms: number) => void;
}

/** How long the driver looks for a server, and for the answer of one, milliseconds. */
const SELECTION_MS = 2_000;
const SOCKET_MS = 20_000;
/** How long a call that stalls is under way, milliseconds: also longer than a lease and a takeover wait. */
const STALLS_MS = [2_000, 6_000, 12_000, 17_000];
/** The same of short stalls, of which there are `SHORT` times as many: others read and write in between. */
const SHORT_MS = [30, 200, 1_000];
const SHORT = 3;
/** How long a request and its answer are under way in addition, milliseconds. */
const NO_STALL = { there: 0, back: 0 };

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

  const stallOf = (name: string): typeof NO_STALL => {
    const rate = name.startsWith('notifications.') ? 3 * world.stalls : world.stalls;
    if (!outages.faulty || rate === 0 || !random.chance((1 + SHORT) * rate)) return NO_STALL;
    const ms = random.pick(random.chance(1 / (1 + SHORT)) ? STALLS_MS : SHORT_MS) * random.between(0.8, 1.1);
    return random.chance(0.7) ? { there: ms, back: 0 } : { there: 0, back: ms };
  };

  /** What is read is used later than usual, when it may not be true any more. */
  const lateOf = (): typeof NO_STALL =>
    outages.faulty && world.stalls > 0 && random.chance(2 * world.stalls)
      ? { there: 0, back: random.pick(SHORT_MS) * random.next() }
      : NO_STALL;

  /** What operations reach while they are done, if that is not the primary. */
  let view: Map<string, Contents> | null = null;
  function under<T>(reached: Map<string, Contents>, apply: () => T): T {
    view = reached;
    try {
      return apply();
    } finally {
      view = null;
    }
  }

  const answerOf = <T>(apply: () => T, resolve: (result: T) => void, reject: (error: Error) => void) => {
    try {
      const result = apply();
      return (): void => resolve(result);
    } catch (error) {
      return (): void => reject(error instanceof Error ? error : new Error(String(error)));
    }
  };

  /** Between the read and the write of a claim, the notification is cancelled. */
  const claimed = (name: string, id: unknown): typeof NO_STALL | null => {
    if (name !== 'notifications.findOneAndUpdate' || typeof id !== 'string') return null;
    if (!outages.faulty || world.interferes === 0 || !random.chance(world.interferes)) return null;
    world.onClaim(id);
    return { there: random.between(20, 300), back: 0 };
  };

  const slowOf = (name: string, id: unknown): typeof NO_STALL | null =>
    name === 'notifications.updateOne' && (world.slowUntil.get(id) ?? 0) > scheduler.now()
      ? { there: random.between(13_000, 19_000), back: 0 }
      : null;

  const operate: Operate = (name, apply, writes, about) =>
    new Promise((resolve, reject) => {
      const task = scheduler.task();
      const settle = (inMs: number, how: () => void): void => void scheduler.after(inMs, how, task);
      const old = task.process && world.deposed.reachedBy(task.process.name);
      if (old) {
        scheduler.after(
          travel(),
          () => {
            const done = doneThere(old, {
              writes,
              under: (reached) => answerOf(() => under(reached, apply), resolve, reject),
            });
            trace(`${task.process?.name} ${name}: at the old primary${done ? '' : ', rolled back'}`);
            if (done) return settle(travel(), done.result);
            // The driver repeats it once, and finds the new primary, or one that is not elected yet.
            const inMs = Math.max(0, old.until - scheduler.now()) + travel();
            if (random.chance(0.4)) return settle(inMs, () => reject(errorOf('rolled_back')));
            return void scheduler.after(inMs, () => settle(travel(), answerOf(apply, resolve, reject)), {
              process: null,
            });
          },
          { process: null },
        );
        return;
      }
      const fault = faultOf(writes);
      if (fault && fault !== 'answer_lost') {
        trace(`${task.process?.name ?? 'outside'} ${name}: ${fault}`);
        const inMs = fault === 'away' ? SELECTION_MS : travel();
        world.onFault(name, inMs);
        return settle(inMs, () => reject(errorOf(fault)));
      }
      const stall = fault
        ? NO_STALL
        : writes
          ? (slowOf(name, about) ?? claimed(name, about) ?? stallOf(name))
          : lateOf();
      if (writes && stall.there + stall.back > 0) {
        trace(
          `${task.process?.name ?? 'outside'} ${name}: stalls ${Math.round(stall.there)}, ${Math.round(stall.back)}`,
        );
        world.onFault(name, stall.there + stall.back);
      }
      if (writes && task.process) world.strike(task.process);
      // The server does it also for a process that has died since it asked.
      scheduler.after(
        travel() + stall.there,
        () => {
          // Nothing is written while no primary can be reached.
          const outage = outages.database ? 'away' : outages.election && writes ? 'election' : null;
          if (outage) {
            trace(`${task.process?.name ?? 'outside'} ${name}: ${outage}`);
            return settle(travel(), () => reject(errorOf(outage)));
          }
          const answer = answerOf(apply, resolve, reject);
          if (!fault) return settle(travel() + stall.back, answer);
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
      const found = (view ?? world.contents).get(name);
      if (!found) throw new Error(`there is no collection ${name}`);
      return found;
    },
    now: () => Math.floor(scheduler.now()),
  };
}
