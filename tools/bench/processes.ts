import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { NODE_FLAGS } from '../dev/node-flags';
import { type Running, launch } from '../dev/servers/launch';

const ROOT = path.join(__dirname, '../..');

/** A message of a child process. */
export interface Message {
  type: string;
  /** With `ready` of the API. */
  ports?: { production: number; sandbox: number; admin: number };
  /** With `done` of the bare worker. */
  id?: string;
}

export interface NodeChild {
  name: string;
  /** Its compiled file. */
  script: string;
  env: Record<string, string>;
  signal: AbortSignal;
  onMessage?: (message: Message) => void;
  onOutput?: (chunk: Buffer) => void;
  /** Folder for a CPU profile, written when it ends. */
  profile?: string;
}

/**
 * Starts one of our own processes and waits for its `ready`, which is returned. It has a process group of its own, so
 * that Ctrl-C reaches only the bench, and an IPC channel, so that it ends also when the bench is killed.
 */
export async function startNode(child: NodeChild): Promise<Running & { ready: Message }> {
  const profiling = child.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${child.profile}`];
  let listening = false;
  let ready: Message | undefined;
  const listen = (started: ChildProcess): void => {
    listening = true;
    started.on('message', (message: Message) => {
      if (message.type === 'ready') ready = message;
      else child.onMessage?.(message);
    });
  };
  const running = await launch({
    name: child.name,
    command: process.execPath,
    args: [...NODE_FLAGS, ...profiling, child.script],
    cwd: ROOT,
    env: { ...process.env, ...child.env },
    ipc: true,
    ownGroup: true,
    signal: child.signal,
    onOutput: child.onOutput,
    ready: async (started) => {
      if (!listening) listen(started);
      return ready !== undefined;
    },
  });
  return { ...running, ready: ready ?? { type: 'ready' } };
}
