import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { builtFile } from './build';
import { logOf } from './logs';
import { existingFlags } from '../v8-flags';

const ROOT = path.join(__dirname, '../../..');

/**
 * For V8: these processes live for minutes, and each core has several of them. To collect garbage in threads beside them, to
 * grow the heap from its smallest, and to optimize what has not run for long costs more than it brings.
 */
const SHORT_LIVED = [
  ...['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=32'],
  ...['--initial-old-space-size=512', '--interrupt-budget=600000'],
];

/** A process of the service, started as in production but for its addresses. */
export interface ServiceProcess {
  child: ChildProcess;
  /** `bounces`: where the API takes mail of the bounce domain. */
  ports: { production: number; sandbox: number; admin: number; bounces?: number };
  /** Port of its metrics and probes. */
  metricsPort: number;
  /** The last that it wrote in this test file. */
  output: () => string;
  isRunning: () => boolean;
  /** Lets its clock jump: from then on it is that far ahead of the others', milliseconds; negative: behind. */
  shiftClock(ms: number): Promise<void>;
  /** SIGTERM, then waits; throws if it does not exit with 0. */
  stop(): Promise<void>;
  /** SIGKILL, then waits. */
  kill(): Promise<void>;
}

/**
 * Starts the API, a worker, or both in one process, and waits until it says that it is ready. `longLived`: with V8 as in
 * production, for tests that measure time or memory.
 */
export async function startProcess(
  entry: 'api' | 'worker' | 'heliograph',
  env: Record<string, string>,
  { longLived = false }: { longLived?: boolean } = {},
): Promise<ServiceProcess> {
  const child = spawn(
    process.execPath,
    [
      ...(longLived ? [] : existingFlags(SHORT_LIVED)),
      ...['--require', builtFile('quick-start'), '--require', builtFile('shifted-clock')],
      ...(longLived || entry === 'worker' ? [] : ['--require', builtFile('documented-answers')]),
      builtFile(entry),
    ],
    {
      cwd: ROOT,
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'info' },
        HELIOGRAPH_TEST_UNDOCUMENTED: process.env.HELIOGRAPH_TEST_UNDOCUMENTED,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  noteProcess(child.pid);
  const output = logOf(entry, child);
  type Listening = Pick<ServiceProcess, 'ports' | 'metricsPort'>;
  const listening = await new Promise<Listening>((resolve, reject) => {
    child.on('message', (message: { type: string; metricsPort?: number } & Partial<Listening>) => {
      const { type, ports = { production: 0, sandbox: 0, admin: 0 }, metricsPort = 0 } = message;
      if (type === 'ready') resolve({ ports, metricsPort });
    });
    child.on('exit', (code) =>
      reject(new Error(`the ${entry} ended with ${code} before it was ready:\n${output()}`)),
    );
  });
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!isRunning()) return;
    child.kill(signal);
    await once(child, 'exit');
    if (signal === 'SIGTERM' && child.exitCode !== 0)
      throw new Error(
        `the ${entry} did not stop well, but with ${child.exitCode ?? child.signalCode}:\n${output()}`,
      );
  };
  const shiftClock = async (shiftMs: number): Promise<void> => {
    const shifted = new Promise<void>((resolve) => {
      const read = ({ type }: { type: string }): void => {
        if (type !== 'clock') return;
        child.off('message', read);
        resolve();
      };
      child.on('message', read);
    });
    child.send({ type: 'clock', shiftMs });
    await shifted;
  };
  return {
    ...{ child, ...listening, output, isRunning, shiftClock },
    ...{ stop: () => end('SIGTERM'), kill: () => end('SIGKILL') },
  };
}

/** Lets the teardown of the run end it: what the files of a Jest worker share, nobody else stops. */
function noteProcess(pid: number | undefined): void {
  const file = process.env.HELIOGRAPH_TEST_PROCESSES;
  if (file && pid !== undefined) appendFileSync(file, `${pid}\n`);
}
