import { setImmediate } from 'node:timers/promises';
import { joinEvents, type ReadEvent, type SourceFile } from '../../../core/events/file/read';
import { TemplateError } from '../../../core/events/templates/template-error';
import { BusyError } from '../../../rendering/fair-queue';
import type { Renderer } from '../../../rendering/renderer';
import { ApiError, unavailable } from '../../http/api-error';

type Valid = Extract<ReturnType<typeof joinEvents>, { ok: true }>;

interface Refusal {
  /** The field of the request that has the files. */
  field: string;
  message: string;
}

/**
 * Reads and checks event files one by one, so that other requests run in between. Throws a 400 with the problems and
 * their lines.
 */
export async function readFiles(
  renderer: Renderer,
  application: string,
  files: SourceFile[],
  { field, message }: Refusal,
): Promise<Valid> {
  const parsed = joinEvents(files, await readAll(renderer, application, files));
  if (parsed.ok) return parsed;
  throw new ApiError('VALIDATION_ERROR', message, { field, problems: parsed.problems });
}

/** Stops at a file that breaks a thread. */
async function readAll(renderer: Renderer, application: string, files: SourceFile[]): Promise<ReadEvent[]> {
  const read: ReadEvent[] = [];
  try {
    for (const file of files) {
      read.push(await renderer.eventFile(application, file));
      await setImmediate();
    }
  } catch (error) {
    if (error instanceof TemplateError) {
      return [...read, { ok: false, problems: [{ line: 1, message: error.message }], count: 1 }];
    }
    if (!(error instanceof BusyError)) throw error;
    const message = 'The service is too busy to check the event files. Nothing was applied. Try again.';
    throw unavailable(message, Math.ceil(error.retryAfterMs / 1000));
  }
  return read;
}
