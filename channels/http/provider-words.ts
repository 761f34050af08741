/** Characters of a provider's words that are kept. */
const LONGEST = 500;

/**
 * A provider's words as operators see them: on one line, of bounded length, without the credentials that they may
 * quote (Graph API: "Malformed access token …").
 */
export function providerWords(words: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), words);
  const line = hidden.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
