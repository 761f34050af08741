/** What stands in place of what a sensitive event says. */
export const SENSITIVE = '[sensitive]';

/** The status that a provider's answer begins with: of HTTP, or of SMTP with its enhanced code (RFC 3463). */
const STATUS = /^\d{3}(?:[ -][245]\.\d{1,3}\.\d{1,3})?(?![\w.])/;

/** A provider's words about a message of a sensitive event, which may quote it: only the status is kept. */
export function withoutQuotes(words: string): string {
  const status = STATUS.exec(words)?.[0];
  return status === undefined ? SENSITIVE : `${status} ${SENSITIVE}`;
}
