import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Report, withHeartbeat } from '../../dev/servers/report';
import { run } from '../../dev/servers/run';
import { fingerprint, prepareContext, STAND_INS } from './stand-ins';

const ROOT = path.join(__dirname, '../../..');
const OWN = 'heliograph:local';

/** What images are made with. */
interface Maker {
  /** Environment with the store. */
  env: NodeJS.ProcessEnv;
  report: Report;
}

/** Pulls each image of docker-compose.yml into Podman's store, or makes it. Returns a row for each. */
export async function makeImages(maker: Maker, isBuilt: boolean): Promise<[string, string][]> {
  const text = (name: string): Promise<string> => readFile(path.join(ROOT, name), 'utf8');
  const base = `docker.io/library/${/^ARG NODE_IMAGE=(.+)$/m.exec(await text('Dockerfile'))?.[1] ?? ''}`;
  if (!(await pull(base, maker))) {
    maker.report(`${base} is made of packages, because no registry answers`);
    await buildah(maker, 'sh', path.join(__dirname, '../image/base-image.sh'), path.posix.basename(base));
  }
  if (!isBuilt) await build(OWN, ['.'], maker);
  const rows: [string, string][] = [[OWN, isBuilt ? 'as it was' : 'built from the Dockerfile']];
  const names = Array.from(
    (await text('docker-compose.yml')).matchAll(/^ +image: ([\w./-]+:[\w.-]+)$/gm),
    ([, name = '']) => name,
  );
  for (const name of new Set(names)) rows.push([name, await haveImage(name, base, maker)]);
  return rows;
}

/** Returns how the image came. */
async function haveImage(name: string, base: string, maker: Maker): Promise<string> {
  const [repository = '', version = ''] = name.split(':');
  const full = `docker.io/${repository.includes('/') ? '' : 'library/'}${name}`;
  if (await pull(full, maker)) {
    await buildah(maker, 'buildah', 'tag', full, `localhost/${name}`);
    return 'pulled';
  }
  const standIn = STAND_INS[repository];
  if (!standIn) throw new Error(`${name} cannot be pulled, and there is no stand-in for it`);
  const label = `made-of=${await fingerprint(standIn, name, base)}`;
  const made = await buildah(maker, 'buildah', 'images', '--quiet', '--filter', `label=${label}`);
  if (made.trim() !== '') return `STAND-IN: ${standIn.says}`;
  const context = await mkdtemp(path.join(tmpdir(), 'heliograph-stand-in-'));
  try {
    const file = await prepareContext(standIn, version, context, maker.report);
    await build(name, ['--file', file, '--label', label, '--build-arg', `BASE=${base}`, context], maker);
  } finally {
    await rm(context, { recursive: true, force: true });
  }
  return `STAND-IN: ${standIn.says}`;
}

const buildah = ({ env }: Maker, command: string, ...args: string[]): Promise<string> =>
  run(command, args, { cwd: ROOT, env });

/** Returns whether the image is there, or can be pulled. */
async function pull(name: string, maker: Maker): Promise<boolean> {
  for (const args of [
    ['inspect', '--type', 'image', name],
    ['pull', name],
  ]) {
    const isThere = await buildah(maker, 'buildah', ...args).catch(() => undefined);
    if (isThere !== undefined) return true;
  }
  return false;
}

function build(name: string, args: string[], maker: Maker): Promise<string> {
  const options = ['--layers', '--pull-never', '--network', 'host', '--format', 'docker'];
  const work = () => buildah(maker, 'buildah', 'bud', ...options, '--tag', `localhost/${name}`, ...args);
  maker.report(`Building ${name}`);
  return withHeartbeat(maker.report, () => `still building ${name}`, work);
}
