import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../dev/servers/run';
import type { Store } from './podman-store';

const EVERY_MS = 5000;

/** Calls Podman's own API. Returns the answer as data. */
function ask(socket: string, route: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const calling = request({ socketPath: socket, path: `/v4.0.0/libpod${route}` }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve(text === '' || text === 'OK' ? {} : JSON.parse(text)));
    });
    calling.on('error', reject);
    calling.end();
  });
}

/** Starts Podman's Docker API in this network namespace, and the health checks. Ends with this process's namespace. */
export async function startPodman({ env, socket }: Store, logs: string): Promise<void> {
  const service = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(path.join(logs, 'podman.log'));
  service.stdout.pipe(log);
  service.stderr.pipe(log);
  for (let left = 120; ; left -= 1) {
    if (
      await ask(socket, '/_ping').then(
        () => true,
        () => false,
      )
    )
      break;
    if (left === 0) throw new Error('Podman does not answer');
    await sleep(500);
  }
  void checkHealth(socket);
}

/** Runs the health check of each running container, as timers of systemd do elsewhere. */
async function checkHealth(socket: string): Promise<never> {
  const busy = new Set<string>();
  for (;;) {
    const running = await ask(socket, '/containers/json').catch(() => []);
    for (const { Id } of Array.isArray(running) ? (running as { Id: string }[]) : []) {
      if (busy.has(Id)) continue;
      busy.add(Id);
      void ask(socket, `/containers/${Id}/healthcheck`)
        .catch(() => undefined)
        .finally(() => busy.delete(Id));
    }
    await sleep(EVERY_MS);
  }
}

/** Makes a folder for the PATH in which `docker compose` is Compose, and every other `docker` command is Podman. */
export async function dockerCommand(directory: string, compose: string): Promise<string> {
  const folder = path.join(directory, 'bin');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'docker');
  await writeFile(
    file,
    `#!/bin/sh\n[ "$1" = compose ] && shift && exec '${compose}' "$@"\nexec podman "$@"\n`,
  );
  await chmod(file, 0o755);
  return folder;
}

/** Prepares the namespaces that this process has for itself. */
export async function prepareNamespaces(): Promise<void> {
  await run('ip', ['link', 'set', 'lo', 'up']);
  // Podman keeps the names of containers there, also those of a run that was killed.
  await mkdir('/run/containers', { recursive: true });
  await run('mount', ['-t', 'tmpfs', 'tmpfs', '/run/containers']);
}
