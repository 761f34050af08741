/** X.1.* but the sender's address (7, 8), X.2.1 mailbox disabled, X.4.4 no route to the domain. */
const BAD_RECIPIENT = /^(?:1\.(?:[0-6]|9|10)|2\.1|4\.4)$/;

/** Whether an enhanced status code without its class, for example `1.1`, says that the address is bad (RFC 3463 sections 3.2, 3.3, 3.5; RFC 7505). */
export const isBadRecipient = (subjectAndDetail: string): boolean => BAD_RECIPIENT.test(subjectAndDetail);

/** Replies to RCPT that say so without an enhanced code (RFC 5321 section 4.2.3). */
export const BAD_RECIPIENT_REPLIES: readonly number[] = [501, 550, 551, 553];
