import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { launch } from '../../dev/servers/launch';
import { freePort } from '../../dev/servers/ports';
import { onPath, run } from '../../dev/servers/run';
import { type Context, logOf, MissingProgramError } from './context';

const DEBIAN = '/usr/lib/postgresql';

/** A PostgreSQL with the user of Temporal. */
export interface PostgreSQL {
  pid: number;
  port: number;
  user: string;
  /** File with the password. */
  passwordFile: string;
  description: string;
}

/** Starts a new PostgreSQL, with a password as in docker-compose.yml. It refuses root, so root starts it as another user. */
export async function startPostgreSQL(context: Context): Promise<PostgreSQL> {
  const programs = await programsFolder();
  const account = await accountOf(programs);
  const user = 'temporal';
  const data = path.join(context.directory, 'postgresql');
  const passwordFile = path.join(context.directory, 'postgresql_password');
  await mkdir(data);
  await writeFile(passwordFile, randomBytes(16).toString('hex'), { mode: 0o600 });
  if (account.ids) for (const file of [data, passwordFile]) await chown(file, ...account.ids);
  await chmod(data, 0o700);

  const [initdb = '', ...initArgs] = account.prefix.concat(path.join(programs, 'initdb'));
  const options = [
    '--username',
    user,
    '--pwfile',
    passwordFile,
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
  ];
  await run(initdb, [...initArgs, '--pgdata', data, ...options], { cwd: '/', signal: context.signal });
  const port = await freePort();
  const [command = '', ...args] = account.prefix.concat(path.join(programs, 'postgres'));
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap((one) => ['-c', one]);
  const starting = launch({
    name: 'PostgreSQL',
    command,
    args: [...args, '-D', data, '-p', String(port), ...settings],
    cwd: '/',
    ownGroup: true,
    signal: context.signal,
    onSpawn: context.onSpawn,
    onOutput: logOf(context, 'postgresql'),
    ready: () => isReady(programs, port),
  });
  const { pid } = await context.cleanup.owned(starting, (running) => running.stop());
  const version = (await run(path.join(programs, 'postgres'), ['--version'])).trim();
  return { pid, port, user, passwordFile, description: version };
}

const isReady = (programs: string, port: number): Promise<boolean> =>
  run(path.join(programs, 'pg_isready'), ['--host', '127.0.0.1', '--port', String(port)]).then(() => true);

async function programsFolder(): Promise<string> {
  const releases = existsSync(DEBIAN) ? await readdir(DEBIAN) : [];
  const newest = releases.sort((one, other) => Number(other) - Number(one))[0];
  if (newest !== undefined) return path.join(DEBIAN, newest, 'bin');
  const initdb = await onPath('initdb');
  if (initdb) return path.dirname(initdb);
  throw new MissingProgramError(
    'PostgreSQL is not installed: there is no `initdb` in /usr/lib/postgresql or on the PATH. On Debian: apt-get install postgresql',
  );
}

/** Returns how a program is started as a user that PostgreSQL accepts, and the ids of that user. */
async function accountOf(programs: string): Promise<{ prefix: string[]; ids?: [number, number] }> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  for (const name of ['postgres', 'nobody']) {
    const uid = await run('id', ['-u', name]).catch(() => null);
    const gid = await run('id', ['-g', name]).catch(() => null);
    if (uid === null || gid === null) continue;
    const prefix = ['setpriv', `--reuid=${name}`, `--regid=${gid.trim()}`, '--clear-groups'];
    return { prefix, ids: [Number(uid), Number(gid)] };
  }
  throw new MissingProgramError(
    `${programs}/initdb refuses root, and there is no user postgres or nobody. Run this as another user.`,
  );
}
