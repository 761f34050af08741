import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Report } from '../../dev/servers/report';
import { goPrograms } from './go-programs';

/** Temporal's production server and its schema tool. */
export interface TemporalPrograms {
  version: string;
  /** Folder with `temporal-server` and `temporal-sql-tool`. */
  directory: string;
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
  return { version, directory: await goPrograms(source, report, signal) };
}
