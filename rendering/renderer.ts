import type { Logger } from 'pino';
import { type ReadEvent, readEventFile } from '../core/events/file/read';
import type { Part } from '../core/events/parts/part';
import { type ReadPart, readPart } from '../core/events/parts/read-part';
import type { SourceFile } from '../core/events/file/source-file';
import { type MadeMessage, type MessageJob, renderIfSmall } from '../core/events/templates/render-message';
import { isSmallFile } from '../core/events/templates/small-job';
import { type KnownSequences, OUR_SEQUENCES } from '../core/sequences/names';
import { observeRender } from '../telemetry/render-metrics';
import { createFairQueue } from './fair-queue';
import { mjmlToHtml } from './mjml';
import type { FileJob } from './thread-notes';
import { createThreads } from './threads';
import { warnOfUnusedTemplates } from './unused-templates';

export interface RendererOptions {
  /** Maximum number of threads. One application gets at most all but one of them. */
  threads: number;
  /** Maximum processor time of a message, or of the check of an event file, milliseconds. */
  budgetMs: number;
  /** Maximum wait for a thread, milliseconds. @default 10_000 */
  longestWaitMs?: number;
  /**
   * Maximum time of a job by the clock after that wait, milliseconds. After both, a send has 5 of its 45 seconds left for
   * its provider. @default 30_000
   */
  longestMs?: number;
  /** The sequences that event files may name. @default the service's own */
  sequences?: KnownSequences;
  log: Pick<Logger, 'error'>;
}

/**
 * Renders messages and checks event files. Small jobs run at once (core/events/templates/small-job.ts), the others in threads,
 * so that no template and no payload blocks a process. Applications take turns.
 * Both methods throw BusyError if the machine or other jobs leave them no time: the content is not at fault.
 */
export interface Renderer {
  /** @throws TemplateError if the message cannot be rendered. Its message names the part and says what to do. */
  message(application: string, job: MessageJob): Promise<MadeMessage>;
  /** Returns the content of an event file with its warnings, or its problems. @throws TemplateError if the check could not finish. */
  eventFile(application: string, file: SourceFile, parts?: readonly Part[]): Promise<ReadEvent>;
  /** Returns a layout or partial, or its problems. `parts` are those that it may use. @throws TemplateError as above. */
  partFile(application: string, file: SourceFile, parts: readonly Part[]): Promise<ReadPart>;
  /** Ends the threads. */
  close(): Promise<void>;
}

export function createRenderer({
  threads: most,
  budgetMs,
  longestWaitMs = 10_000,
  longestMs = 30_000,
  sequences = OUR_SEQUENCES,
  log,
}: RendererOptions): Renderer {
  const threads = createThreads({
    most,
    budgetMs,
    longestMs,
    onStartError: (error) => log.error({ err: error }, 'a thread that renders could not be started'),
  });
  const queue = createFairQueue({ atOnce: most, longestWaitMs });
  /** Runs a job in a thread, and observes its time, also if it fails. */
  async function inThread<T>(
    job: 'message' | 'event_file',
    application: string,
    run: () => Promise<T>,
  ): Promise<T> {
    const begunAt = performance.now();
    try {
      return await queue.run(application, run);
    } finally {
      observeRender(job, 'thread', begunAt);
    }
  }

  /** Checks a file: with the layouts and partials that it may use, or if it is large, in a thread. */
  async function checkFile<Read>(
    name: 'eventFile' | 'partFile',
    application: string,
    job: Omit<FileJob, 'sequences'>,
    check: () => Read,
  ): Promise<Read> {
    if (job.parts.length > 0 || !isSmallFile(job.file.content))
      return inThread('event_file', application, () => threads.run(name, 'checking it', job));
    const begunAt = performance.now();
    const read = check();
    observeRender('event_file', 'inline', begunAt);
    return read;
  }

  return {
    message: async (application, job) => {
      const begunAt = performance.now();
      const small = renderIfSmall(job);
      if (small) observeRender('message', 'inline', begunAt);
      return (
        small ?? inThread('message', application, () => threads.run('message', `event ${job.event}`, job))
      );
    },
    eventFile: async (application, file, parts = []) => {
      const job = { file, sequences: sequences.names, parts };
      const read = await checkFile('eventFile', application, job, () =>
        readEventFile(file, mjmlToHtml, sequences.names),
      );
      return warnOfUnusedTemplates(read, sequences);
    },
    partFile: (application, file, parts) =>
      checkFile('partFile', application, { file, parts }, () => readPart(file, [])),
    close: () => threads.close(),
  };
}
