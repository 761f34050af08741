/** How far the clocks of two hosts may differ, with a second for the way between them; milliseconds. */
export const CLOCKS_DIFFER_MS = 6_000;
