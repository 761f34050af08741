import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** Thrown if a folder cannot be written. The message says why, and what to do. */
export class FolderError extends Error {
  override name = 'FolderError';
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);
/** Calls that do not concern files. */
const ELSEWHERE = /^(?:spawn|listen|connect|bind|kill)/;
/** With less than this no program can be stored, whatever it says about its failure. */
const FEW_BYTES = 1_048_576;

/**
 * Runs `work`, which writes into `folder`. If it fails because that is impossible, throws a FolderError, which also names the
 * `setting` that chooses another folder, if there is one.
 */
export async function inFolder<T>(
  folder: string,
  setting: string | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FolderError) throw error;
    const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
    const isOfFiles = !ELSEWHERE.test(syscall);
    const otherwise = setting === null ? '' : `, or set ${setting} to another folder`;
    if ((isOfFiles && FULL.has(code)) || (await freeBytes(folder)) < FEW_BYTES)
      throw new FolderError(`The disk of ${folder} is full. Free some space${otherwise}.`, { cause: error });
    if (isOfFiles && REFUSED.has(code))
      throw new FolderError(
        `This user cannot write to ${folder} (${code}). Change its rights or its owner${otherwise}.`,
        { cause: error },
      );
    throw error;
  }
}

/** Free bytes on the disk of a folder, or of the first folder above it that exists. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    const above = path.dirname(folder);
    return above === folder ? Infinity : freeBytes(above);
  }
}
