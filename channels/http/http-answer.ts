/** A provider's answer, as received. */
export interface HttpAnswer {
  status: number;
  /** Lower-case names. Of a repeated header the first. */
  headers: Record<string, string>;
  /** The first 256 kB. */
  body: string;
}
