import { threadId } from './low-priority';
import { parentPort } from 'node:worker_threads';
import { type ReadEvent, type SourceFile, readEventFile } from '../core/events/file/read';
import { isMjmlBroken } from '../core/events/templates/mjml';
import { type MadeMessage, type MessageJob, renderMessage } from '../core/events/templates/render-message';
import { TemplateError } from '../core/events/templates/template-error';
import type { Done, LastWords, Note, Ordered } from './thread-notes';

/*
 * What a thread of the pool runs. Its answers are the functions' results; what must be known of it while it is at work, or
 * if it comes to no answer, it posts as notes.
 */

const post = (note: Note): void => parentPort?.postMessage(note);
let isFresh = true;

export const message = ({ id, input }: Ordered<MessageJob>): Promise<Done<MadeMessage>> =>
  answer(id, () => renderMessage(input, (place) => post({ id, place })));

export const eventFile = ({ id, input }: Ordered<SourceFile>): Promise<Done<ReadEvent>> =>
  answer(id, () => readEventFile(input));

async function answer<T>(id: number, work: () => T): Promise<Done<T>> {
  const fresh = isFresh;
  isFresh = false;
  post({ id, begun: { isFresh: fresh, thread: threadId } });
  const done = outcomeOf(work);
  if (!isMjmlBroken()) return done;
  // This thread is not to be used again. An error that nobody catches ends it before it can be given more work.
  setImmediate(() => {
    throw Object.assign(new Error('the MJML engine broke'), {
      last: { done, isFresh: fresh },
    } satisfies LastWords);
  });
  return new Promise(() => undefined);
}

function outcomeOf<T>(work: () => T): Done<T> {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof RangeError)
      return { problem: 'it is nested too deeply, or makes too much of what it is sent' };
    // Other errors are no fault of the content, and are thrown on.
    if (error instanceof TemplateError) return { problem: error.message };
    throw error;
  }
}
