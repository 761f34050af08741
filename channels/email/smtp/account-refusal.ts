/**
 * Matches replies by which a submission server refuses our account, its sender or its address, whatever the message
 * says and whoever gets it. An operator can correct each.
 *
 * | Reply                                                                     | Source                                     |
 * |---------------------------------------------------------------------------|--------------------------------------------|
 * | 5.4.5, daily limit, sending quota, SubmissionQuotaExceeded                 | Gmail, Exchange                            |
 * | SendAsDenied, 5.7.60, "not owned by user", "not permitted to send as"      | Exchange, Postfix                          |
 * | relay access denied, relaying denied, unable to relay, 5.7.54              | Postfix, sendmail, Exchange                |
 * | "address is not verified", "sender … not verified"                         | SES's SMTP interface, SendGrid's           |
 * | "authentication required", "not authenticated", "not logged in"            | Gmail, Exchange, Postfix                   |
 * | "bad outbound sender", "your account … suspended", "sending … paused"      | Exchange, SES                              |
 */
const ACCOUNT: readonly RegExp[] = [
  /^\d{3}[ -]5\.4\.5\b/,
  /\bdaily (?:user |message |e-?mail |mail )?(?:sending |message |relay )?(?:limit|quota)\b|\bsending (?:limit|quota)\b|\bsubmissionquotaexceeded/i,
  /\bsend ?as ?denied\b|\b5\.7\.60\b|\b(?:permissions?|permitted|allowed|authori[sz]ed) to send (?:as|from|on behalf)\b|\bnot owned by (?:the )?user\b/i,
  /\brelay(?:ing)? (?:access )?(?:is )?(?:denied|prohibited|not (?:permitted|allowed))|\bunable to relay\b|\b5\.7\.54\b/i,
  /\b(?:address(?:es)?|sender|identity|identities|from)\b.{0,60}\b(?:is|are|was) not (?:yet )?verified\b|\bnot a verified sender\b|\bverified sender identity\b/i,
  /\bauthentication (?:is )?required\b|\b(?:not |un-?)authenticated\b|\bnot logged in\b|\bmust authenticate\b/i,
  /\bbad outbound sender\b|\byour account\b.{0,60}\b(?:suspended|disabled|blocked|locked)\b|\bsending\b.{0,40}\b(?:paused|suspended|disabled)\b/i,
];

/** DMARC and SPF words say "unauthenticated" about the mail and not about the connection. */
const OF_THE_MAIL = /\b(?:dmarc|dkim|spf)\b/i;
/** A recipient's own state, which may use the same words. */
const OF_THE_RECIPIENT = /^\d{3}[ -][45]\.(?:1\.(?:[0-6]|9|10)|2\.[123])\b/;

/** Whether a reply refuses our account, and not the message or its recipient. */
export const refusesAccount = (response: string): boolean =>
  !OF_THE_RECIPIENT.test(response) &&
  !OF_THE_MAIL.test(response) &&
  ACCOUNT.some((pattern) => pattern.test(response));
