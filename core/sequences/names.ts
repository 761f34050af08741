/**
 * The sequences in workflow code that `sequence: { code: … }` of an event's file may name. The API checks names and has no
 * workflows, so the list is here. workflows/sequences/registry.ts has one function for each, which the compiler checks.
 */
export const SEQUENCE_NAMES = ['trial-ending'] as const;

export type SequenceName = (typeof SEQUENCE_NAMES)[number];
