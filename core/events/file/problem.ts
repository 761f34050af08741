/** A problem of an event file and its place: `file:line: message`. */
export interface Problem {
  file: string;
  /** From 1. */
  line: number;
  message: string;
}

/** A problem of one file, or of a layout or partial that it uses (`file`). Its message may be a getter. */
export type Found = Omit<Problem, 'file'> & Partial<Pick<Problem, 'file'>>;

/** The place of a value in a file, from the root. */
export type Path = readonly (string | number)[];
