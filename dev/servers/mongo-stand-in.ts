import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { MongoLaunch } from './mongo';
import { withHeartbeat, type Report } from './report';
import { onPath, run } from './run';

const OLDEST_JAVA = 17;
const MAIN = path.join(__dirname, 'MongoStandIn.java');
const POM = path.join(__dirname, 'stand-in-pom.xml');

/** A Java that can run a source file; throws with the reason when there is none. */
export async function findJava(): Promise<{ command: string; version: number }> {
  const command = await onPath('java');
  if (!command) throw new Error('no `java` on the PATH');
  const modules = await run(command, ['--list-modules'], { timeoutMs: 20_000 });
  const version = Number(/java\.base@(\d+)/.exec(modules)?.[1] ?? 0);
  if (version < OLDEST_JAVA) throw new Error(`Java ${OLDEST_JAVA} or later is needed, this is ${version}`);
  if (!modules.includes('jdk.compiler')) throw new Error('this Java has no compiler: a JDK is needed');
  return { command, version };
}

/** Copies the stand-in's libraries into `directory`/lib with Maven. */
export async function fetchStandIn(directory: string, report: Report, signal?: AbortSignal): Promise<void> {
  const maven = await onPath('mvn');
  if (!maven) throw new Error('no `mvn` on the PATH');
  await copyFile(POM, path.join(directory, 'pom.xml'));
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
  const args = ['-B', '-q', goal, '-DoutputDirectory=lib', '-DincludeScope=runtime'];
  report('MongoDB: fetching a stand-in with Maven, once');
  await withHeartbeat(
    report,
    () => 'MongoDB: still fetching with Maven',
    () => run(maven, args, { cwd: directory, signal }),
  );
}

/** The command line of the stand-in. */
export function standInLaunch(
  java: string,
  libraries: string,
  { port, dataDirectory }: { port: number; dataDirectory: string },
): MongoLaunch {
  const directory = path.join(dataDirectory, 'mongo-stand-in');
  const classPath = path.join(libraries, 'lib', '*');
  return {
    command: java,
    args: ['-Xmx1g', '-cp', classPath, MAIN, String(port), path.join(directory, 'data.mv')],
    directory,
    uri: `mongodb://127.0.0.1:${port}`,
  };
}
