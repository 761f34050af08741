/** Replaces the content of a sensitive event. */
export const SENSITIVE = '[sensitive]';

/** The status that a provider's answer begins with: of HTTP, or of SMTP with its enhanced code (RFC 3463). */
const STATUS = /^\d{3}(?:[ -][245]\.\d{1,3}\.\d{1,3})?(?![\w.])/;

/** Keeps only the status of a provider's answer about a message of a sensitive event, because the answer may quote it. */
export function withoutQuotes(words: string): string {
  const status = STATUS.exec(words)?.[0];
  return status === undefined ? SENSITIVE : `${status} ${SENSITIVE}`;
}
