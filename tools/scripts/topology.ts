import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Cleanup } from '../bench/cleanup';
import { newRecipient } from '../bench/kinds';
import { verify } from '../bench/verify';
import { LaunchError } from '../dev/servers/launch';
import { ServerNotFoundError } from '../dev/servers/locate';
import { run } from '../dev/servers/run';
import { startReaper } from '../../test/support/servers-reaper';
import { CHECKS, checksOf, runCheck } from './topology/checks';
import { type Context, MissingProgramError } from './topology/context';
import { measureService } from './topology/measure';
import { bringUp, type Topology } from './topology/up';

const ROOT = path.join(__dirname, '../..');
const USAGE = `npm run topology            runs the topology of docker-compose.yml without an engine: Temporal's production server on
                            PostgreSQL, MongoDB, API and worker from dist; tries and measures it, and ends it
npm run topology -- up      leaves it up until Ctrl-C
  --only LIST               of the checks ${CHECKS.map(({ name }) => name).join(', ')} only these, separated by commas; "none": only its own send
  --files PATTERN           of the tests only the files whose paths match it
  --temporal VERSION        another version of Temporal than that of docker-compose.yml
  --no-build                takes dist as it is
It needs Go, PostgreSQL's server programs, and what npm start needs. Logs are in .data/topology.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ only: { type: 'string' }, files: { type: 'string' }, temporal: { type: 'string' } },
      ...{ 'no-build': { type: 'boolean' }, help: { type: 'boolean' } },
    },
  });
  const isUp = positionals.length === 1 && positionals[0] === 'up';
  if (values.help || (positionals.length > 0 && !isUp)) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const cleanup = new Cleanup();
  const stop = new AbortController();
  const report = (line: string): void => console.error(line);
  const stopped = new Promise<'stopped'>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        stop.abort();
        resolve('stopped');
      });
  });
  try {
    const context = await contextOf(cleanup, stop.signal, report);
    const wanted = checksOf(values.only, values.files);
    const working = (async () => {
      if (!values['no-build']) {
        report('Building dist');
        await run('npm', ['run', 'build'], { cwd: ROOT, signal: stop.signal });
      }
      const topology = await bringUp(context, values.temporal);
      return isUp ? leaveUp(topology) : tryIt(context, topology, wanted);
    })();
    working.catch(() => undefined);
    const code = await Promise.race([working, stopped]);
    return code === 'stopped' ? 130 : code;
  } finally {
    report('Ending what was started');
    await cleanup.run();
  }
}

async function contextOf(
  cleanup: Cleanup,
  signal: AbortSignal,
  report: (line: string) => void,
): Promise<Context> {
  const directory = await mkdtemp(path.join(tmpdir(), 'heliograph-topology-'));
  // PostgreSQL's user has to reach its folder.
  await chmod(directory, 0o711);
  cleanup.later(() => rm(directory, { recursive: true, force: true }));
  const logs = path.join(ROOT, '.data/topology', new Date().toISOString().replaceAll(':', ''));
  await mkdir(logs, { recursive: true });
  report(`Logs: ${path.relative('', logs)}`);
  const reaper = startReaper(directory);
  cleanup.later(async () => reaper.dismiss());
  return { root: ROOT, directory, logs, cleanup, report, signal, onSpawn: reaper.watch };
}

/** Resolves never: a signal ends it. */
function leaveUp({ url, adminUrl, adminKey, servers }: Topology): Promise<number> {
  console.log(`It is up until Ctrl-C.
  API        ${url}
  dashboard  ${adminUrl}/dashboard
  admin key  ${adminKey}
  Temporal   ${servers.temporalAddress}, namespace ${servers.namespace}
  MongoDB    ${servers.mongoUri}`);
  return new Promise(() => undefined);
}

/** Tries and measures it. Returns the exit code. */
async function tryIt(
  context: Context,
  topology: Topology,
  wanted: ReturnType<typeof checksOf>,
): Promise<number> {
  const { stack, servers, described } = topology;
  const { report } = context;
  const rows = [...described];
  const to = newRecipient();
  const accepted = await stack.service.send(to);
  const arrivedAt = await stack.mail.mails.of(to);
  await verify(stack, [accepted]);
  rows.push(['a send', `arrived after ${Math.round(arrivedAt - accepted.sentAt)} ms, and is completed`]);
  report('Measuring');
  rows.push(...(await measureService(topology, report)));
  let failed = 0;
  for (const check of wanted) {
    report(`Running npm run ${check.script} on it`);
    const { name, passed, text } = await runCheck(context, check, servers);
    if (!passed) failed += 1;
    rows.push([name, text]);
  }
  console.log(tableOf(rows));
  return failed === 0 ? 0 : 1;
}

function tableOf(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const indent = ' '.repeat(width + 2);
  return rows
    .map(([name, text]) => `${name.padEnd(width)}  ${text.replaceAll('\n', `\n${indent}`)}`)
    .join('\n');
}

const EXPECTED = [MissingProgramError, ServerNotFoundError, LaunchError];

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(EXPECTED.some((type) => error instanceof type) ? (error as Error).message : error);
    process.exit(1);
  },
);
