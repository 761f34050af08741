import { mkdir } from 'node:fs/promises';
import { launch, LaunchError, type LaunchOptions, type Running } from './launch';
import type { MongoProgram } from './mongo';
import type { LaunchOptions as ServerOptions } from './mongo-stand-in';
import { freePort } from './ports';
import { mongoAnswers, temporalAnswers } from './ready';
import { temporalArgs, type TemporalServerOptions } from './temporal-args';

type ProcessOptions = Pick<
  LaunchOptions,
  'env' | 'onSpawn' | 'onOutput' | 'ownGroup' | 'readyWithinMs' | 'signal'
>;

export interface RunningTemporal extends Running {
  /** host:port */
  address: string;
}

export interface RunningMongo extends Running {
  /** Without a database name. */
  uri: string;
}

/** Starts Temporal's dev server, on a free port unless one is given, and waits until its namespace answers. */
export function startTemporal(
  program: { command: string },
  options: Omit<TemporalServerOptions, 'port'> & { port?: number },
  processOptions: ProcessOptions = {},
): Promise<RunningTemporal> {
  return onPort(options.port, async (port) => {
    const address = `127.0.0.1:${port}`;
    const running = await launch({
      ...processOptions,
      name: 'Temporal',
      command: program.command,
      args: temporalArgs({ ...options, port }),
      ready: () => temporalAnswers(address, options.namespace, options.searchAttributes),
    });
    return { ...running, address };
  });
}

/** Starts a MongoDB over `dataDirectory`, on a free port unless one is given, and waits until it answers. */
export function startMongo(
  program: MongoProgram,
  options: Omit<ServerOptions, 'port'> & { port?: number },
  processOptions: ProcessOptions = {},
): Promise<RunningMongo> {
  return onPort(options.port, async (port) => {
    const { command, args, directory, uri } = program.launch({ ...options, port });
    await mkdir(directory, { recursive: true });
    const ready = (): Promise<boolean> => mongoAnswers(uri);
    const running = await launch({ ...processOptions, name: 'MongoDB', command, args, ready });
    return { ...running, uri };
  });
}

/** Tries up to three free ports, because another process may take a port first. */
async function onPort<T>(port: number | undefined, start: (port: number) => Promise<T>): Promise<T> {
  if (port) return start(port);
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (!(error instanceof LaunchError) || attempt === 3) throw error;
    }
  }
}
