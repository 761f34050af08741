import { execFile } from 'node:child_process';
import type { Stack } from './stack';

/** Settings that make a worker one of a build of the stack's deployment. */
export const versioned = ({ name }: Stack, buildId: string): Record<string, string> => ({
  WORKER_DEPLOYMENT: name,
  WORKER_BUILD_ID: buildId,
});

/** `npm run worker:current`; what it said, and its exit code. */
export const makeCurrent = (
  stack: Stack,
  buildId: string,
  ...args: string[]
): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, ...stack.apiEnv, ...versioned(stack, buildId) };
    const command = ['--import', 'tsx', 'worker/set-current.ts', ...args];
    execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}`.trim() }),
    );
  });
