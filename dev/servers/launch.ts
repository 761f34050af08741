import { spawn, type ChildProcess } from 'node:child_process';
import { lastWordsOf } from './last-words';

export interface LaunchOptions {
  /** For messages. */
  name: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Opens an IPC channel, so that the child notices when we are gone. @default false */
  ipc?: boolean;
  /** Puts the child into its own process group, so that Ctrl-C reaches us alone. @default false */
  ownGroup?: boolean;
  onSpawn?: (pid: number) => void;
  onOutput?: (chunk: Buffer) => void;
  /** Called again and again until it gives true; a throw counts as false. */
  ready: (child: ChildProcess) => Promise<boolean>;
  /** @default 60 s */
  readyWithinMs?: number;
  /** Ends a start that is no longer wanted. */
  signal?: AbortSignal;
}

/** A child process that has answered. */
export interface Running {
  pid: number;
  /** Resolves when the process has ended, for whatever reason, with words for it. */
  exited: Promise<string>;
  /** Asks it to end, insists after `graceMs` (15 s), and resolves when it has ended. */
  stop(graceMs?: number): Promise<void>;
  /** Ends it the hard way. */
  kill(): Promise<void>;
}

/** Thrown when a process ended, or stayed silent, instead of becoming ready. */
export class LaunchError extends Error {
  override name = 'LaunchError';
}

const LOOK_EVERY_MS = 100;
const KEPT_OUTPUT = 4_000;

/** Starts a program and waits until it really answers. */
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
  if (child.pid) options.onSpawn?.(child.pid);

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
      throw new LaunchError(`${options.name} did not answer in time${lastWordsOf(output)}`);
    }
    await Promise.race([running.exited, new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))]);
  }
}

function asRunning(child: ChildProcess, output: () => string): Running {
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(`could not be run: ${error.message}`);
    });
    child.once('close', (code, signal) => {
      // Whoever is killed from outside had no part in it: its last words would only mislead.
      resolve(code === null ? `was ended by ${signal}` : `exited with code ${code}${lastWordsOf(output())}`);
    });
  });
  return {
    pid: child.pid ?? -1,
    exited,
    async stop(graceMs = 15_000) {
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await exited;
      clearTimeout(insist);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
