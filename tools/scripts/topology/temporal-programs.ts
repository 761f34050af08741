import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../dev/servers/run';
import type { Report } from '../../dev/servers/report';
import { goPrograms } from './go-programs';

/** Temporal's production server and its schema tool. */
export interface TemporalPrograms {
  version: string;
  /** Folder with `temporal-server` and `temporal-sql-tool`. */
  directory: string;
  /** Folder with its sources, if another version than that of docker-compose.yml is asked for. */
  sources?: string;
}

/** Builds a version, by default that of docker-compose.yml, with Go, once for this machine. */
export async function temporalPrograms(
  root: string,
  report: Report,
  signal?: AbortSignal,
  other?: string,
): Promise<TemporalPrograms> {
  const compose = await readFile(path.join(root, 'docker-compose.yml'), 'utf8');
  const version = other ?? /image: temporalio\/server:(\S+)/.exec(compose)?.[1];
  if (version === undefined) throw new Error('docker-compose.yml has no image temporalio/server:VERSION');
  const programs = { 'temporal-server': 'cmd/server', 'temporal-sql-tool': 'cmd/tools/sql' };
  const source = { name: 'temporal-server', module: 'go.temporal.io/server', version, programs };
  const directory = await goPrograms(source, report, signal);
  if (other === undefined) return { version, directory };
  // Servers before 1.30 read the configuration of their images, config/docker.yaml, from there.
  const options = { cwd: directory, env: { ...process.env, GOFLAGS: '-mod=mod' } };
  const sources = await run('go', ['list', '-m', '-f', '{{.Dir}}', source.module], options);
  return { version, directory, sources: sources.trim() };
}
