import { constants, statSync } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ABORTED, orAborted } from '../../http/or-aborted';
import { type Failure, failure } from '../../http/verdict';
import { type FetchedFile, tooLargeTogether } from '../attachment-body';
import { type FileStore, named, type StoredRequest } from './stored-file';

/** Codes of files that are not there: a repeat would not find them either. */
const MISSING = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'];

/** Returns why a folder cannot be a store, undefined if it can. */
export function folderProblem(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : `${path} is not a folder`;
  } catch (error) {
    return `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

/**
 * Reads files of a folder. A symbolic link may lead to any file in the folder of the same application, and to no other. If
 * the file system hangs, the deadline of the message ends the wait.
 */
export const createFolderStore = (root: string): FileStore => ({
  async read(request) {
    try {
      const file = await orAborted(readFile(root, request), request.signal);
      return file === ABORTED
        ? failure('timeout', `${named(request)}: the folder did not answer in time`)
        : file;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      return MISSING.includes(code)
        ? notThere(request)
        : failure('outage', `${named(request)}: the file cannot be read (${code})`);
    }
  },
  close: () => Promise.resolve(),
});

const notThere = (request: StoredRequest): Failure =>
  failure('template', `${named(request)}: the folder of the application has no such file`);

async function readFile(root: string, request: StoredRequest): Promise<FetchedFile | Failure> {
  const { applicationId, path } = request;
  const folder = join(root, applicationId);
  const own = await realpath(folder);
  // A folder that is a link would be another application's, or anything.
  if (own !== join(await realpath(root), applicationId)) return notThere(request);
  const real = await realpath(join(folder, path));
  if (!real.startsWith(own + sep))
    return failure('template', `${named(request)}: leads out of the folder of the application`);
  // A pipe must not hold the reader, and a link that took the file's place since is refused.
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return (await handle.stat()).isFile() ? await readAll(handle, request) : notThere(request);
  } finally {
    await handle.close();
  }
}

async function readAll(handle: FileHandle, { take, signal }: StoredRequest): Promise<FetchedFile | Failure> {
  const chunks: Buffer[] = [];
  for await (const chunk of handle.createReadStream({ autoClose: false, signal }) as AsyncIterable<Buffer>) {
    if (!take(chunk.length)) return tooLargeTogether();
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks) };
}
