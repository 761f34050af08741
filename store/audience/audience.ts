/** Some of the members of an audience, in the order of their ids. */
export interface AudiencePage {
  contactIds: string[];
  /** Where the next page begins: goes into `after`. Null: there are no more. A page may have fewer than `limit` and be followed by another. */
  next: string | null;
}

/**
 * Contacts that something is sent to, in the ascending order of their ids, which nothing moves. A page may be read again.
 * Who is removed before its page is read is not in it.
 */
export interface Audience {
  page: (after: string | null, limit: number) => Promise<AudiencePage>;
}
