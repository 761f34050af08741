import './outside';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Cleanup } from '../../tools/bench/cleanup';
import { runBroadcastChaos } from './broadcast';
import { broadcastTable } from './broadcast-table';
import { asTable } from './figures';
import { commandOf, readOptions, UsageError } from './options';
import { run } from './run';

/**
 * `npm run chaos`: notifications through every kind of provider and sequence, while what they need is killed, hung and
 * restarted at random. It checks each of them afterwards, and fails if one is lost, doubled, or not as its status says.
 */
async function main(): Promise<number> {
  const options = readOptions();
  if (!options) return 0;
  const folder = await mkdtemp(path.join(tmpdir(), 'heliograph-chaos-'));
  const again = commandOf(options);
  const from = Date.now();
  const report = (line: string): void =>
    void process.stderr.write(`${((Date.now() - from) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
  report(`seed ${options.seed}, logs in ${folder}; ${again} repeats it`);
  const cleanup = new Cleanup();
  const stop = new AbortController();
  const stopped = new Promise<null>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        stop.abort();
        resolve(null);
      });
  });
  try {
    const context = { cleanup, report, signal: stop.signal };
    const running =
      options.broadcast === undefined
        ? run(options, folder, context).then(({ figures, violations }) => ({
            table: asTable(figures),
            lines: violations.map(({ kind, what }) => `${kind}: ${what}`),
          }))
        : runBroadcastChaos(options, folder, context).then((outcome) => ({
            table: broadcastTable(outcome),
            lines: outcome.wrong,
          }));
    running.catch(() => undefined);
    const outcome = await Promise.race([running, stopped]);
    if (!outcome) return 130;
    const { table, lines } = outcome;
    console.log(`\n${table}\n`);
    if (lines.length === 0) return 0;
    await writeFile(path.join(folder, 'violations.txt'), lines.join('\n'));
    console.log(`${lines.slice(0, 20).join('\n')}\n`);
    console.log(`${lines.length} violations, all of them in ${folder}/violations.txt.`);
    console.log(`Look for the ids in the logs: grep ID ${folder}/*.log. To repeat it: ${again}`);
    return 1;
  } finally {
    report('Stopping what was started');
    await cleanup.run();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof UsageError ? error.message : error);
    process.exit(1);
  },
);
