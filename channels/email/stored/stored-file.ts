import type { Failure } from '../../http/verdict';
import type { FetchedFile, TakeBytes } from '../attachment-body';

/** A file to read from the store. Its path has been checked (`storageProblem`). */
export interface StoredRequest {
  /** Id of the application, whose folder it is in. */
  applicationId: string;
  path: string;
  /** Name in failures. */
  filename: string;
  take: TakeBytes;
  signal: AbortSignal;
}

/** Reads files of a store. */
export interface FileStore {
  /** Reads one file. Never rejects. */
  read(request: StoredRequest): Promise<FetchedFile | Failure>;
  close(): Promise<void>;
}

/** Returns the beginning of a failure. */
export const named = ({ filename, path }: StoredRequest): string =>
  `attachment "${filename}" (storage "${path}")`;
