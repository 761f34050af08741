/**
 * The sequences in workflow code that the service itself has. The API checks names and has no workflows, so the list is here.
 * workflows/sequences/registry.ts has one function for each, which the compiler checks.
 */
export const SEQUENCE_NAMES = ['trial-ending'] as const;

export type SequenceName = (typeof SEQUENCE_NAMES)[number];

/** The sequences that `sequence: { code: … }` of an event's file may name. */
export interface KnownSequences {
  names: readonly string[];
  /** Folder of those of the extensions. Their sources have the names of their SENDs. */
  folder?: string;
}

/** What is known without extensions. */
export const OUR_SEQUENCES: KnownSequences = { names: SEQUENCE_NAMES };
