import type fs from 'node:fs';
import type workerThreads from 'node:worker_threads';
import { Worker } from 'node:worker_threads';

/** Processor time after which an input that blocks the thread counts as a hang, milliseconds. */
const HANG_MS = 30_000;
const MOST_BYTES = 1_000_000;

export interface Watchdog {
  /** Notes the input that is tried now. */
  note(target: string, input: unknown): void;
  stop(): Promise<void>;
}

/**
 * Watches the main thread from another one, because a check that never returns cannot be ended from within. It prints the
 * input, and ends the process.
 */
export function watch(): Watchdog {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const text = new Uint8Array(new SharedArrayBuffer(MOST_BYTES));
  const worker = new Worker(`(${watching.toString()})()`, {
    eval: true,
    workerData: { state, text, hangMs: HANG_MS },
  });
  worker.unref();
  return {
    note(target, input) {
      const written = Buffer.from(JSON.stringify({ target, input })).subarray(0, MOST_BYTES);
      text.set(written);
      Atomics.store(state, 1, written.length);
      Atomics.add(state, 0, 1);
    },
    stop: async () => void (await worker.terminate()),
  };
}

/** Runs in the other thread, from its text alone. */
function watching(): void {
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { workerData } = require('node:worker_threads') as typeof workerThreads;
  const { writeSync } = require('node:fs') as typeof fs;
  /* eslint-enable @typescript-eslint/no-require-imports */
  const { state, text, hangMs } = workerData as { state: Int32Array; text: Uint8Array; hangMs: number };
  let seen = { count: 0, cpu: process.cpuUsage() };
  setInterval(() => {
    const count = Atomics.load(state, 0);
    if (count !== seen.count) seen = { count, cpu: process.cpuUsage() };
    if ((process.cpuUsage(seen.cpu).user + process.cpuUsage(seen.cpu).system) / 1000 < hangMs) return;
    const input = Buffer.from(text.slice(0, Atomics.load(state, 1))).toString();
    writeSync(2, `This input blocks its target:\n${input}\n`);
    process.kill(process.pid, 'SIGKILL');
  }, 1000);
}
