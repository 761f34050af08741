import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, portInUse } from '../dev/servers/ports';
import { run } from '../dev/servers/run';

/**
 * `npm run start:check`: what a newcomer does, with the Node that runs this. It runs `npm start` with ports and a data folder
 * of its own, sends with the `curl` that is printed, waits for the mail, asks the command line, and presses Ctrl-C.
 */
const ROOT = path.join(__dirname, '..');
const PORTS = [
  ...['API_PORT', 'API_SANDBOX_PORT', 'ADMIN_PORT', 'METRICS_PORT', 'SMTP_PORT', 'INBOX_PORT'],
  ...['TEMPORAL_PORT', 'TEMPORAL_UI_PORT', 'MONGO_PORT'],
] as const;
/** A first start builds Temporal, which takes minutes. */
const READY_WITHIN_MS = 20 * 60_000;
const MAIL_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 90_000;

async function main(): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'heliograph-start-'));
  const ports: Record<string, string> = {};
  for (const name of PORTS) ports[name] = String(await freePort());
  const env = { ...process.env, ...ports, HELIOGRAPH_DATA_DIR: path.join(directory, '.data') };
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
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let isRunning = true;
  void ended.then(() => (isRunning = false));
  const signal = (name: NodeJS.Signals): void => void (isRunning && process.kill(-child.pid!, name));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => signal(name));

  try {
    const begun = Date.now();
    const curl = await until('the start', READY_WITHIN_MS, () => {
      if (!isRunning) throw new Error('npm start ended before it was ready');
      return /^curl [^]*?(?=\n\n)/m.exec(printed)?.[0];
    });
    const readyAfter = seconds(begun);
    const accepted = await run('sh', ['-c', curl]);
    if (!accepted.includes('"status":"accepted"')) throw new Error(`the send is answered ${accepted}`);
    const inbox = `http://127.0.0.1:${ports.INBOX_PORT}?limit=1`;
    const mail = await until('the mail', MAIL_WITHIN_MS, async () => {
      const text = await (await fetch(inbox, { headers: { accept: 'application/json' } })).text();
      return text.includes('ada@example.com') ? text : undefined;
    });
    if (!mail.includes('Ada')) throw new Error(`the mail has no name: ${mail}`);
    const shown = await run('npx', ['heliograph', 'notifications', 'list', '--env', 'production'], {
      cwd: ROOT,
      env,
    });
    if (!shown.includes('welcome')) throw new Error(`the command line lists ${shown}`);
    const stopping = Date.now();
    signal('SIGINT');
    const code = await Promise.race([ended, sleep(STOPPED_WITHIN_MS, 'late' as const, { ref: false })]);
    if (code !== 0) throw new Error(`after Ctrl-C npm start ended with ${code}`);
    for (const [name, port] of Object.entries(ports))
      if (await portInUse(Number(port))) throw new Error(`${name} is still in use`);
    console.log(
      `Node ${process.versions.node}: ready in ${readyAfter}, the mail arrived, stopped in ${seconds(stopping)}`,
    );
  } catch (error) {
    process.exitCode = 1;
    console.error(`${(error as Error).message}\nnpm start printed:\n${printed}`);
  } finally {
    signal('SIGTERM');
    await ended;
    await rm(directory, { recursive: true, force: true });
  }
}

async function until<T>(what: string, limitMs: number, look: () => T | undefined | Promise<T | undefined>) {
  const begun = Date.now();
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() - begun > limitMs) throw new Error(`${what} did not come in ${limitMs / 1000} s`);
    await sleep(100);
  }
}

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

void main();
