import { outside } from '../outside';

/**
 * `describe` for tests in a browser. Without one they are skipped on a developer's machine, and fail with what to install
 * where CI is set.
 */
export function inChromium(name: string, tests: () => void): void {
  const skips = outside.chromiumPath() === null && !process.env.CI;
  if (skips) describe.skip(`${name} (skipped: install Chromium or set CHROMIUM)`, tests);
  else describe(name, tests);
}
