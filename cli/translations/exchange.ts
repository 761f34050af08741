/** Texts on their way to a translator or back. */
export interface Exchange {
  /** The language of the sources. */
  source: string;
  /** The language of the translations; undefined: the file does not say it. */
  language?: string;
  units: ExchangeUnit[];
}

export interface ExchangeUnit {
  key: string;
  source: string;
  /** Absent: not translated. */
  target?: string;
  description?: string;
}

export const EXCHANGE_FORMATS = ['xliff', 'csv'] as const;
export type ExchangeFormat = (typeof EXCHANGE_FORMATS)[number];
