import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeOnce } from '../../dev/servers/cache';
import { type Report, withHeartbeat } from '../../dev/servers/report';
import { onPath, run } from '../../dev/servers/run';
import { serverSources } from '../../dev/settings';
import { MissingProgramError } from './context';

const MODULE = 'go.temporal.io/server';
/** The image's name of each program, by its package. */
const PROGRAMS = { 'temporal-server': 'cmd/server', 'temporal-sql-tool': 'cmd/tools/sql' } as const;

/** Temporal's production server and its schema tool. */
export interface TemporalPrograms {
  version: string;
  /** Folder with `temporal-server` and `temporal-sql-tool`. */
  directory: string;
}

/** Builds the version of docker-compose.yml with Go, once for this machine. */
export async function temporalPrograms(
  root: string,
  report: Report,
  signal: AbortSignal,
): Promise<TemporalPrograms> {
  const compose = await readFile(path.join(root, 'docker-compose.yml'), 'utf8');
  const version = /image: temporalio\/server:(\S+)/.exec(compose)?.[1];
  if (version === undefined) throw new Error('docker-compose.yml has no image temporalio/server:VERSION');
  const place = `temporal-server-${version}-${process.platform}-${process.arch}`;
  const directory = path.join(serverSources().cacheDirectory, place);
  await makeOnce(directory, report, (temporary) => build(temporary, version, report, signal));
  return { version, directory };
}

/** A module of its own that requires the server, because `go install` refuses modules that replace others. */
async function build(directory: string, version: string, report: Report, signal: AbortSignal): Promise<void> {
  const go = await onPath('go');
  if (!go)
    throw new MissingProgramError(
      "Temporal's production server is built with Go, and there is no `go` on the PATH. Install Go 1.26 or later (https://go.dev/doc/install).",
    );
  await writeFile(path.join(directory, 'go.mod'), 'module topology\n');
  const packages = Object.values(PROGRAMS).map((name) => `${MODULE}/${name}`);
  // No C compiler is needed, so a broken one does no harm.
  const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod -buildvcs=false' };
  report(`Temporal ${version}: building its server with Go, once; this takes some minutes`);
  await withHeartbeat(
    report,
    () => `Temporal ${version}: still building`,
    async () => {
      const options = { cwd: directory, env, signal };
      await run(go, ['get', ...packages.map((name) => `${name}@v${version}`)], options);
      await run(go, ['build', '-ldflags', '-s -w', '-o', directory, ...packages], options);
    },
  );
  for (const [program, folder] of Object.entries(PROGRAMS))
    await rename(path.join(directory, path.basename(folder)), path.join(directory, program));
}
