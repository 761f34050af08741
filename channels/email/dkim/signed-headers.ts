/** Fields of which one that somebody adds would be shown or obeyed: the signature also covers that there is no further one (RFC 6376 section 8.15). */
const OVERSIGNED = ['from', 'to', 'cc', 'reply-to', 'subject'];

/**
 * Fields that are signed if they are there, and then that there is no further one: those of RFC 6376 section 5.4.1, of MIME,
 * and both of one-click unsubscribing, which RFC 8058 section 4 requires. A server on the way may add one that is missing.
 */
const SIGNED_IF_PRESENT = [
  ...['sender', 'date', 'message-id', 'in-reply-to', 'references', 'auto-submitted'],
  ...['mime-version', 'content-type', 'content-transfer-encoding'],
  ...['list-unsubscribe', 'list-unsubscribe-post', 'list-id', 'list-help', 'list-subscribe'],
  ...['list-post', 'list-owner', 'list-archive', 'x-heliograph-notification', 'x-heliograph-message'],
];

/** A header field, as the message has it. */
export interface Field {
  /** In lower case. */
  name: string;
  /** The lines of the field, with the name. */
  text: string;
}

/** Returns the names for `h=`, and the fields that they name: each name from the last field to the first (section 5.4.2). */
export function signedHeaders(fields: readonly Field[]): { names: string[]; signed: Field[] } {
  const names: string[] = [];
  const signed: Field[] = [];
  for (const name of [...OVERSIGNED, ...SIGNED_IF_PRESENT]) {
    const found = fields.filter((field) => field.name === name).reverse();
    if (found.length === 0 && !OVERSIGNED.includes(name)) continue;
    signed.push(...found);
    names.push(...found.map(() => name), name);
  }
  return { names, signed };
}
