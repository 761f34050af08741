import { existsSync } from 'node:fs';
import path from 'node:path';
import { MongoBinaryDownloadUrl } from 'mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl';
import { getOS } from 'mongodb-memory-server-core/lib/util/getos';
import { serverSources, type SourceName } from '../settings';
import { makeOnce } from './cache';
import { downloadProgram } from './download';
import { locate } from './locate';
import {
  compileStandIn,
  fetchStandIn,
  findJava,
  type LaunchOptions,
  type MongoLaunch,
  STAND_IN_PLACE,
  standInLaunch,
} from './mongo-stand-in';
import type { Report } from './report';
import { onPath, run } from './run';

/** The release that is downloaded. */
export const MONGO_VERSION = '8.2.6';
/** The oldest version that the driver supports. */
const OLDEST = 4.4;
const PROGRAM = process.platform === 'win32' ? 'mongod.exe' : 'mongod';

/** A MongoDB server, or the stand-in. */
export interface MongoProgram {
  source: SourceName;
  description: string;
  launch(options: LaunchOptions): MongoLaunch;
}

/** Finds a MongoDB: mongod on the PATH, in the cache, by download, or the stand-in from Maven Central. */
export function locateMongo(
  report: Report,
  settings = serverSources(),
  signal?: AbortSignal,
): Promise<MongoProgram> {
  const downloaded = path.join(
    settings.cacheDirectory,
    `mongod-${MONGO_VERSION}-${process.platform}-${process.arch}-download`,
  );
  const standIn = path.join(settings.cacheDirectory, STAND_IN_PLACE);

  return locate<MongoProgram>({
    label: 'MongoDB',
    report,
    signal,
    only: settings.mongo,
    sources: [
      {
        name: 'path',
        obtain: async () => {
          const command = await onPath('mongod');
          if (!command) throw new Error('no `mongod` on the PATH');
          return mongod(command, 'path', `found on the PATH (${command})`);
        },
      },
      {
        name: 'download',
        cached: async () =>
          existsSync(downloaded)
            ? mongod(path.join(downloaded, PROGRAM), 'download', 'the downloaded release in the cache')
            : undefined,
        obtain: async () => {
          const url = await releaseUrl();
          await makeOnce(downloaded, report, async (temporary) => {
            const archive = { label: 'MongoDB', url, checksumUrl: `${url}.sha256`, program: PROGRAM };
            await downloadProgram(archive, temporary, report, signal);
            await mongod(path.join(temporary, PROGRAM), 'download', 'downloaded');
          });
          return mongod(path.join(downloaded, PROGRAM), 'download', 'the official release, downloaded');
        },
      },
      {
        name: 'build',
        cached: async () =>
          existsSync(standIn) ? standInProgram(standIn, 'from the cache', report) : undefined,
        obtain: async () => {
          await findJava();
          await makeOnce(standIn, report, (temporary) => fetchStandIn(temporary, report, signal));
          return standInProgram(standIn, 'from the Maven repository', report);
        },
      },
    ],
    waysOut: [
      'install MongoDB (https://www.mongodb.com/docs/manual/installation/) so that `mongod` is on the PATH',
      'set MONGODB_URI to the address of a MongoDB that runs already, e.g. mongodb://host:27017/heliograph',
      'allow downloads from fastdl.mongodb.org (HTTPS_PROXY is honoured)',
      'install a JDK 17 or later and Maven, with a Maven repository it can reach',
    ],
  });
}

async function mongod(command: string, source: SourceName, how: string): Promise<MongoProgram> {
  const printed = await run(command, ['--version'], { timeoutMs: 20_000 });
  const version = /db version v(\S+)/.exec(printed)?.[1] ?? 'unknown';
  if (Number.parseFloat(version) < OLDEST) {
    throw new Error(`${command} is version ${version}; ${OLDEST} or later is needed`);
  }
  return {
    source,
    description: `${how}, mongod ${version}`,
    launch({ port, dataDirectory }) {
      const directory = path.join(dataDirectory, 'mongod');
      const args = ['--dbpath', directory, '--port', String(port), '--bind_ip', '127.0.0.1', '--quiet'];
      if (process.platform !== 'win32') args.push('--nounixsocket');
      return { command, args, directory, uri: `mongodb://127.0.0.1:${port}` };
    },
  };
}

async function standInProgram(libraries: string, how: string, report: Report): Promise<MongoProgram> {
  const java = await findJava();
  const classes = await compileStandIn(java, libraries, report);
  return {
    source: 'build',
    description: `mongo-java-server on Java ${java.version}, ${how}; it stands in for MongoDB`,
    launch: (options) => standInLaunch(java.command, { libraries, classes }, options),
  };
}

async function releaseUrl(): Promise<string> {
  try {
    return await new MongoBinaryDownloadUrl({
      version: MONGO_VERSION,
      platform: process.platform,
      arch: process.arch,
      os: await getOS(),
    }).getDownloadUrl();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`there is no release for this system: ${reason}`, { cause: error });
  }
}
