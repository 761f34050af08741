import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Piscina } from 'piscina';
import { TemplateError } from '../core/events/templates/template-error';
import { BusyError } from './fair-queue';
import type { Begun, Done, ThreadFailure, Note, Ordered } from './thread-notes';

export interface ThreadsOptions {
  /** Maximum number of threads. */
  most: number;
  /**
   * Maximum time of a job in its thread, milliseconds. On a machine so busy that the thread gets less than half a processor,
   * it is up to three times as long, so that no job fails for good because of others.
   */
  budgetMs: number;
  /** Called if a thread could not be started. */
  onStartError: (error: Error) => void;
}

export interface Threads {
  /**
   * Runs a function of render-thread.ts. `what` names the job in errors.
   * @throws TemplateError if the content is at fault: its result is unusable, it exceeds its time or the memory of a thread,
   * or it breaks an engine.
   * @throws BusyError if no thread could be started.
   */
  run<Input, Result>(name: 'message' | 'eventFile', what: string, input: Input): Promise<Result>;
  close(): Promise<void>;
}

/** An idle thread ends after this time, milliseconds. */
const IDLE_MS = 60_000;
/** Maximum start time of a thread, milliseconds. It is not part of the budget. */
const START_MS = 15_000;
/** Memory of a thread, MB. Its compiled templates take at most 64 MB of it. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
/** A budget is counted in so many parts. A process that was paused counts the pause as one part. */
const PARTS = 10;
/** A budget ends after so many times its length, even if the process got hardly any processor time. */
const LONGEST_OF_BUDGETS = 3;

/** This folder's thread, as a TypeScript source or built, or the file of a bundle beside the bundle that this is in. */
const FILE = path.join(__dirname, `render-thread${path.extname(__filename)}`);

/** A running job, as its thread's notes report it. */
interface Run {
  place?: string;
  begun?: Begun;
  onBegin(begun: Begun): void;
  giveUp(): void;
}

/** Creates threads that render. A thread starts when it is needed, and is replaced if it dies. */
export function createThreads({ most, budgetMs, onStartError }: ThreadsOptions): Threads {
  const runs = new Map<number, Run>();
  let count = 0;
  let pool: Piscina | undefined;

  function open(): Piscina {
    const opened = new Piscina({
      filename: FILE,
      name: 'message',
      minThreads: 0,
      maxThreads: most,
      idleTimeout: IDLE_MS,
      resourceLimits: MEMORY,
      execArgv: FILE.endsWith('.ts') ? ['--require', require.resolve('tsx/cjs')] : [],
    });
    opened.on('message', (note: Note) => {
      const run = runs.get(note.id);
      if (!run) return;
      Object.assign(run, note);
      if ('begun' in note) run.onBegin(note.begun);
    });
    // A thread that died without a job could not start.
    opened.on('error', (error: Error) => {
      onStartError(error);
      for (const run of runs.values()) if (!run.begun) run.giveUp();
    });
    return opened;
  }

  /** Tries once. Null: the thread died, perhaps because of an earlier job. */
  async function tryOnce<Input, Result>(
    name: string,
    what: string,
    input: Input,
  ): Promise<Done<Result> | null> {
    pool ??= open();
    const control = new AbortController();
    let parts: NodeJS.Timeout | undefined;
    const start = setTimeout(() => control.abort(), START_MS);
    let left = PARTS;
    const run: Run = {
      giveUp: () => control.abort(),
      onBegin: ({ thread }) => {
        clearTimeout(start);
        const tookProcessor = processorMeter(thread);
        parts = setInterval(() => {
          left -= 1 / LONGEST_OF_BUDGETS;
          if (tookProcessor(budgetMs / PARTS)) left -= 1 - 1 / LONGEST_OF_BUDGETS;
          if (left < 0.01) control.abort();
        }, budgetMs / PARTS);
      },
    };
    const id = (count += 1);
    runs.set(id, run);
    try {
      const order: Ordered<Input> = { id, input };
      return (await pool.run(order, { name, signal: control.signal })) as Done<Result>;
    } catch (error) {
      if (control.signal.aborted && left > 0.01) throw new BusyError(START_MS);
      const part = run.place === undefined ? what : `${what}, ${run.place}`;
      if (control.signal.aborted)
        throw new TemplateError(
          `${part}: takes longer than ${budgetMs / 1000} s (RENDER_TIMEOUT_SECONDS); make the template or what it is sent smaller`,
        );
      const { last, code } = error as Partial<ThreadFailure> & { code?: string };
      if (last) return last.isFresh ? (last.done as Done<Result>) : null;
      if (code !== OUT_OF_MEMORY) throw error;
      if (!run.begun?.isFresh) return null;
      throw new TemplateError(
        `${part}: takes more memory than a thread has (${MEMORY.maxOldGenerationSizeMb} MB); make the template or what it is sent smaller`,
      );
    } finally {
      clearTimeout(start);
      clearInterval(parts);
      runs.delete(id);
    }
  }

  return {
    run: async <Input, Result>(name: string, what: string, input: Input): Promise<Result> => {
      let done: Done<Result> | null = null;
      // Each thread that dies leaves fewer used threads, so one of the next is fresh.
      while (!done) done = await tryOnce<Input, Result>(name, what, input);
      if ('problem' in done) throw new TemplateError(done.problem);
      return done.value;
    },
    close: async () => pool?.destroy(),
  };
}

/** Returns whether the thread had half of so many milliseconds of processor time since the last call. */
function processorMeter(thread: number | null): (ms: number) => boolean {
  let before = processorMs(thread);
  return (ms) => {
    const now = processorMs(thread);
    const took = now - before;
    before = now;
    return took >= ms / 2;
  };
}

/** Returns the processor time of a thread, or of the process if the thread's is unknown, milliseconds. */
function processorMs(thread: number | null): number {
  const stat = thread === null ? null : readStat(thread);
  if (stat === null) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  // utime and stime are fields 14 and 15 of proc_pid_stat(5), in hundredths of a second; the name before them may have spaces.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

function readStat(thread: number): string | null {
  try {
    return readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
  } catch {
    return null; // it has ended
  }
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
