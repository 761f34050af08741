import { SEGMENT_NAMES } from '../../../../core/segments/names';

/** Paths that a condition may name, besides those of metadata. */
export const FIELDS: string[] = SEGMENT_NAMES.map((name) => `contact.${name}`);
