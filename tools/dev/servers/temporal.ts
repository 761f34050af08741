import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { serverSources, type SourceName } from '../settings';
import { downloadProgram } from './download';
import { goProgress } from './go-progress';
import { locate } from './locate';
import { makeOnce } from './cache';
import { withHeartbeat, type Report } from './report';
import { onPath, run } from './run';

/** The newest version that `go install` accepts: later ones have a `replace` in their module file. */
const VERSION = '1.5.1';
const OLDEST_GO = 1.25;
/** What the build takes of one core, with the downloads of its modules. */
const BUILD_MINUTES = 5;
/** As the release is built: without debug tables, and with its version. */
const LINKER_FLAGS = `-s -w -X github.com/temporalio/cli/temporalcli.Version=${VERSION}`;
const PROGRAM = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

/** Temporal's command line, which contains the dev server. */
export interface TemporalProgram {
  command: string;
  source: SourceName;
  description: string;
}

/** Finds the Temporal CLI: on the PATH, in the cache, by download, or by a build with Go. */
export function locateTemporal(
  report: Report,
  settings = serverSources(),
  signal?: AbortSignal,
): Promise<TemporalProgram> {
  const place = (source: SourceName): string =>
    path.join(settings.cacheDirectory, `temporal-${VERSION}-${process.platform}-${process.arch}-${source}`);
  const cached = (source: SourceName, description: string) => async () =>
    existsSync(place(source)) ? checked(path.join(place(source), PROGRAM), source, description) : undefined;
  const make = async (
    source: SourceName,
    description: string,
    fill: (temporary: string) => Promise<void>,
  ) => {
    await makeOnce(place(source), report, async (temporary) => {
      await fill(temporary);
      await checked(path.join(temporary, PROGRAM), source, description);
    });
    return checked(path.join(place(source), PROGRAM), source, description);
  };

  return locate<TemporalProgram>({
    label: 'Temporal',
    report,
    signal,
    only: settings.temporal,
    sources: [
      {
        name: 'path',
        obtain: async () => {
          const command = await onPath('temporal');
          if (!command) throw new Error('no `temporal` on the PATH');
          return checked(command, 'path', `found on the PATH (${command})`);
        },
      },
      {
        name: 'download',
        cached: cached('download', 'the downloaded release in the cache'),
        obtain: () =>
          make('download', 'the official release, downloaded', (temporary) =>
            downloadProgram(release(), temporary, report, signal),
          ),
      },
      {
        name: 'build',
        cached: cached('build', 'built with Go earlier, from the cache'),
        obtain: () => make('build', 'built with Go', (temporary) => buildWithGo(temporary, report, signal)),
      },
    ],
    waysOut: [
      'install the Temporal CLI (https://docs.temporal.io/cli) so that `temporal` is on the PATH',
      'set TEMPORAL_ADDRESS to the host:port of a Temporal server that runs already',
      'allow downloads from github.com (HTTPS_PROXY is honoured)',
      `install Go ${OLDEST_GO} or later, with a module proxy it can reach`,
    ],
  });
}

async function checked(command: string, source: SourceName, how: string): Promise<TemporalProgram> {
  const version = (await run(command, ['--version'], { timeoutMs: 20_000 })).trim();
  const number = /version (\S+)/.exec(version)?.[1] ?? version;
  return { command, source, description: `${how}, version ${number}` };
}

function release(): Parameters<typeof downloadProgram>[0] {
  const base = `https://github.com/temporalio/cli/releases/download/v${VERSION}`;
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const machine = process.arch === 'x64' ? 'amd64' : process.arch;
  return {
    label: 'Temporal',
    url: `${base}/temporal_cli_${VERSION}_${system}_${machine}.tar.gz`,
    checksumUrl: `${base}/checksums.txt`,
    program: PROGRAM,
  };
}

async function buildWithGo(directory: string, report: Report, signal?: AbortSignal): Promise<void> {
  const go = await onPath('go');
  if (!go) throw new Error('no `go` on the PATH');
  const printed = await run(go, ['version'], { timeoutMs: 20_000 });
  const [, major = '0', minor = '0'] = /go(\d+)\.(\d+)/.exec(printed) ?? [];
  const [oldestMajor = 0, oldestMinor = 0] = String(OLDEST_GO).split('.').map(Number);
  if (Number(major) * 1000 + Number(minor) < oldestMajor * 1000 + oldestMinor) {
    throw new Error(`Go ${OLDEST_GO} or later is needed, this is ${major}.${minor}`);
  }
  const minutes = Math.max(1, Math.ceil(BUILD_MINUTES / availableParallelism()));
  report(
    `Temporal: building it with Go, once; on ${availableParallelism()} cores this takes about ${minutes} min`,
  );
  const progress = goProgress();
  await withHeartbeat(
    report,
    () => `Temporal: ${progress.now()}`,
    () =>
      run(
        go,
        ['install', '-v', '-ldflags', LINKER_FLAGS, `github.com/temporalio/cli/cmd/temporal@v${VERSION}`],
        {
          // No C compiler is needed, so a broken one does no harm. Go uses all cores, and keeps what it has compiled in its own cache.
          env: { ...process.env, GOBIN: directory, CGO_ENABLED: '0' },
          cwd: directory,
          signal,
          onOutput: progress.read,
        },
      ),
  );
}
