import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, startProcess } from '../support/outside/service';

export type Role = 'api' | 'worker';

/** A place in which one process of the service runs, one after the other. */
export interface Slot {
  name: string;
  role: Role;
  /** Undefined while it is down. */
  process: ServiceProcess | undefined;
  start(): Promise<void>;
}

/** Two APIs and two workers. */
export interface Fleet {
  slots: Slot[];
  /** Ports of the APIs that run. */
  apiPorts(): number[];
  stop(): Promise<void>;
}

const START_AGAIN_MS = 500;

/** Starts the second of each; the first ones run already. Their logs go to files in `folder`. */
export async function startFleet(
  running: Record<Role, ServiceProcess>,
  env: Record<string, string>,
  folder: string,
  watch: (pid: number) => void,
): Promise<Fleet> {
  let isOver = false;
  const keep = (name: string, process: ServiceProcess): ServiceProcess => {
    watch(process.child.pid ?? 0);
    const file = createWriteStream(path.join(folder, `${name}.log`), { flags: 'a' });
    file.write(process.output());
    for (const stream of [process.child.stdout, process.child.stderr])
      stream?.on('data', (chunk: Buffer) => void file.write(chunk));
    process.child.once('close', () => file.end());
    return process;
  };
  const slot = (role: Role, nth: number, process?: ServiceProcess): Slot => {
    const name = `${role}-${nth}`;
    const made: Slot = {
      name,
      role,
      process: process && keep(name, process),
      // As a supervisor does: again, until it runs.
      start: async () => {
        while (!isOver && !made.process)
          made.process = await startProcess(role, env).then(
            (started) => keep(name, started),
            () => sleep(START_AGAIN_MS).then(() => undefined),
          );
      },
    };
    return made;
  };
  const slots = [
    slot('api', 1, running.api),
    slot('api', 2),
    slot('worker', 1, running.worker),
    slot('worker', 2),
  ];
  await Promise.all(slots.map((one) => one.start()));
  return {
    slots,
    apiPorts: () =>
      slots.flatMap(({ role, process }) => (role === 'api' && process ? [process.ports.production] : [])),
    stop: async () => {
      isOver = true;
      await Promise.all(
        slots.map(async ({ process }) => {
          process?.child.kill('SIGCONT');
          await process?.stop().catch(() => process.kill());
        }),
      );
    },
  };
}

/** Restarts a process as a deployment does: SIGTERM, then a new one in its place. */
export async function restart(slot: Slot): Promise<void> {
  const { process } = slot;
  slot.process = undefined;
  await process?.stop();
  await slot.start();
}

/** Kills a process, and starts one in its place after `downMs`. Returns when that was asked for. */
export async function killFor(slot: Slot, downMs: number, onEnd: () => void): Promise<void> {
  const { process } = slot;
  slot.process = undefined;
  await process?.kill();
  await sleep(downMs);
  onEnd();
  await slot.start();
}
