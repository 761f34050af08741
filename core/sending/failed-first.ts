/** Why the first attempt at a SEND failed, and when the second one is made. */
export interface FailedFirst {
  code: string;
  message: string;
  /** The wait from the first attempt on, milliseconds. Releases that do not know `dueAt` wait so long from their start on. */
  delayMs: number;
  /** When the second one is due, by the database's clock, in milliseconds since 1970. Absent in histories of older releases. */
  dueAt?: number;
}
