import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeOnce } from './cache';
import { fetchWithMaven } from './maven';
import type { Report } from './report';
import { onPath, run } from './run';

/** Where a server listens and stores. */
export interface LaunchOptions {
  port: number;
  dataDirectory: string;
  /** Name of a replica set. Only the stand-in has one. */
  set?: string;
}

/** How to start a server on a port, with its files in its own folder under `dataDirectory`. */
export interface MongoLaunch {
  command: string;
  args: string[];
  /** Must exist before the start. */
  directory: string;
  uri: string;
}

/** Folder of its libraries in the cache. */
export const STAND_IN_PLACE = 'mongo-java-server-1.47.0-build';
const OLDEST_JAVA = 17;
const MAIN = 'MongoStandIn';
const SOURCES = [
  MAIN,
  ...['DocumentType', 'FirstMatch', 'IndexRules', 'OrderedIndex', 'PartialIndex', 'ReplicaSet'],
  ...['UniqueIndex', 'UpdateCommand', 'UpdateStatement'],
].map((name) => path.join(__dirname, `${name}.java`));
const POM = path.join(__dirname, 'stand-in-pom.xml');

/** Returns a Java that can compile. Throws with the reason if there is none. */
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
  report('MongoDB: fetching a stand-in with Maven, once; this takes less than a minute');
  await fetchWithMaven(POM, directory, { label: 'MongoDB', report, signal });
}

/** Compiles the stand-in beside its libraries, once per source and Java. Returns the folder of the classes. */
export async function compileStandIn(
  java: { command: string; version: number },
  libraries: string,
  report: Report,
): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) hash.update(await readFile(source));
  const classes = `${libraries}-classes-${java.version}-${hash.digest('hex').slice(0, 12)}`;
  await makeOnce(classes, report, async (temporary) => {
    const lib = path.join(libraries, 'lib');
    const jars = (await readdir(lib)).map((name) => path.join(lib, name)).join(path.delimiter);
    const compiler = ['-m', 'jdk.compiler/com.sun.tools.javac.Main', '-cp', jars];
    await run(java.command, [...compiler, '-d', temporary, ...SOURCES]);
  });
  return classes;
}

/** Returns the command line of the stand-in. With `set` it is the only member of a replica set of that name. */
export function standInLaunch(
  java: string,
  { libraries, classes }: { libraries: string; classes: string },
  { port, dataDirectory, set }: LaunchOptions,
): MongoLaunch {
  const directory = path.join(dataDirectory, 'mongo-stand-in');
  const classPath = [classes, path.join(libraries, 'lib', '*')].join(path.delimiter);
  return {
    command: java,
    args: [
      '-Xmx1g',
      '-cp',
      classPath,
      MAIN,
      String(port),
      path.join(directory, 'data.mv'),
      ...(set ? [set] : []),
    ],
    directory,
    uri: `mongodb://127.0.0.1:${port}`,
  };
}
