import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { LaunchHooks } from './kept-alive';
import { NODE_FLAGS } from './node-flags';
import { launch, type Running } from './servers/launch';

const ROOT = path.join(__dirname, '../..');

export interface NodeChild {
  name: string;
  /** Its compiled file. It also identifies the process by its command line. */
  script: string;
  env: Record<string, string>;
  /** An additional check, after the child reported that it is ready. */
  answers?: () => Promise<boolean>;
}

/** Starts one of our own processes with an IPC channel and waits for its `{ type: 'ready' }`. */
export function startNodeChild(child: NodeChild, hooks: LaunchHooks): Promise<Running> {
  const isReady = readyMessage();
  return launch({
    ...hooks,
    name: child.name,
    command: process.execPath,
    args: [...NODE_FLAGS, child.script],
    cwd: ROOT,
    env: { ...process.env, ...child.env },
    ipc: true,
    ownGroup: true,
    ready: async (started) => isReady(started) && (await (child.answers?.() ?? true)),
  });
}

function readyMessage(): (child: ChildProcess) => boolean {
  let listening = false;
  let ready = false;
  return (child) => {
    if (!listening) {
      listening = true;
      child.on('message', (message: { type?: string } | null) => {
        if (message?.type === 'ready') ready = true;
      });
    }
    return ready;
  };
}
