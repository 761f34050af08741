import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { ReportMail } from '../../../channels/email/bounces/report-mail';
import { attemptSignal } from '../../../process/attempt-signal';

/** Thrown when a mail twice ended the thread that read it, or twice took too long. */
export class UnreadableMail extends Error {
  override name = 'UnreadableMail';
}

export type MailReader = ReturnType<typeof createMailReader>;

interface MailReaderOptions {
  log: Logger;
  /** The file of the thread. */
  file?: string;
  /** Maximum time for one mail. */
  limitMs?: number;
}

interface Thread {
  worker: Worker;
  ended: AbortSignal;
}

const START_WITHIN_MS = 30_000;
const READ_WITHIN_MS = 10_000;
/** Maximum heap of the thread. A mail of 1 MB takes a tenth of it. */
const MAX_HEAP_MB = 128;
/** A thread may die because of the mail before, so the next thread tries again. */
const TRIES = 2;

const extension = path.extname(__filename);
const THREAD = path.join(__dirname, `mail-thread${extension}`);

/**
 * Reads mails in a thread of their own, because anybody can write mail. An error in a callback of the parser, an endless
 * loop or too much memory then ends the thread and not the API. The next mail starts a new thread.
 */
export function createMailReader({ log, file = THREAD, limitMs = READ_WITHIN_MS }: MailReaderOptions) {
  let thread: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function start(): Promise<Thread> {
    const worker = new Worker(file, {
      execArgv: path.extname(file) === '.ts' ? ['--require', 'tsx/cjs'] : [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const exit = new AbortController();
    worker.on('error', (error) => log.error({ err: error }, 'the thread that reads bounces has died'));
    worker.once('exit', () => {
      exit.abort(new Error('the thread has ended'));
      if (thread?.worker === worker) thread = undefined;
    });
    const started = attemptSignal(exit.signal, START_WITHIN_MS);
    try {
      await once(worker, 'message', { signal: started.signal });
    } catch (error) {
      await worker.terminate();
      throw error;
    } finally {
      started.release();
    }
    worker.unref();
    return { worker, ended: exit.signal };
  }

  async function attempt(bytes: Buffer): Promise<ReportMail> {
    const { worker, ended } = (thread ??= await start());
    worker.postMessage(bytes);
    const { signal, release } = attemptSignal(ended, limitMs);
    try {
      const [mail] = (await once(worker, 'message', { signal })) as [ReportMail];
      return mail;
    } catch (error) {
      thread = undefined;
      await worker.terminate();
      throw new UnreadableMail('the mail could not be read', { cause: error });
    } finally {
      release();
    }
  }

  async function read(bytes: Buffer): Promise<ReportMail> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(bytes);
      } catch (error) {
        if (!(error instanceof UnreadableMail) || tries === TRIES) throw error;
      }
    }
  }

  return {
    /** Reads one mail at a time. Throws UnreadableMail, or what kept the thread from starting. */
    read: (bytes: Buffer): Promise<ReportMail> => {
      const reading = last.then(() => read(bytes));
      last = reading.catch(() => undefined);
      return reading;
    },
    close: async (): Promise<void> => {
      await thread?.worker.terminate();
    },
  };
}
