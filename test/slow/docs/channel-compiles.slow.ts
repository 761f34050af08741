import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildToyChannel } from '../../support/toy-channel';

const run = promisify(execFile);
const ROOT = path.join(__dirname, '../../..');
const LIMIT_MS = 900_000;

let folder: string;
let written: string[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heliograph-channel-'));
  written = await buildToyChannel(folder);
}, LIMIT_MS);
afterAll(() => rm(folder, { recursive: true }));

/** Runs a program of the packages in the copy. Throws with its output if it fails. */
async function runs(program: string, ...args: string[]): Promise<string> {
  const bin = path.join(ROOT, 'node_modules', program);
  try {
    return (await run(process.execPath, [bin, ...args], { cwd: folder, maxBuffer: 1e8 })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

it(
  'the channel of docs/internals/adding-a-channel.md is formatted, and compiles with the service and the dashboard',
  async () => {
    await runs('prettier/bin/prettier.cjs', '--check', ...written);
    await run(process.execPath, ['--import', 'tsx', 'tools/scripts/openapi.ts'], { cwd: folder });
    await run(process.execPath, ['tools/scripts/api-types.mjs'], { cwd: folder });
    await Promise.all(
      ['tools/tsconfig.build.json', 'dashboard'].map((part) =>
        runs('typescript/bin/tsc', '-p', part, '--noEmit'),
      ),
    );
  },
  LIMIT_MS,
);
