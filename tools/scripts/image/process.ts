import { readdir, readFile } from 'node:fs/promises';
import { launch } from '../../dev/servers/launch';
import { freePort } from '../../dev/servers/ports';
import type { Engine } from './engine';

const READY_MS = 120_000;
/** Prints the user before it becomes the process. */
const AS_USER = 'echo "user: $(id -un)"; exec "$@"';

/** A process that runs from the image. */
export interface ImageProcess {
  /** Name of its user. */
  user: string;
  /** Address of the production environment. Of the API only. */
  url: string;
  adminUrl: string;
  /** Sends SIGTERM. Resolves with how it ended. */
  terminate(): Promise<string>;
  /** Ends it in any case. */
  stop(): Promise<void>;
}

/** Starts the API or the worker on free ports. Resolves when it is ready. */
export async function startImageProcess(
  engine: Engine,
  role: 'api' | 'worker',
  settings: Readonly<Record<string, string>>,
): Promise<ImageProcess> {
  const [port, sandbox, admin, metrics] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const ports = {
    ...{ API_PORT: `${port}`, API_SANDBOX_PORT: `${sandbox}`, ADMIN_PORT: `${admin}` },
    ...{ METRICS_PORT: `${metrics}`, WORKER_METRICS_PORT: `${metrics}` },
  };
  const file = role === 'api' ? 'dist/api/server.js' : 'dist/worker/main.js';
  let output = '';
  const running = await launch({
    name: `the ${role} of the image`,
    ...engine.commandFor(['sh', '-c', AS_USER, 'sh', 'node', file], { ...settings, ...ports }),
    onOutput: (chunk) => (output += chunk.toString()),
    ready: () => answers(`http://127.0.0.1:${metrics}/readyz`),
    readyWithinMs: READY_MS,
  });
  const user = /^user: (.+)$/m.exec(output)?.[1] ?? '';
  if (user === 'root' || user === '') {
    await running.stop();
    throw new Error(`the ${role} runs as ${user || 'an unknown user'}, and not as node`);
  }
  return {
    ...{ user, url: `http://127.0.0.1:${port}`, adminUrl: `http://127.0.0.1:${admin}` },
    terminate: async () => {
      process.kill(engine.passesSignals ? running.pid : await innermostOf(running.pid), 'SIGTERM');
      return running.exited;
    },
    stop: () => running.stop(),
  };
}

/** Returns the descendant of a process that has no child of its own (Linux). Each thread lists the children that it started. */
async function innermostOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = threads.map((thread) =>
    readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''),
  );
  const [child] = (await Promise.all(lists)).join(' ').split(' ').filter(Boolean).map(Number);
  return child === undefined ? pid : innermostOf(child);
}

const answers = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
