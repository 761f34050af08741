import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/** Returns the path of `name` on the PATH, or undefined. */
export async function onPath(name: string): Promise<string | undefined> {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  for (const directory of (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)) {
    for (const suffix of suffixes) {
      const file = path.join(directory, name + suffix);
      const found = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (found) return file;
    }
  }
  return undefined;
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** Gets what it prints, as it comes. */
  onOutput?: (chunk: string) => void;
  /** Maximum time, milliseconds. @default no limit */
  timeoutMs?: number;
}

/** Runs a program to its end. Returns what it printed on both streams. Throws with the last lines if it fails. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      signal: options.signal,
      timeout: options.timeoutMs,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Node refuses to run batch files (mvn.cmd) otherwise.
      shell: /\.(cmd|bat)$/i.test(command),
    });
    let printed = '';
    const collect = (chunk: Buffer): void => {
      printed += chunk.toString();
      options.onOutput?.(chunk.toString());
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(printed);
      const lastLines = printed.trim().split('\n').slice(-6).join('\n');
      const how = code === null ? `was ended by ${signal ?? 'a signal'}` : `failed with code ${code}`;
      reject(new Error(`${path.basename(command)} ${how}${lastLines ? `:\n${lastLines}` : ''}`));
    });
  });
}
