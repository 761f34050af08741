import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { parseEventFiles, type SourceFile } from '../../core/schemas/event-file';
import { ApiError } from '../api-error';

type Parsed = ReturnType<typeof parseEventFiles>;

/** A push of less is read at once: the worst of it takes some 150 ms of processor time, as a thread does to start. */
const INLINE_CHARACTERS = 16 * 1024;
/** A push of 20 MB, the largest that is taken, is read in some 10 s. */
const LIMIT_MS = 60_000;
const MEMORY_MB = 512;

/** The thread's file stands beside this one, built or not. A thread cannot begin with a source; tsx can load it. */
const SOURCE = path.extname(__filename) === '.ts';
const THREAD = path.join(__dirname, SOURCE ? 'thread.ts' : 'thread.js');
const ENTRY = SOURCE ? `require('tsx/cjs'); require(${JSON.stringify(THREAD)});` : THREAD;

let last: Promise<unknown> = Promise.resolve();

/**
 * Reads the event files of a push off the event loop, so that no file can hold what else the process does. One push is
 * read at a time. A push that takes more than a minute or 512 MB is refused.
 */
export function readEventFilesApart(files: SourceFile[], limitMs = LIMIT_MS): Promise<Parsed> {
  const characters = files.reduce((sum, { content }) => sum + content.length, 0);
  if (characters <= INLINE_CHARACTERS) return Promise.resolve(parseEventFiles(files));
  const read = last.then(() => readInThread(files, limitMs));
  last = read.catch(() => undefined);
  return read;
}

async function readInThread(files: SourceFile[], limitMs: number): Promise<Parsed> {
  const thread = new Worker(ENTRY, {
    eval: SOURCE,
    execArgv: [],
    workerData: files,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let limit: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Parsed>((resolve, reject) => {
      limit = setTimeout(() => reject(tooMuch(`more than ${limitMs / 1000} seconds`)), limitMs);
      thread.once('message', resolve);
      thread.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(`more than ${MEMORY_MB} MB`) : error),
      );
      thread.once('exit', () =>
        reject(new Error('the thread that reads event files ended without an answer')),
      );
    });
  } finally {
    clearTimeout(limit);
    await thread.terminate();
  }
}

const tooMuch = (what: string): ApiError =>
  new ApiError(
    'VALIDATION_ERROR',
    `The event files take ${what} to read; nothing was applied. Push fewer or smaller files at once.`,
    { field: 'files' },
  );
