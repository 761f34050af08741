import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { freePort } from '../../dev/servers/ports';
import type { Engine } from './engine';

const READY_MS = 120_000;
const CHECK_MS = 250;
/** Prints the user before it becomes the process. */
const AS_USER = 'echo "runs as $(id -un)"; exec "$@"';

/** A process that runs from the image. */
export interface ImageProcess {
  /** Name of its user. */
  user: string;
  /** Address of the production environment. Of the API only. */
  url: string;
  adminUrl: string;
  output(): string;
  /** Sends SIGTERM. Resolves with the exit code. */
  terminate(): Promise<number | null>;
  /** Ends it in any case. */
  stop(): Promise<void>;
}

/** Starts the API or the worker on free ports. Resolves when it is ready. */
export async function startImageProcess(
  engine: Engine,
  role: 'api' | 'worker',
  settings: Readonly<Record<string, string>>,
): Promise<ImageProcess> {
  const [port, sandbox, admin] = [await freePort(), await freePort(), await freePort()];
  const ports = { API_PORT: `${port}`, API_SANDBOX_PORT: `${sandbox}`, ADMIN_PORT: `${admin}` };
  const file = role === 'api' ? 'dist/api/server.js' : 'dist/worker/main.js';
  const { command, args } = engine.commandFor(['sh', '-c', AS_USER, 'sh', 'node', file], {
    ...settings,
    ...ports,
  });
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(
    child,
    () => output,
    role === 'api' ? () => answers(`${url}/readyz`) : () => polls(output),
  );
  const user = /^runs as (.+)$/m.exec(output)?.[1];
  if (user === undefined || user === 'root') throw new Error(`the ${role} runs as ${user ?? 'nobody knows'}`);
  return {
    ...{ user, url, adminUrl: `http://127.0.0.1:${admin}` },
    output: () => output,
    terminate: async () => {
      process.kill(engine.passesSignals ? child.pid! : await innermostOf(child.pid!), 'SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      return child.exitCode;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
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

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    (response) => response.ok,
    () => false,
  );

/** The worker's log says when it polls its queues. */
const polls = (output: string): Promise<boolean> => Promise.resolve(/"msg":"worker is ready"/.test(output));

async function untilReady(
  child: ChildProcess,
  output: () => string,
  ready: () => Promise<boolean>,
): Promise<void> {
  for (const end = Date.now() + READY_MS; Date.now() < end;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output()}`);
    if (await ready()) return;
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  }
  throw new Error(`it was not ready within ${READY_MS / 1000} s:\n${output()}`);
}
