/** Maximum number of recipients of a bulk send (BULK-4). */
export const MOST_RECIPIENTS = 10_000;
/** Maximum size of a line and of a page, in bytes. */
export const MOST_LINE_BYTES = 256 * 1024;
/** Maximum size of a bulk send after decompression, in bytes. */
export const MOST_BYTES = 64 * 1024 * 1024;
/** Maximum number of recipients that are accepted together. Repeats of a key within a day need the same pages, also of the next release. */
export const PAGE_RECIPIENTS = 100;
/** Maximum number of errors in the answer, because it is held in memory. */
export const MOST_ERRORS = 1000;
