/** Work as a thread is handed it. */
export interface Ordered<Input> {
  id: number;
  input: Input;
}

/** What came of it: a result, or what is wrong with its content. */
export type Done<T> = { value: T } | { problem: string };

/** What the error holds that a thread ends with by itself, because something broke in it. */
export interface LastWords {
  last: { done: Done<unknown>; isFresh: boolean };
}

/** What a thread posts beside its answers. */
export type Note = { id: number } & (
  | {
      /** The work begins. */
      begun: Begun;
    }
  | {
      /** The part that is filled now. */
      place: string;
    }
);

export interface Begun {
  /** It is the thread's first work. */
  isFresh: boolean;
  /** The thread's id on Linux; null elsewhere. */
  thread: number | null;
}
