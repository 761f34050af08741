import { runMany } from './broadcast/many';
import { manyText } from './broadcast/many-text';
import { runBroadcast } from './broadcast/run';
import { broadcastText } from './broadcast/text';
import { capacityText } from './capacity/text';
import { Cleanup } from './cleanup';
import { growthText, runGrowth } from './growth/run';
import { importsText, runImports } from './imports';
import { type Options, readOptions, UsageError } from './options';
import { asText } from './print';
import { run } from './run';
import { runWorkers, workersText } from './workers';
import { devSettings, SettingsError } from '../dev/settings';
import type { Report } from '../dev/servers/report';
import { LaunchError } from '../dev/servers/launch';
import { ServerNotFoundError } from '../dev/servers/locate';

/**
 * `npm run bench`: what a notification costs, compared with the least that Temporal needs.
 *
 * Absolute numbers say more about the machine than about the service. So the same run measures bare workflows (one
 * activity that does nothing) on the same server, and the result is a ratio. What makes the comparison fair:
 * - both keep the same number in progress, and their rounds alternate;
 * - both are started through the same client settings with their own ids and the same id policies;
 * - both have one worker process with the same limits and a bundle built beforehand;
 * - neither is polled: a send is complete after its mail has reached the sink and its final status is written (that time
 *   is read from the documents after the measurement), a bare workflow after its activity has run, which its worker
 *   reports over the IPC channel. What Temporal does for both after that (the workflow task that closes them) runs
 *   beside the next ones and costs both the same. Between two measurements nothing runs.
 * Everything else that a send needs counts against the service: HTTP, the API's own process, MongoDB, rendering, SMTP,
 * and also the bench's side of HTTP and SMTP, which share the processors.
 */
async function main(): Promise<number> {
  const options = readOptions();
  if (!options) return 0;
  if (options.capacity) {
    console.log(capacityText(options.capacity));
    return 0;
  }
  devSettings();
  const cleanup = new Cleanup();
  const stop = new AbortController();
  const report = (line: string): void => void process.stderr.write(`${line}\n`);
  const stopped = untilStopped(stop, report);
  try {
    const running = measured(options, cleanup, report, stop.signal);
    running.catch(() => undefined);
    const text = await Promise.race([running, stopped]);
    if (text === STOPPED) return 130;
    console.log(text);
    return 0;
  } finally {
    report('Stopping what was started');
    await cleanup.run();
  }
}

/** Runs the selected measurement. Returns its result as text. */
async function measured(
  options: Options,
  ...rest: [cleanup: Cleanup, report: Report, signal: AbortSignal]
): Promise<string> {
  const [result, text] = options.workers
    ? await runWorkers(options.workers, options, ...rest).then((all) => [all, workersText(all)] as const)
    : options.broadcast
      ? await runBroadcast(options.broadcast, options, ...rest).then(
          (all) => [all, broadcastText(all)] as const,
        )
      : options.audience
        ? await runMany(options.audience, options, ...rest).then((all) => [all, manyText(all)] as const)
        : options.growth
          ? await runGrowth(options, ...rest).then((growth) => [growth, growthText(growth)] as const)
          : options.imports
            ? await runImports(options.imports, options, ...rest).then(
                (all) => [all, importsText(all)] as const,
              )
            : await run(options, ...rest).then((all) => [all, asText(all)] as const);
  return options.json ? JSON.stringify(result, null, 2) : text;
}

const STOPPED = Symbol('stopped');

/** Resolves if the bench has to end: by a signal, or because npm's shell has ended. */
function untilStopped(stop: AbortController, report: (line: string) => void): Promise<typeof STOPPED> {
  return new Promise((resolve) => {
    const end = (by: string): void => {
      if (!stop.signal.aborted) report(`Ended by ${by}`);
      stop.abort();
      resolve(STOPPED);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal));
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && end('the end of its parent'), 300).unref();
  });
}

const EXPECTED = [UsageError, SettingsError, LaunchError, ServerNotFoundError];

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const expected = EXPECTED.some((type) => error instanceof type);
    console.error(expected ? (error as Error).message : error);
    process.exit(1);
  },
);
