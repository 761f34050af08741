import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** A process of the service, started as in production but for its addresses. */
export interface ServiceProcess {
  child: ChildProcess;
  /** `bounces`: where the API takes mail of the bounce domain. */
  ports: { production: number; sandbox: number; admin: number; bounces?: number };
  /** Everything it wrote, for a failing test's message. */
  output: () => string;
  /** SIGTERM, then waits. */
  stop(): Promise<void>;
  /** SIGKILL, then waits. */
  kill(): Promise<void>;
}

/** Starts `api` or `worker` and waits until it says that it is ready. */
export async function startProcess(
  entry: 'api/server.ts' | 'worker/main.ts',
  env: Record<string, string>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', entry], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-20_000));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ports = await new Promise<ServiceProcess['ports']>((resolve, reject) => {
    child.on('message', (message: { type: string; ports?: ServiceProcess['ports'] }) => {
      if (message.type === 'ready') resolve(message.ports ?? { production: 0, sandbox: 0, admin: 0 });
    });
    child.on('exit', (code) =>
      reject(new Error(`${entry} ended with ${code} before it was ready:\n${output}`)),
    );
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
    if (signal === 'SIGTERM' && child.exitCode !== 0)
      throw new Error(
        `${entry} did not stop well, but with ${child.exitCode ?? child.signalCode}:\n${output}`,
      );
  };
  return { child, ports, output: () => output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
