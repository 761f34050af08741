import type { EscapingMode } from './escaping';

/** Fills one string of a template; `place` names it in errors. */
export type Fill = (place: string, source: string, mode: EscapingMode) => string;
