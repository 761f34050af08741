import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compileStandIn, fetchStandIn, findJava, STAND_IN_PLACE } from '../../dev/servers/mongo-stand-in';
import { makeOnce } from '../../dev/servers/cache';
import type { Report } from '../../dev/servers/report';
import { run } from '../../dev/servers/run';
import { locateTemporal } from '../../dev/servers/temporal';
import { serverSources } from '../../dev/settings';
import { goPrograms } from '../topology/go-programs';
import { temporalPrograms } from '../topology/temporal-programs';

const ROOT = path.join(__dirname, '../../..');
const HERE = path.join(__dirname, 'stand-ins');
const SERVERS = path.join(ROOT, 'tools/dev/servers');

/** How an image is made if it cannot be pulled. */
interface StandIn {
  /** What it is. */
  says: string;
  /** Folder with its files, and the name of its Containerfile. */
  folder: string;
  file?: string;
  /** Adds the programs to the build's folder. */
  fill?: (context: string, version: string, report: Report) => Promise<void>;
}

/** By the image's name in docker-compose.yml, without its version. */
export const STAND_INS: Readonly<Record<string, StandIn>> = {
  mongo: {
    says: 'the Java stand-in of npm start, with users, key file and set in front of it',
    folder: 'mongo',
    fill: fillMongo,
  },
  postgres: { says: "PostgreSQL of the base image's Debian", folder: 'postgres' },
  'temporalio/server': {
    says: 'the server of this version, built from its Go module',
    folder: 'temporal',
    file: 'server.Containerfile',
    fill: fillTemporal,
  },
  'temporalio/admin-tools': {
    says: 'the schema tool of this version and the command line of npm start, built from their Go modules',
    folder: 'temporal',
    file: 'admin-tools.Containerfile',
    fill: fillTemporal,
  },
  'temporalio/ui': {
    says: 'the UI of this version, built from its Go module',
    folder: 'temporal',
    file: 'ui.Containerfile',
    fill: fillUi,
  },
  'axllent/mailpit': {
    says: 'Mailpit of this version, built from its Go module, without its pages',
    folder: 'mailpit',
    fill: fillMailpit,
  },
};

/** Returns what changes with everything that the image of a stand-in is made of. */
export async function fingerprint({ folder }: StandIn, ...names: string[]): Promise<string> {
  const hash = createHash('sha256').update(names.join(' '));
  const folders = [path.join(HERE, folder), ...(folder === 'mongo' ? [SERVERS] : [])];
  for (const one of folders)
    for (const file of (await readdir(one, { withFileTypes: true })).filter((entry) => entry.isFile()))
      hash.update(await readFile(path.join(one, file.name)));
  return hash.digest('hex').slice(0, 16);
}

/** Copies what the stand-in's image is built from into a folder. Returns the path of its Containerfile. */
export async function prepareContext(
  { folder, file = 'Containerfile', fill }: StandIn,
  version: string,
  context: string,
  report: Report,
): Promise<string> {
  await cp(path.join(HERE, folder), context, { recursive: true });
  await fill?.(context, version, report);
  return path.join(context, file);
}

async function fillMongo(context: string, _version: string, report: Report): Promise<void> {
  const java = await findJava();
  const libraries = path.join(serverSources().cacheDirectory, STAND_IN_PLACE);
  await makeOnce(libraries, report, (temporary) => fetchStandIn(temporary, report));
  const classes = await compileStandIn(java, libraries, report);
  await mkdir(path.join(context, 'java'));
  await cp(path.join(libraries, 'lib'), path.join(context, 'java/lib'), { recursive: true });
  await cp(classes, path.join(context, 'java/classes'), { recursive: true });
  const { version } = JSON.parse(await readFile(require.resolve('mongodb/package.json'), 'utf8')) as {
    version: string;
  };
  await writeFile(path.join(context, 'package.json'), '{}');
  await run('npm', ['install', '--no-audit', '--no-fund', `mongodb@${version}`], { cwd: context });
}

async function fillTemporal(context: string, _version: string, report: Report): Promise<void> {
  const { directory } = await temporalPrograms(ROOT, report);
  const { command } = await locateTemporal(report);
  await cp(directory, context, { recursive: true });
  await cp(command, path.join(context, 'temporal'));
}

async function fillUi(context: string, version: string, report: Report): Promise<void> {
  const module = 'github.com/temporalio/ui-server/v2';
  const directory = await goPrograms(
    { name: 'temporal-ui', module, version: version, programs: { 'ui-server': 'cmd/server' } },
    report,
  );
  await cp(path.join(directory, 'ui-server'), path.join(context, 'ui-server'));
  const sources = await run('go', ['list', '-m', '-f', '{{.Dir}}', module], {
    cwd: directory,
    env: { ...process.env, GOFLAGS: '-mod=mod' },
  });
  await cp(path.join(sources.trim(), 'config/docker.yaml'), path.join(context, 'docker.yaml'));
}

async function fillMailpit(context: string, version: string, report: Report): Promise<void> {
  const directory = await goPrograms(
    {
      name: 'mailpit',
      module: 'github.com/axllent/mailpit',
      version: version.replace(/^v/, ''),
      programs: { mailpit: '' },
    },
    report,
  );
  await cp(path.join(directory, 'mailpit'), path.join(context, 'mailpit'));
}
