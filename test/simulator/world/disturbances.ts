import type { Worker } from '../engine/context';
import type { Disturbance, Observation } from '../observation';
import type { Process, Scheduler } from '../scheduler';
import type { Deposed } from './deposed';
import { type Outages, noOutages } from './outages';
import type { Action } from './plan';
import type { Api } from './processes';

interface DisturbedWorld {
  scheduler: Scheduler;
  outages: Outages;
  deposed: Deposed;
  observe: (observation: Observation) => void;
  /** Begins a new incarnation of a process. */
  begin: (name: string) => Process;
  apis: Api[];
  workers: Worker[];
}

const OUTAGES = {
  'database away': 'database',
  election: 'election',
  'engine away': 'engine',
  'provider down': 'provider',
  'endpoint down': 'endpoint',
} as const;

const EFFECTS = {
  'database away': 'database',
  election: 'database',
  'engine away': 'engine',
  'provider down': 'network',
  'endpoint down': 'network',
} as const;

/** How long a process stands still before the others count it as dead: the lease of a claim, and the time of a heartbeat. */
const STILL_MS = 7_000;

/** Returns what makes bad things happen. It returns false for actions of clients. */
export function createDisturbances({
  scheduler,
  outages,
  deposed,
  observe,
  begin,
  apis,
  workers,
}: DisturbedWorld) {
  const lasting = new Map<string, number>();

  const processNamed = (name: string): Process | undefined =>
    [...apis, ...workers].find(({ process }) => process.name === name)?.process;

  function kill(process: Process): void {
    process.alive = false;
    for (const api of apis)
      if (api.process === process) {
        for (const onDeath of api.open) onDeath();
        api.open.clear();
      }
  }

  function disturb(action: Action): boolean {
    const note = (what: string, more: Partial<Disturbance>): void =>
      observe({ at: Math.floor(scheduler.now()), kind: 'disturbance', what, ...more });
    switch (action.kind) {
      case 'kill': {
        const process = processNamed(action.process);
        if (process?.alive !== true) return true;
        note(`killed for ${Math.round(action.forMs)} ms`, { effect: 'death', process: action.process });
        scheduler.as({ process: null }, () => kill(process));
        scheduler.after(action.forMs, () => void begin(action.process));
        return true;
      }
      case 'pause': {
        const process = processNamed(action.process);
        if (!process) return true;
        const until = Math.ceil(scheduler.now() + action.forMs);
        // For the others a process that stands still for that long is dead.
        const effect =
          action.forMs >= STILL_MS ? ({ effect: 'death' } as const) : ({ effect: 'network' } as const);
        note(`stood still for ${Math.round(action.forMs)} ms`, { ...effect, process: action.process, until });
        // A second pause during a first one ends no earlier.
        process.pausedUntil = Math.max(process.pausedUntil, scheduler.now() + action.forMs);
        // What it had begun goes on then, though others may have done it.
        if (effect.effect === 'death')
          scheduler.after(action.forMs, () =>
            note('goes on after it stood still', { ...effect, process: action.process }),
          );
        return true;
      }
      case 'jump': {
        const process = processNamed(action.process);
        if (!process) return true;
        note('its clock jumped', { effect: 'clock', process: action.process, skew: Math.round(action.toMs) });
        process.skewMs = action.toMs;
        return true;
      }
      case 'deposed': {
        const { processes, forMs } = action;
        deposed.begin(processes, forMs);
        const until = Math.ceil(scheduler.now() + forMs);
        for (const process of processes)
          note('reaches a primary that was deposed', { effect: 'database', process, until, stale: true });
        return true;
      }
      case 'database away':
      case 'election':
      case 'engine away':
      case 'provider down':
      case 'endpoint down': {
        const name = OUTAGES[action.kind];
        const until = scheduler.now() + action.forMs;
        note(action.kind, { effect: EFFECTS[action.kind], until: Math.ceil(until) });
        lasting.set(name, Math.max(until, lasting.get(name) ?? 0));
        outages[name] = true;
        scheduler.after(action.forMs, () => {
          if ((lasting.get(name) ?? 0) <= scheduler.now()) outages[name] = false;
        });
        return true;
      }
      default:
        return false;
    }
  }

  /** Ends everything bad. Processes that are dead or stand still come back by themselves. */
  const end = (): void => {
    Object.assign(outages, { ...noOutages(), faulty: false });
    deposed.end();
  };
  return Object.assign(disturb, { end });
}
