type Command = [command: string, args: string[]];

/**
 * Returns a command with a lower priority, for `spawn` and `execFile`. Builds and whole walks of the documentation use every
 * core for minutes, and tests that measure time run next to them.
 */
export const niced = (command: string, args: readonly string[]): Command =>
  process.platform === 'win32' ? [command, [...args]] : ['nice', ['-n', '10', command, ...args]];
