import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../dev/servers/ports';
import { now } from './clock';

const ROOT = path.join(__dirname, '../..');
const PORTS = [
  'MONGO_PORT',
  'TEMPORAL_PORT',
  'TEMPORAL_UI_PORT',
  'API_PORT',
  'API_SANDBOX_PORT',
  'ADMIN_PORT',
  'METRICS_PORT',
  'SMTP_PORT',
  'INBOX_PORT',
];
const PATIENCE_MS = 120_000;

/** Starts what `npm start` starts, over an empty folder. Returns the time until it says that it runs, milliseconds. */
export async function measureReady(dataDirectory: string, signal: AbortSignal): Promise<number> {
  const ports: Record<string, string> = {};
  for (const name of PORTS) ports[name] = String(await freePort());
  const began = now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/dev/start.ts'], {
    cwd: ROOT,
    // Where CI is set, colors would be a part of the lines.
    env: { ...process.env, ...ports, HELIOGRAPH_DATA_DIR: dataDirectory, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
    killSignal: 'SIGTERM',
  });
  child.on('error', () => undefined); // of the signal; the exit says it
  const ended = once(child, 'exit');
  const patience = setTimeout(() => child.kill('SIGTERM'), PATIENCE_MS);
  try {
    for await (const line of createInterface(child.stdout))
      if (line === 'Heliograph runs.') return now() - began;
    throw new Error('npm start ended, or did not say within two minutes that it runs');
  } finally {
    clearTimeout(patience);
    child.stdout.resume();
    child.kill('SIGTERM');
    await ended;
  }
}
