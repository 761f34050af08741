/** What a role can use, as it is known from its last use or a check in the background. */
export interface Health {
  /** Whether the role can do its work. */
  ready: boolean;
  mongodb: boolean;
  temporal: boolean;
}
