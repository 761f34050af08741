import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  TestWorkflowEnvironment,
  type TimeSkippingTestWorkflowEnvironmentOptions,
} from '@temporalio/testing';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { serverSources } from '../settings';
import { makeOnce } from './cache';
import { locate } from './locate';
import { fetchWithMaven } from './maven';
import { findJava } from './mongo-stand-in';
import { freePort, portInUse } from './ports';
import type { Report } from './report';
import { onPath } from './run';

/** Incremented with each change of what is fetched. */
const BUILD = '1.31.0-4';
const POM = path.join(__dirname, 'time-skipping-pom.xml');
const MAIN = 'io.temporal.testserver.TestServer';
const ARCHIVE = 'classes.jsa';
/** The first compiler and the simple collector, because the server never runs for long. */
const LAUNCH = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const ARCHIVED_WITHIN_MS = 60_000;
const DOWNLOADS = 'https://temporal.download';
const REACHED_WITHIN_MS = 4_000;

type Server = NonNullable<TimeSkippingTestWorkflowEnvironmentOptions['server']>;

/** Temporal's test server, whose clock skips waits. */
export interface TimeSkippingServer {
  executable: NonNullable<Server['executable']>;
  description: string;
}

/**
 * Finds the time-skipping test server: on the PATH (`temporal-test-server`), in the cache, by the SDK's download, or from
 * Maven Central, to run on Java.
 */
export function locateTimeSkipping(report: Report, settings = serverSources()): Promise<TimeSkippingServer> {
  const downloads = path.join(settings.cacheDirectory, 'time-skipping-download');
  const built = path.join(settings.cacheDirectory, `time-skipping-${BUILD}-build`);
  const downloaded = (description: string): TimeSkippingServer => ({
    executable: { type: 'cached-download', downloadDir: downloads, ttl: '365 days' },
    description,
  });
  const onJava = (description: string): TimeSkippingServer => ({
    executable: { type: 'existing-path', path: path.join(built, 'run.sh') },
    description,
  });
  return locate<TimeSkippingServer>({
    label: 'Time-skipping Temporal',
    report,
    sources: [
      {
        name: 'path',
        obtain: async () => {
          const command = await onPath('temporal-test-server');
          if (!command) throw new Error('no `temporal-test-server` on the PATH');
          return { executable: { type: 'existing-path', path: command }, description: `found at ${command}` };
        },
      },
      {
        name: 'download',
        cached: async () =>
          (await readdir(downloads)).some((name) => name.startsWith('temporal-test-server'))
            ? downloaded('the downloaded release in the cache')
            : undefined,
        obtain: async () => {
          await reach(DOWNLOADS);
          await mkdir(downloads, { recursive: true });
          const found = downloaded('the official release, downloaded');
          await startOnce(found);
          return found;
        },
      },
      {
        name: 'build',
        cached: async () => {
          if (!existsSync(built)) return undefined;
          await findJava();
          return onJava('on Java, from the cache');
        },
        obtain: async () => {
          const { command } = await findJava();
          await makeOnce(built, report, (temporary) => build(temporary, command, report));
          return onJava('on Java, fetched with Maven');
        },
      },
    ],
    waysOut: [
      'put `temporal-test-server` (https://github.com/temporalio/sdk-java/releases) on the PATH',
      'allow downloads from temporal.download and github.com',
      'install a JDK 17 or later and Maven (not on Windows)',
    ],
  });
}

async function reach(url: string): Promise<void> {
  const agent = new EnvHttpProxyAgent({ connect: { timeout: REACHED_WITHIN_MS } });
  try {
    const signal = AbortSignal.timeout(2 * REACHED_WITHIN_MS);
    await (await fetch(url, { method: 'HEAD', dispatcher: agent, signal })).body?.cancel();
  } catch (error) {
    const { cause = error } = error as Error;
    throw new Error(`${new URL(url).host} cannot be reached: ${(cause as Error).message}`, { cause: error });
  } finally {
    await agent.destroy();
  }
}

/** Starts it once, because the SDK downloads it at its start. */
async function startOnce({ executable }: TimeSkippingServer): Promise<void> {
  const environment = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
  await environment.teardown();
}

/**
 * Stores the classes that Java has loaded in an archive (JEP 310), so the server starts in a quarter of the processor time.
 * If the archive is missing or of another Java, Java starts without it.
 */
async function archiveClasses(directory: string, java: string): Promise<void> {
  const port = await freePort();
  const args = [...LAUNCH, `-XX:ArchiveClassesAtExit=${ARCHIVE}`, '-cp', 'lib/*', MAIN, String(port)];
  const child = spawn(java, args, { cwd: directory, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const until = Date.now() + ARCHIVED_WITHIN_MS;
  while (child.exitCode === null && Date.now() < until && !(await portInUse(port))) await sleep(200);
  child.kill('SIGTERM');
  await ended;
}

async function build(directory: string, java: string, report: Report): Promise<void> {
  if (process.platform === 'win32') throw new Error('not on Windows');
  report('Time-skipping Temporal: fetching it with Maven, once; this takes less than a minute');
  await fetchWithMaven(POM, directory, { label: 'Time-skipping Temporal', report });
  await archiveClasses(directory, java);
  // Only the port, because with the option that the SDK adds, every workflow times out at once.
  const script = `#!/bin/sh
cd "$(dirname "$0")" && exec '${java}' ${LAUNCH.join(' ')} -XX:SharedArchiveFile=${ARCHIVE} -cp 'lib/*' ${MAIN} "$1"
`;
  await writeFile(path.join(directory, 'run.sh'), script, { mode: 0o755 });
}
