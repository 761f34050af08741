type Command = [command: string, args: string[]];

/** Milliseconds that a test gives such commands. How long they take, the tests next to them decide. */
export const NICED_WITHIN_MS = 1_200_000;

/**
 * Returns a command with a lower priority, for `spawn` and `execFile`. Builds and whole walks of the documentation use every
 * core for minutes, and tests that measure time run next to them.
 */
export const niced = (command: string, args: readonly string[]): Command =>
  process.platform === 'win32' ? [command, [...args]] : ['nice', ['-n', '10', command, ...args]];
