import { spawn } from 'node:child_process';

/** The command that opens a file with the user's program, by platform; elsewhere `xdg-open`. */
const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** An opener that has not failed by then has found a browser, milliseconds. It may run for as long as the browser does. */
const FAILS_WITHIN_MS = 1_500;

/** Opens a file in the browser that BROWSER names, else in the user's. Returns false if there is none. */
export function openInBrowser(file: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [command = '', ...given] = env.BROWSER ? [env.BROWSER] : (OPENERS[process.platform] ?? ['xdg-open']);
  return new Promise((resolve) => {
    const child = spawn(command, [...given, file], { detached: true, stdio: 'ignore', env });
    const timer = setTimeout(() => resolve(true), FAILS_WITHIN_MS);
    const settle = (opened: boolean): void => {
      clearTimeout(timer);
      resolve(opened);
    };
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
    child.unref();
  });
}
