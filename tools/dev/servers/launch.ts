import { spawn, type ChildProcess } from 'node:child_process';
import { lastOutputOf } from './last-output';

export interface LaunchOptions {
  /** For messages. */
  name: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Opens an IPC channel, so that the child notices if this process ends. @default false */
  ipc?: boolean;
  /** Puts the child into its own process group, so that Ctrl-C reaches only this process. @default false */
  ownGroup?: boolean;
  onSpawn?: (pid: number) => void;
  onOutput?: (chunk: Buffer) => void;
  /** Called repeatedly until it returns true. A throw counts as false. */
  ready: (child: ChildProcess) => Promise<boolean>;
  /** Maximum time until it is ready, milliseconds. @default 60_000 */
  readyWithinMs?: number;
  /** Aborts the start. */
  signal?: AbortSignal;
}

/** A child process that is ready. */
export interface Running {
  pid: number;
  /** Resolves after the process has ended, with how it ended. */
  exited: Promise<string>;
  /** Sends SIGTERM, and SIGKILL after `graceMs` (15 s). Resolves after it has ended. */
  stop(graceMs?: number): Promise<void>;
  /** Sends SIGKILL. Resolves after it has ended. */
  kill(): Promise<void>;
}

/** Thrown if a process ends before it is ready, or is not ready in time. */
export class LaunchError extends Error {
  override name = 'LaunchError';
}

const CHECK_EVERY_MS = 100;
const KEPT_OUTPUT = 4_000;

/** Starts a program and waits until it is ready. */
export async function launch(options: LaunchOptions): Promise<Running> {
  options.signal?.throwIfAborted();
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: options.ipc ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    detached: Boolean(options.ownGroup) && process.platform !== 'win32',
    windowsHide: true,
  });
  let output = '';
  const listen = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
    options.onOutput?.(chunk);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);

  const running = asRunning(child, () => output);
  let ended: string | undefined;
  void running.exited.then((how) => (ended = how));
  try {
    if (child.pid) options.onSpawn?.(child.pid);
  } catch (error) {
    await running.kill();
    throw error;
  }

  const deadline = Date.now() + (options.readyWithinMs ?? 60_000);
  for (;;) {
    if (ended) throw new LaunchError(`${options.name} ${ended}`);
    const isReady = await options.ready(child).catch(() => false);
    if (options.signal?.aborted) {
      await running.stop();
      throw new LaunchError(`${options.name} was stopped while it started`);
    }
    if (isReady) return running;
    if (Date.now() > deadline) {
      await running.kill();
      throw new LaunchError(`${options.name} did not respond in time${lastOutputOf(output)}`);
    }
    await Promise.race([running.exited, new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))]);
  }
}

function asRunning(child: ChildProcess, output: () => string): Running {
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(`could not be run: ${error.message}`);
    });
    child.once('close', (code, signal) => {
      // If it was killed from outside, its last output would only mislead.
      resolve(code === null ? `was ended by ${signal}` : `exited with code ${code}${lastOutputOf(output())}`);
    });
  });
  return {
    pid: child.pid ?? -1,
    exited,
    async stop(graceMs = 15_000) {
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await exited;
      clearTimeout(killTimer);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
