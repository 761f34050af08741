import { threadId } from './low-priority';
import { parentPort } from 'node:worker_threads';
import { type ReadEvent, readEventFile } from '../core/events/file/read';
import { type ReadPart, readPart } from '../core/events/parts/read-part';
import { type MadeMessage, type MessageJob, renderMessage } from '../core/events/templates/render-message';
import { TemplateError } from '../core/events/templates/template-error';
import { isMjmlBroken, mjmlToHtml } from './mjml';
import type { Done, FileJob, ThreadFailure, Note, Ordered } from './thread-notes';

/*
 * Code of a thread of the pool. Its answers are the results of the functions. It posts as notes what must be known while it
 * works, or if it never answers.
 */

const post = (note: Note): void => parentPort?.postMessage(note);
let isFresh = true;

export const message = ({ id, input }: Ordered<MessageJob>): Promise<Done<MadeMessage>> =>
  answer(id, () => renderMessage(input, (place) => post({ id, place })));

export const eventFile = ({ id, input }: Ordered<FileJob>): Promise<Done<ReadEvent>> =>
  answer(id, () => readEventFile(input.file, mjmlToHtml, input.sequences, input.parts));

export const partFile = ({ id, input }: Ordered<Omit<FileJob, 'sequences'>>): Promise<Done<ReadPart>> =>
  answer(id, () => readPart(input.file, input.parts));

async function answer<T>(id: number, work: () => T): Promise<Done<T>> {
  const fresh = isFresh;
  isFresh = false;
  post({ id, begun: { isFresh: fresh, thread: threadId } });
  const done = outcomeOf(work);
  if (!isMjmlBroken()) return done;
  // This thread must not be used again. An uncaught error ends it before it gets more work.
  setImmediate(() => {
    throw Object.assign(new Error('the MJML engine broke'), {
      last: { done, isFresh: fresh },
    } satisfies ThreadFailure);
  });
  return new Promise(() => undefined);
}

function outcomeOf<T>(work: () => T): Done<T> {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'it is nested too deeply, or renders too much' };
    // Other errors are not the fault of the content.
    if (error instanceof TemplateError) return { problem: error.message };
    throw error;
  }
}
