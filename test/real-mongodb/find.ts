import { locateMongo, MONGO_VERSION } from '../../tools/dev/servers/mongo';
import { onPath, run } from '../../tools/dev/servers/run';
import { serverSources } from '../../tools/dev/settings';

/** Where a test takes its real MongoDB from. */
export interface RealMongo {
  description: string;
  /** How a member of a replica set is started, ended the hard way, and removed. */
  member(options: { name: string; directory: string; port: number; set: string }): {
    first: CommandLine;
    /** After it was ended, over the same data. */
    again: CommandLine;
    kill?: () => Promise<unknown>;
    remove?: () => Promise<unknown>;
  };
}

interface CommandLine {
  command: string;
  args: string[];
}

const IMAGE = `mongo:${MONGO_VERSION}`;

/** Thrown when no real MongoDB can be had; the message says how to get one. */
export class NoRealMongoError extends Error {
  override name = 'NoRealMongoError';
}

/** The program that `MONGOD` names, a mongod on the PATH, the official download, or Docker; never the stand-in. */
export async function findRealMongo(env: NodeJS.ProcessEnv = process.env): Promise<RealMongo> {
  if (env.MONGOD) return programAt(env.MONGOD, 'MONGOD');
  const tried: string[] = [];
  for (const look of [onThePath, downloaded, inDocker])
    try {
      return await look();
    } catch (error) {
      tried.push(`  - ${error instanceof Error ? error.message.split('\n').join('\n    ') : String(error)}`);
    }
  throw new NoRealMongoError(
    [
      'No real MongoDB can be had on this machine, and the stand-in does not do for this:',
      ...tried,
      'Any one of these helps:',
      '  - install MongoDB (https://www.mongodb.com/docs/manual/installation/), or set MONGOD to the path of a mongod',
      '  - allow downloads from fastdl.mongodb.org (HTTPS_PROXY is honoured)',
      `  - install Docker on Linux, with the image ${IMAGE}`,
    ].join('\n'),
  );
}

async function programAt(command: string, from: string): Promise<RealMongo> {
  const printed = await run(command, ['--version'], { timeoutMs: 20_000 }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new NoRealMongoError(`${command} (from ${from}) does not run: ${why}. Name a mongod.`);
  });
  const version = /db version v(\S+)/.exec(printed)?.[1];
  if (!version) throw new NoRealMongoError(`${command} (from ${from}) does not say that it is a mongod`);
  return {
    description: `mongod ${version}, ${command}`,
    member: ({ directory, port, set }) => {
      const line = { command, args: ['--dbpath', directory, '--nounixsocket', ...argsOf(port, set)] };
      return { first: line, again: line };
    },
  };
}

async function onThePath(): Promise<RealMongo> {
  const command = await onPath('mongod');
  if (!command) throw new Error('no `mongod` on the PATH');
  return programAt(command, 'the PATH');
}

async function downloaded(): Promise<RealMongo> {
  const report = (line: string) => void process.stderr.write(`${line}\n`);
  const program = await locateMongo(report, { ...serverSources(), mongo: 'download' }).catch(() => {
    // The reason is reported by then.
    throw new Error(`no download of MongoDB ${MONGO_VERSION}`);
  });
  return programAt(program.launch({ port: 0, dataDirectory: '' }).command, 'the download');
}

async function inDocker(): Promise<RealMongo> {
  if (process.platform !== 'linux')
    throw new Error('Docker is used on Linux only: members share its network');
  const command = await onPath('docker');
  if (!command) throw new Error('no `docker` on the PATH');
  await run(command, ['info'], { timeoutMs: 20_000 });
  await run(command, ['pull', '--quiet', IMAGE], { timeoutMs: 600_000 });
  const docker = (...args: string[]) => run(command, args, { timeoutMs: 60_000 });
  return {
    description: `${IMAGE} in Docker`,
    member: ({ name, port, set }) => ({
      first: {
        command,
        args: ['run', '--name', name, '--network', 'host', IMAGE, 'mongod', ...argsOf(port, set)],
      },
      again: { command, args: ['start', '--attach', name] },
      kill: () => docker('kill', name),
      remove: () => docker('rm', '--force', '--volumes', name),
    }),
  };
}

function argsOf(port: number, set: string): string[] {
  return ['--replSet', set, '--port', String(port), '--bind_ip', '127.0.0.1', '--quiet'];
}
