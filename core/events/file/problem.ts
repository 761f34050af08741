/** What is wrong with an event file, and where: `file:line: message`. */
export interface Problem {
  file: string;
  /** From 1. */
  line: number;
  message: string;
}

/** A problem of one file. Its message may be made when it is asked for. */
export type Found = Omit<Problem, 'file'>;

/** Where a value stands in a file, from the top. */
export type Path = readonly (string | number)[];
