import { spawn } from 'node:child_process';
import path from 'node:path';
import { startReplicaSet } from '../support/replica-set';
import { findRealMongo, NoRealMongoError } from './find';

/**
 * `npm run test:real-mongodb`: the suite, and the randomized tests over one replica set, and then sends
 * through step-downs over another. Names of parts run those only. Exit code 1: a test failed; 2: no part was run.
 */

const ROOT = path.join(__dirname, '../..');
const STEP_DOWNS = 'step-downs';
/** The suite of each part (jest.config.js), and what Jest is told besides. */
const PARTS: Record<string, [suite: string, ...args: string[]]> = {
  suite: ['usual'],
  random: ['long', 'test/long/sequences/random'],
  chaos: ['slow', 'test/slow/sequences/random'],
  [STEP_DOWNS]: ['real-mongodb'],
};

async function main(asked: string[]): Promise<number> {
  const unknown = asked.filter((name) => !(name in PARTS));
  if (unknown.length > 0) {
    const known = Object.keys(PARTS).join(', ');
    process.stderr.write(`There is no part ${unknown.join(', ')}. The parts are ${known}.\n`);
    return 2;
  }
  const parts = asked.length > 0 ? asked : Object.keys(PARTS);
  const server = await findRealMongo();
  process.stdout.write(`MongoDB: a replica set of three, ${server.description}\n`);
  const failed: string[] = [];
  for (const part of parts) if (!(await runPart(part))) failed.push(part);
  process.stdout.write(
    failed.length > 0 ? `Failed: ${failed.join(', ')}\n` : `Passed: ${parts.join(', ')}\n`,
  );
  return failed.length > 0 ? 1 : 0;

  async function runPart(part: string): Promise<boolean> {
    process.stdout.write(`\n== ${part}\n`);
    // The step-downs are done to a replica set of that test's own.
    if (part === STEP_DOWNS) return jest(part, {});
    const set = await startReplicaSet(server);
    try {
      return await jest(part, { HELIOGRAPH_TEST_MONGODB_URI: set.uri });
    } finally {
      await set.stop();
    }
  }
}

function jest(part: string, env: Record<string, string>): Promise<boolean> {
  const [suite, ...args] = PARTS[part]!;
  const command = [path.join(ROOT, 'node_modules/jest/bin/jest.js'), ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, HELIOGRAPH_TEST_SUITE: suite, ...env },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof NoRealMongoError ? error.message : String(error)}\n`);
    process.exitCode = error instanceof NoRealMongoError ? 2 : 1;
  },
);
