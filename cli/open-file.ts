import { spawn } from 'node:child_process';

/** The command that opens a file with the user's program, by platform; elsewhere `xdg-open`. */
const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/**
 * Opens a file in the browser that BROWSER names, else in the user's. Returns false if there is none. It waits only until the
 * browser has been started.
 */
export function openInBrowser(file: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [command = '', ...given] = env.BROWSER ? [env.BROWSER] : (OPENERS[process.platform] ?? ['xdg-open']);
  return new Promise((resolve) => {
    const child = spawn(command, [...given, file], { detached: true, stdio: 'ignore', env });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
