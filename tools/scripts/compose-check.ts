import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../dev/servers/run';
import { serverSources } from '../dev/settings';
import { runAlone } from './compose/alone';
import { composeProgram } from './compose/compose';
import { makeImages } from './compose/images';
import { checkNeeds, MissingError } from './compose/needs';
import { dockerCommand, prepareNamespaces, startPodman } from './compose/podman-service';
import { makeStore } from './compose/podman-store';
import { Project } from './compose/project';
import { stepsOf } from './compose/steps';
import { MissingProgramError } from './topology/context';

const ROOT = path.join(__dirname, '../..');
const USAGE = `npm run compose:check     runs docker-compose.yml as it is, by Docker, or else by Podman with a store and a network of its own
  --small                 with deploy/small/compose.yml
  --list                  prints the steps
  --no-build              takes the image heliograph:local of the last run
  --until NAME            ends after the first step whose name has NAME, and removes everything
Logs are in .data/compose-check.`;
/** Set for the process in the namespaces of its own: the folder of this run. */
const INSIDE = 'HELIOGRAPH_COMPOSE_CHECK_FOLDER';

/** What is tried. */
interface Tried {
  isSmall: boolean;
  /** Part of the name of the last step. */
  last: string | undefined;
}

const report = (line: string): void => console.error(line);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      ...{ list: { type: 'boolean' }, until: { type: 'string' } },
      ...{ small: { type: 'boolean' }, 'no-build': { type: 'boolean' }, help: { type: 'boolean' } },
    },
  });
  const tried: Tried = { isSmall: values.small === true, last: values.until };
  if (values.help || values.list) {
    console.log(
      values.list
        ? stepsOf(tried.isSmall)
            .map(({ name }) => name)
            .join('\n')
        : USAGE,
    );
    return 0;
  }
  const inside = process.env[INSIDE];
  if (inside) return onPodman(inside, tried);
  const release = await runAlone(serverSources().cacheDirectory);
  const folder = await mkdtemp(path.join(tmpdir(), 'heliograph-compose-'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(130);
    });
  try {
    if (await answers()) {
      await run('docker', ['compose', 'build'], { cwd: ROOT });
      const versions = await Promise.all(
        [['--version'], ['compose', 'version']].map((args) => run('docker', args)),
      );
      const project = await Project.make(folder, process.env, tried.isSmall);
      return await tryAll(project, versions.join(', ').replaceAll('\n', ''), tried);
    }
    await checkNeeds();
    const { env } = await makeStore(folder);
    await composeProgram(report);
    const rows = await makeImages({ env, report }, values['no-build'] === true);
    console.log(table(rows));
    return await inNamespaces(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await release();
  }
}

const answers = (): Promise<boolean> =>
  run('docker', ['compose', 'version'])
    .then(() => run('docker', ['info']))
    .then(
      () => true,
      () => false,
    );

/** Runs this program again where only it is: all that it starts ends with it. */
function inNamespaces(folder: string): Promise<number> {
  const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  // The first process of a namespace has to wait for orphans: a shell does.
  const command = [process.execPath, ...process.execArgv, __filename, ...process.argv.slice(2)];
  const child = spawn('unshare', [...own, 'sh', '-c', '"$@"; exit $?', 'sh', ...command], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: folder },
  });
  process.on('exit', () => child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function onPodman(folder: string, tried: Tried): Promise<number> {
  const store = await makeStore(folder);
  await prepareNamespaces();
  await startPodman(store, folder);
  // What a run left that was killed.
  for (const what of [['rm'], ['volume', 'rm']])
    await run('podman', [...what, '--all', '--force'], { env: store.env });
  const { command, version: compose } = await composeProgram(report);
  const bin = await dockerCommand(folder, command);
  const env = { ...store.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` };
  const version = (await run('podman', ['--version'])).trim();
  const project = await Project.make(folder, env, tried.isSmall);
  return tryAll(project, `${version}, Compose ${compose}`, tried);
}

/** Runs the steps in their order, and ends at the first that fails. Returns the exit code. */
async function tryAll(project: Project, engine: string, { isSmall, last }: Tried): Promise<number> {
  console.log(
    `${engine}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadavg()[0]?.toFixed(1)}`,
  );
  try {
    for (const { name, run: step } of stepsOf(isSmall)) {
      const begun = Date.now();
      const line = (verdict: string, text: string): string =>
        `${verdict}  ${`${Math.round((Date.now() - begun) / 1000)} s`.padStart(6)}  ${name}: ${text}`;
      try {
        const said = await step(project);
        console.log(line('passed', said));
      } catch (error) {
        console.log(line('FAILED', (error as Error).message));
        await writeFile(path.join(project.logs, 'ps.txt'), await project.compose('ps', '--all'));
        await writeFile(path.join(project.logs, 'logs.txt'), await project.compose('logs', '--no-color'));
        console.log(`The logs of the containers are in ${path.relative(ROOT, project.logs)}`);
        return 1;
      }
      if (last && name.includes(last)) return 0;
    }
    return 0;
  } finally {
    await project.compose('--profile', 'cli', 'down', '--volumes', '--timeout', '20').catch(() => undefined);
  }
}

function table(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n');
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isPlain = error instanceof MissingError || error instanceof MissingProgramError;
    console.error(isPlain ? error.message : error);
    process.exit(1);
  },
);
