import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, portInUse } from '../dev/servers/ports';

const ROOT = path.join(__dirname, '../..');
const PORTS = [
  ...['API_PORT', 'API_SANDBOX_PORT', 'ADMIN_PORT', 'METRICS_PORT', 'SMTP_PORT', 'INBOX_PORT'],
  ...['TEMPORAL_PORT', 'TEMPORAL_UI_PORT', 'MONGO_PORT'],
];
/** A first start builds Temporal, which takes minutes. */
const READY_WITHIN_MS = 20 * 60_000;
const STOPPED_WITHIN_MS = 90_000;

/** An `npm start` with ports and a data folder of its own. */
export interface Started {
  /** The `curl` that it printed. */
  curl: string;
  /** Environment for commands that look for it, with its ports and its folder. */
  env: NodeJS.ProcessEnv;
  /** Presses Ctrl-C. Throws if it does not end well, or leaves a port in use. */
  stop(): Promise<void>;
  /** Ends what is left of it, and removes its folder. */
  clean(): Promise<void>;
}

/** Runs `npm start` as in a terminal, until it prints the first `curl`. Throws with all that it printed if it does not. */
export async function startAsNewcomer(): Promise<Started> {
  const directory = await mkdtemp(path.join(tmpdir(), 'heliograph-start-'));
  const ports: Record<string, string> = {};
  for (const name of PORTS) ports[name] = String(await freePort());
  const data = path.join(directory, '.data');
  // Where CI is set, colors would be a part of the lines.
  const env = { ...process.env, ...ports, HELIOGRAPH_DATA_DIR: data, NO_COLOR: '1' };
  // A group of its own, as a terminal's: Ctrl-C reaches npm and all that it started.
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  let isRunning = true;
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  void ended.then(() => (isRunning = false));
  const signal = (name: NodeJS.Signals): void => void (isRunning && process.kill(-child.pid!, name));
  const clean = async (): Promise<void> => {
    signal('SIGTERM');
    await ended;
    await rm(directory, { recursive: true, force: true });
  };

  const begun = Date.now();
  for (;;) {
    const curl = /^curl [^]*?(?=\n\n)/m.exec(printed)?.[0];
    if (curl !== undefined) return { curl, env, stop, clean };
    if (!isRunning || Date.now() - begun > READY_WITHIN_MS) {
      await clean();
      throw new Error(`npm start is not ready. It printed:\n${printed}`);
    }
    await sleep(100);
  }

  async function stop(): Promise<void> {
    signal('SIGINT');
    const code = await Promise.race([ended, sleep(STOPPED_WITHIN_MS, 'nothing' as const, { ref: false })]);
    if (code !== 0) throw new Error(`npm start ended with ${code} after Ctrl-C. It printed:\n${printed}`);
    for (const [name, port] of Object.entries(ports))
      if (await portInUse(Number(port))) throw new Error(`npm start has ended, and ${name} is still in use`);
  }
}
