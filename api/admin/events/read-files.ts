import { setImmediate } from 'node:timers/promises';
import { joinEvents, type ReadEvent } from '../../../core/events/file/read';
import type { Problem } from '../../../core/events/file/problem';
import type { SourceFile } from '../../../core/events/file/source-file';
import { joinParts, unusedParts } from '../../../core/events/parts/join-parts';
import { partsFor } from '../../../core/events/parts/mentioned';
import { type Part, partOf } from '../../../core/events/parts/part';
import type { ReadPart } from '../../../core/events/parts/read-part';
import type { Category } from '../../../core/preferences/category';
import { readCategories, withCategories } from '../../../core/preferences/category-source';
import { TemplateError } from '../../../core/events/templates/template-error';
import { BusyError } from '../../../rendering/fair-queue';
import type { Renderer } from '../../../rendering/renderer';
import { ApiError, unavailable } from '../../http/api-error';

type ReadPartOk = Extract<ReadPart, { ok: true }>;

interface Refusal {
  /** The field of the request that has the files. */
  field: string;
  message: string;
}

/** A stored event to read again, and how problems call it. */
export type UserFile = SourceFile & { shown: string };

/** Files to read, and the layouts and partials that they may use. */
export interface Files {
  events: SourceFile[];
  /** Returns the stored events to read after them. `names` are those of the events so far. */
  users?: (names: readonly string[]) => Promise<UserFile[]>;
  /** Layouts and partials of the same request. */
  parts: SourceFile[];
  /** Layouts and partials that are stored, without those that `parts` replaces. */
  stored: readonly Part[];
  /** Categories of the same request. */
  categories: SourceFile[];
  /** Categories that the application has. */
  storedCategories: readonly Category[];
}

/** Checked events and parts. */
export interface ReadFiles {
  /** Those of the files, then the stored ones. */
  events: (Extract<ReadEvent, { ok: true }> & { file: string; source: string; isOwn: boolean })[];
  parts: ReadPartOk[];
  categories: Category[];
  warnings: Problem[];
}

/**
 * Reads and checks files one by one, so that other requests run in between. Throws a 400 with the problems and
 * their lines.
 */
export async function readFiles(
  renderer: Renderer,
  application: string,
  { events: own, users = () => Promise.resolve([]), parts: partFiles, stored, ...files }: Files,
  { field, message }: Refusal,
): Promise<ReadFiles> {
  const refuse = (problems: Problem[]): never => {
    throw new ApiError('VALIDATION_ERROR', message, { field, problems });
  };
  const ofCategories = readCategories(files.categories, files.storedCategories);
  if (!ofCategories.ok) return refuse(ofCategories.problems);
  const { categories } = ofCategories;
  const parts = [...stored, ...partFiles.map(partOf).filter((part) => typeof part !== 'string')];
  const read = await inTurn(
    partFiles,
    (file) => renderer.partFile(application, file, partsFor(file.content, parts)),
    (file, problem): ReadPart => ({ ok: false, problems: [{ file: file.name, ...problem }] }),
  );
  const joinedParts = joinParts(read, stored);
  if (!joinedParts.ok) return refuse(joinedParts.problems);
  const readEvents = (files: SourceFile[]): Promise<ReadEvent[]> =>
    inTurn(
      files,
      (file) => renderer.eventFile(application, file, partsFor(file.content, parts)),
      (_file, problem): ReadEvent => ({ ok: false, problems: [problem], count: 1 }),
    );
  const ofFiles = await readEvents(own);
  const others = await users(ofFiles.flatMap((one) => (one.ok ? one.event.name : [])));
  const all = [...ofFiles, ...(await readEvents(others))];
  const given = [...own, ...others.map(({ content, shown: name }) => ({ name, content }))];
  const known = withCategories(files.storedCategories, categories).map(({ name }) => name);
  const joined = joinEvents(given, all, known);
  if (!joined.ok) return refuse(joined.problems);
  return {
    events: all
      .filter((one) => one.ok)
      .map((one, index) => {
        const { name = '', content = '' } = given[index] ?? {};
        return { ...one, file: name, source: content, isOwn: index < own.length };
      }),
    parts: joinedParts.parts,
    categories,
    warnings: [
      ...joinedParts.parts.flatMap(({ warnings }) => warnings),
      ...unusedParts(joinedParts.parts, all),
      ...joined.warnings,
    ],
  };
}

/** Reads files one after the other, and stops at one that breaks a thread. */
async function inTurn<File, Read>(
  files: readonly File[],
  read: (file: File) => Promise<Read>,
  broken: (file: File, problem: Omit<Problem, 'file'>) => Read,
): Promise<Read[]> {
  const done: Read[] = [];
  for (const file of files) {
    try {
      done.push(await read(file));
      await setImmediate();
    } catch (error) {
      if (error instanceof TemplateError) return [...done, broken(file, { line: 1, message: error.message })];
      if (!(error instanceof BusyError)) throw error;
      const message = 'The service is too busy to check the event files. Nothing was applied. Try again.';
      throw unavailable(message, Math.ceil(error.retryAfterMs / 1000));
    }
  }
  return done;
}
