import type { SourceFile } from '../core/events/file/source-file';
import type { Part } from '../core/events/parts/part';

/** Work of a thread. */
export interface Ordered<Input> {
  id: number;
  input: Input;
}

/** A file to check. */
export interface FileJob {
  file: SourceFile;
  /** Names of the sequences in code. */
  sequences: readonly string[];
  /** Layouts and partials that it may use. */
  parts: readonly Part[];
}

/** Result of the work, or what is wrong with its content. */
export type Done<T> = { value: T } | { problem: string };

/** Property of the error with which a thread ends itself after an engine broke. */
export interface ThreadFailure {
  last: { done: Done<unknown>; isFresh: boolean };
}

/** Message of a thread in addition to its answers. */
export type Note = { id: number } & (
  | {
      /** The work begins. */
      begun: Begun;
    }
  | {
      /** The part that is being rendered. */
      place: string;
    }
);

export interface Begun {
  /** Whether it is the thread's first work. */
  isFresh: boolean;
  /** Id of the thread on Linux, null on other systems. */
  thread: number | null;
}
