/** Why the first attempt at a SEND failed, and after how many milliseconds the second one is made. */
export interface FailedFirst {
  code: string;
  message: string;
  delayMs: number;
}
