import type { Logger } from 'pino';
import { type ReadEvent, type SourceFile, readEventFile } from '../core/events/file/read';
import { type MadeMessage, type MessageJob, renderIfSmall } from '../core/events/templates/render-message';
import { isSmallFile } from '../core/events/templates/small-job';
import { createFairQueue } from './fair-queue';
import { createThreads } from './threads';

export interface RendererOptions {
  /** Threads at most; one application has all but one of them at most. */
  threads: number;
  /** How long a message, or the check of an event file, may take, milliseconds. */
  budgetMs: number;
  /** How long one waits for a thread at most, milliseconds. @default 10_000 */
  longestWaitMs?: number;
  log: Pick<Logger, 'error'>;
}

/**
 * Makes messages and checks event files. What is small is done at once (core/events/templates/small-job.ts), the rest in threads,
 * so that nothing that is in a template or was sent stops a process. Of `application`: turns are taken by it.
 * Both throw BusyError where no thread was free in time: that is no fault of the content.
 */
export interface Renderer {
  /** TemplateError where the message cannot be made; its words name the part and what to do. */
  message(application: string, job: MessageJob): Promise<MadeMessage>;
  /** What is in an event file, or what is wrong with it. TemplateError where that could not be found out. */
  eventFile(application: string, file: SourceFile): Promise<ReadEvent>;
  /** Ends the threads. */
  close(): Promise<void>;
}

export function createRenderer({
  threads: most,
  budgetMs,
  longestWaitMs = 10_000,
  log,
}: RendererOptions): Renderer {
  const threads = createThreads({
    most,
    budgetMs,
    onStartError: (error) => log.error({ err: error }, 'a thread that renders could not be started'),
  });
  const queue = createFairQueue({ atOnce: most, longestWaitMs });
  return {
    message: async (application, job) =>
      renderIfSmall(job) ?? queue.run(application, () => threads.run('message', `event ${job.event}`, job)),
    eventFile: async (application, file) =>
      isSmallFile(file.content)
        ? readEventFile(file)
        : queue.run(application, () => threads.run('eventFile', 'checking it', file)),
    close: () => threads.close(),
  };
}
