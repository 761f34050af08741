import type { Sequence } from '../engine/api';

/** The sequences of extensions, by name. A bundle of an installation that has some gets them (worker/bundle-options.ts). */
export const EXTENSION_SEQUENCES: Readonly<Record<string, Sequence>> = {};
