/** What a violation means for who sent or gets the notification. */
export type ViolationKind = 'lost' | 'doubled' | 'status' | 'webhook';

/** Something that a round has left and that must not be. */
export interface Violation {
  kind: ViolationKind;
  what: string;
}

export const violation = (kind: ViolationKind, what: string): Violation => ({ kind, what });
