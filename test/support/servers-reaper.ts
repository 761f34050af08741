import { spawn } from 'node:child_process';
import type { Running } from '../../tools/dev/servers/launch';

/** What the suite's servers leave for the teardown. */
export interface TestServers {
  directory: string;
  running: Running[];
  reaper?: Reaper;
}

export interface Reaper {
  /** This process is to be ended when we are gone. */
  watch(pid: number): void;
  /** Everything was ended in the proper way: there is nothing left to reap. */
  dismiss(): void;
}

/** Reads process ids from its input until that closes, which it does however the parent dies. */
const SCRIPT = `
  const [directory] = process.argv.slice(1);
  let input = '';
  process.stdin.on('data', (chunk) => { input += chunk; });
  process.stdin.on('end', () => {
    const lines = input.split('\\n').filter(Boolean);
    if (lines.includes('dismissed')) return;
    for (const pid of lines) { try { process.kill(Number(pid), 'SIGKILL'); } catch {} }
    setTimeout(() => require('node:fs').rmSync(directory, { recursive: true, force: true }), 500);
  });
`;

/** Ends the servers of a test run that was itself killed, and removes their files. */
export function startReaper(directory: string): Reaper {
  const child = spawn(process.execPath, ['-e', SCRIPT, directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A Ctrl-C is for the test run, not for what cleans up behind it.
    detached: true,
  });
  child.unref();
  return {
    watch: (pid) => void child.stdin.write(`${pid}\n`),
    dismiss: () => void child.stdin.end('dismissed\n'),
  };
}
