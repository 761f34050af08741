/** What a role can use, as it is known from its last use or a check in the background. */
export interface Health {
  /** Whether the role can do its work. */
  ready: boolean;
  mongodb: boolean;
  temporal: boolean;
  /** False: ENCRYPTION_KEY is not the one of the database. Absent: it is, or was not checked yet. */
  encryption_key?: false;
}
