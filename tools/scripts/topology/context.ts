import { createWriteStream } from 'node:fs';
import path from 'node:path';
import type { Cleanup } from '../../bench/cleanup';
import type { Report } from '../../dev/servers/report';

/** What every part of the topology gets. */
export interface Context {
  /** Repository. */
  root: string;
  /** Folder of data, removed at the end. Every user may enter it. */
  directory: string;
  /** Folder of logs, kept. */
  logs: string;
  cleanup: Cleanup;
  report: Report;
  signal: AbortSignal;
  /** Ends the process if this one is killed. */
  onSpawn: (pid: number) => void;
}

/** Thrown if something is not installed. The message says what to install. */
export class MissingProgramError extends Error {
  override name = 'MissingProgramError';
}

/** Returns what appends the output of a process to its log. */
export function logOf({ logs }: Context, name: string): (chunk: Buffer) => void {
  const stream = createWriteStream(path.join(logs, `${name}.log`), { flags: 'a' });
  return (chunk) => void stream.write(chunk);
}
