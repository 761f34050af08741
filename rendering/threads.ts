import path from 'node:path';
import { Piscina } from 'piscina';
import { TemplateError } from '../core/events/templates/template-error';
import { BusyError } from './fair-queue';
import { createBudget, processorMs } from './processor-time';
import type { Begun, Done, ThreadFailure, Note, Ordered } from './thread-notes';

export interface ThreadsOptions {
  /** Maximum number of threads. */
  most: number;
  /** Maximum processor time of a job in its thread, milliseconds. */
  budgetMs: number;
  /** Maximum time of a job by the clock, with the start of its thread, milliseconds. */
  longestMs: number;
  /** Called if a thread could not be started. */
  onStartError: (error: Error) => void;
}

export interface Threads {
  /**
   * Runs a function of render-thread.ts. `what` names the job in errors.
   * @throws TemplateError if the content is at fault: its result is unusable, it exceeds its time or the memory of a thread,
   * or it breaks an engine.
   * @throws BusyError if no thread could be started, or the job did not end in time because the machine is busy.
   */
  run<Input, Result>(name: 'message' | 'eventFile' | 'partFile', what: string, input: Input): Promise<Result>;
  close(): Promise<void>;
}

/** An idle thread ends after this time, milliseconds. */
const IDLE_MS = 60_000;
/** Memory of a thread, MB. Its compiled templates take at most 64 MB of it. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
/** Number of checks in one budget of how much of it is left. */
const LOOKS = 10;

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
export function createThreads({ most, budgetMs, longestMs, onStartError }: ThreadsOptions): Threads {
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
    let looks: NodeJS.Timeout | undefined;
    const longest = setTimeout(() => control.abort(), longestMs);
    let isSpent = false;
    const run: Run = {
      giveUp: () => control.abort(),
      onBegin: ({ thread }) => {
        const isOver = createBudget(budgetMs, () => processorMs(thread));
        looks = setInterval(() => {
          isSpent = isOver();
          if (isSpent) control.abort();
        }, budgetMs / LOOKS);
      },
    };
    const id = (count += 1);
    runs.set(id, run);
    try {
      const order: Ordered<Input> = { id, input };
      return (await pool.run(order, { name, signal: control.signal })) as Done<Result>;
    } catch (error) {
      if (control.signal.aborted && !isSpent) throw new BusyError(longestMs);
      const part = run.place === undefined ? what : `${what}, ${run.place}`;
      if (isSpent)
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
      clearTimeout(longest);
      clearInterval(looks);
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

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
