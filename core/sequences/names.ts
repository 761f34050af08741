/**
 * The sequences that are written as workflow code: what `sequence: { code: … }` of an event's file may name. It stands
 * here, without the code, for the API checks names and has no workflows; workflows/sequences/registry.ts has one
 * function for each, which the compiler checks.
 */
export const SEQUENCE_NAMES = ['trial-ending'] as const;

export type SequenceName = (typeof SEQUENCE_NAMES)[number];
