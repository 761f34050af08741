/** `receiving`: its file is not whole yet. `stopped`: somebody stopped it, and it can continue. */
export const IMPORT_STATES = ['receiving', 'running', 'stopped', 'done'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const IMPORT_FORMATS = ['csv', 'json-lines'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Maximum number of rows of an import. */
export const MOST_ROWS = 1_000_000;
/** Rows of one page of an import. An import that is stopped finishes its page. */
export const IMPORT_PAGE = 500;
/** Maximum size of a page in bytes, if it has several rows. */
export const IMPORT_PAGE_BYTES = 1024 * 1024;

/** What became of the rows that an import has read. */
export interface ImportCounts {
  /** New subscribers. */
  subscribed: number;
  /** Those that the topic had, also from an earlier row. */
  already: number;
  rejected: number;
}

export const NO_ROWS: ImportCounts = { subscribed: 0, already: 0, rejected: 0 };
