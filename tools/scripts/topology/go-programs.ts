import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeOnce } from '../../dev/servers/cache';
import { type Report, withHeartbeat } from '../../dev/servers/report';
import { onPath, run } from '../../dev/servers/run';
import { serverSources } from '../../dev/settings';
import { MissingProgramError } from './context';

/** Programs of one Go module. */
export interface GoModule {
  /** Name in messages and in the cache. */
  name: string;
  module: string;
  version: string;
  /** Package of each program within the module, '' for its root. */
  programs: Readonly<Record<string, string>>;
}

/** Builds the programs once for this machine. Returns their folder. */
export async function goPrograms(source: GoModule, report: Report, signal?: AbortSignal): Promise<string> {
  const place = `${source.name}-${source.version}-${process.platform}-${process.arch}`;
  const directory = path.join(serverSources().cacheDirectory, place);
  await makeOnce(directory, report, (temporary) => build(temporary, source, report, signal));
  return directory;
}

/** A module of its own that requires the other, because `go install` refuses modules that replace others. */
async function build(
  directory: string,
  { name, module, version, programs }: GoModule,
  report: Report,
  signal?: AbortSignal,
): Promise<void> {
  const go = await onPath('go');
  if (!go)
    throw new MissingProgramError(
      `${name} is built with Go, and there is no \`go\` on the PATH. Install Go 1.26 or later (https://go.dev/doc/install).`,
    );
  await writeFile(path.join(directory, 'go.mod'), 'module programs\n');
  const packages = Object.values(programs).map((one) => path.posix.join(module, one));
  // No C compiler is needed, so a broken one does no harm.
  const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod -buildvcs=false' };
  report(`${name} ${version}: building it with Go, once; this takes some minutes`);
  await withHeartbeat(
    report,
    () => `${name} ${version}: still building`,
    async () => {
      const options = { cwd: directory, env, signal };
      await run(go, ['get', ...packages.map((one) => `${one}@v${version}`)], options);
      await run(go, ['build', '-ldflags', '-s -w', '-o', `${directory}/`, ...packages], options);
    },
  );
  for (const [index, program] of Object.keys(programs).entries())
    await rename(path.join(directory, path.basename(packages[index] ?? '')), path.join(directory, program));
}
