import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onPath, run } from '../../dev/servers/run';
import { type Report, withHeartbeat } from '../../dev/servers/report';

const ROOT = path.join(__dirname, '../../..');
const TAG = 'heliograph:check';
const BUILDING = () => 'still building the image';

/** Builds an image and runs its processes. */
export interface Engine {
  /** What it is, and what it cannot show. */
  description: string;
  build(report: Report): Promise<void>;
  /** Returns the bytes that a registry sends of the image: its layers, compressed. */
  compressedBytes(): Promise<number>;
  /** Returns the command that runs a process of the image with its user, on the network of this machine. */
  commandFor(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): { command: string; args: string[] };
  /** Whether a signal to that command reaches the process. If not, the process itself has to get it. */
  passesSignals: boolean;
  /** Removes what the processes left. */
  clean(): Promise<void>;
}

/** Thrown if nothing here can build an image. The message says what to install. */
export class NoEngineError extends Error {
  override name = 'NoEngineError';
}

/** Returns Docker or Podman, if they can start containers, or else buildah, which needs no engine. */
export async function findEngine(): Promise<Engine> {
  for (const name of ['docker', 'podman'])
    if ((await onPath(name)) && (await works(name, ['info'])) && (await startsContainers(name)))
      return container(name);
  if ((await onPath('buildah')) && (await onPath('debootstrap'))) return buildah();
  throw new NoEngineError(
    'Nothing here builds an image: Docker does not answer, and Podman is missing or may not start containers. Start Docker, or install buildah and debootstrap (Debian: apt-get install buildah debootstrap) and run this as root.',
  );
}

const works = (command: string, args: string[], env = process.env): Promise<boolean> =>
  run(command, args, { env }).then(
    () => true,
    () => false,
  );

/**
 * Returns whether an engine may start containers. Podman answers `info` also if the kernel refuses it the limits that each
 * container gets. In an empty one nothing can be run, which it reports after it was allowed to start.
 */
async function startsContainers(name: string): Promise<boolean> {
  if (name === 'docker') return true;
  const empty = await mkdtemp(path.join(tmpdir(), 'heliograph-empty-'));
  try {
    return await run(name, ['run', '--rm', '--network', 'none', '--rootfs', empty, 'true']).then(
      () => true,
      (error: unknown) => String(error).includes('not found'),
    );
  } finally {
    await rm(empty, { recursive: true, force: true });
  }
}

const settingsOf = (env: Readonly<Record<string, string>>): string[] =>
  Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

/** Docker or Podman: the processes run as in docker-compose.yml, with read-only files and without capabilities. */
function container(name: string): Engine {
  const contained = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];
  const started = ['run', '--rm', '--network', 'host', ...contained, '--security-opt', 'no-new-privileges'];
  return {
    description: name,
    passesSignals: true,
    build: async (report) => {
      await withHeartbeat(report, BUILDING, () => run(name, ['build', '--tag', TAG, '.'], { cwd: ROOT }));
    },
    compressedBytes: async () => Number(await run('sh', ['-c', `${name} save ${TAG} | gzip | wc -c`])),
    commandFor: (args, env) => ({
      command: name,
      args: [...started, '--memory', '1g', ...settingsOf(env), TAG, ...args],
    }),
    clean: () => Promise.resolve(),
  };
}

/** Without an engine. If no registry can be reached, the base image is made of packages. */
function buildah(): Engine {
  const own = { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };
  const env = { ...process.env, ...own };
  const ask = (...args: string[]) => run('buildah', args, { cwd: ROOT, env });
  let made = '';
  const haveBase = async (report: Report): Promise<void> => {
    const base =
      /^ARG NODE_IMAGE=(.+)$/m.exec(await readFile(path.join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '';
    const name = `docker.io/library/${base}`;
    for (const args of [
      ['inspect', '--type', 'image', name],
      ['pull', name],
    ])
      if (await works('buildah', args, env)) return;
    report(`${base} is made of packages, because no registry answers`);
    await run('sh', [path.join(__dirname, 'base-image.sh'), base], { cwd: ROOT, env });
  };
  return {
    passesSignals: false,
    description: 'buildah without an engine: files can be written, and nothing is limited',
    build: (report) =>
      withHeartbeat(report, BUILDING, async () => {
        await haveBase(report);
        await ask(
          'bud',
          '--layers',
          '--pull-never',
          '--network',
          'host',
          '--format',
          'docker',
          '--tag',
          TAG,
          '.',
        );
        made = (await ask('from', '--pull-never', `localhost/${TAG}`)).trim().split('\n').at(-1) ?? '';
      }),
    compressedBytes: async () => {
      const directory = await mkdtemp(path.join(tmpdir(), 'heliograph-layers-'));
      try {
        await ask('push', '--quiet', `localhost/${TAG}`, `oci:${directory}:check`);
        const blobs = path.join(directory, 'blobs/sha256');
        const sizes = (await readdir(blobs)).map(async (blob) => (await stat(path.join(blobs, blob))).size);
        return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
    commandFor: (args, settings) => ({
      command: 'env',
      args: [
        ...settingsOf(own).filter((word) => word !== '--env'),
        ...[
          'buildah',
          'run',
          '--network',
          'host',
          ...settingsOf(settings),
          made,
          '--',
          'tini',
          '--',
          ...args,
        ],
      ],
    }),
    clean: async () => {
      if (made !== '') await ask('rm', made);
    },
  };
}
