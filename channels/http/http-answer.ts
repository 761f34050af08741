/** A provider's answer, as it came. */
export interface HttpAnswer {
  status: number;
  /** Lower-case names; of a repeated one the first. */
  headers: Record<string, string>;
  /** The first 256 kB. */
  body: string;
}
