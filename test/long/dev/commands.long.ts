import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startAsNewcomer } from '../../../tools/scripts/newcomer';

/** Short forms of the commands that the documentation names and nothing else runs: they show that a command works, not what it measures. */
const ROOT = path.join(__dirname, '../../..');
const LIMIT_MS = 900_000;

/** As at a terminal: without the servers of this run of the tests. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:HELIOGRAPH_TEST_|JEST_|NODE_ENV$)/.test(name)),
);

/** Runs a command to its end. Returns what it printed on its output; throws with all of it if it fails. */
async function npmRun(name: string, args: string[], env: NodeJS.ProcessEnv = ENVIRONMENT): Promise<string> {
  const child = spawn('npm', ['run', '--silent', name, '--', ...args], { cwd: ROOT, env });
  let output = '';
  let all = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    all += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => (all += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`npm run ${name} ended with ${String(code)}:\n${all.slice(-8000)}`);
  return output;
}

test(
  'npm run screenshots',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'heliograph-screenshots-'));
    const started = await startAsNewcomer();
    try {
      await npmRun('screenshots', ['--to', folder], started.env);
      await started.stop();
    } finally {
      await started.clean();
    }
    const documented = readdirSync(path.join(ROOT, 'docs/images')).filter((name) => name.endsWith('.png'));
    expect(readdirSync(folder).sort()).toEqual(documented.sort());
    rmSync(folder, { recursive: true });
  },
  LIMIT_MS,
);

test('npm run test:bounces', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'heliograph-bounces-'));
  writeFileSync(path.join(folder, 'away.eml'), 'Auto-Submitted: auto-replied\n\nI am on holiday.\n');
  writeFileSync(path.join(folder, 'expected'), 'away.eml: auto_reply\n');
  const output = await npmRun('test:bounces', [folder, path.join(folder, 'expected'), '--all']);
  expect(output).not.toContain('expected ');
  rmSync(folder, { recursive: true });
});
