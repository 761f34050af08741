import type { ChildProcess } from 'node:child_process';

const KEPT = 20_000;

interface Log {
  name: string;
  text: string;
  /** Where the test file that runs began, and its test. */
  file: number;
  test: number;
  /** Characters that were dropped from the front. */
  dropped: number;
}

/** Of all processes that this Jest worker has started and that run, or ran during this test. */
const logs = new Set<Log>();

/** Collects what a process writes; returns a function that gives the last of what it wrote in this test file. */
export function logOf(name: string, child: ChildProcess): () => string {
  const log: Log = { name: `${name} ${child.pid}`, text: '', file: 0, test: 0, dropped: 0 };
  logs.add(log);
  const keep = (chunk: Buffer): void => {
    const text = log.text + chunk.toString();
    log.dropped += Math.max(0, text.length - KEPT);
    log.text = text.slice(-KEPT);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  child.once('exit', () => ended.add(log));
  return () => since(log, log.file);
}

const ended = new Set<Log>();
const end = ({ dropped, text }: Log): number => dropped + text.length;
const since = ({ dropped, text }: Log, from: number): string => text.slice(Math.max(0, from - dropped));

/** A test file begins: what shared processes wrote until now is not its own. */
export function beginFile(): void {
  for (const log of logs) log.file = end(log);
}

/** A test begins: what a failure of it prints was written from now on. */
export function beginTest(): void {
  for (const log of ended) logs.delete(log);
  ended.clear();
  for (const log of logs) log.test = end(log);
}

/** What the processes have written in this test, for the person who looks at its failure; empty if nothing. */
export function logsOfTest(): string {
  return [...logs]
    .map((log) => ({ name: log.name, text: since(log, log.test).trim() }))
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => `--- ${name}\n${text}\n`)
    .join('');
}
