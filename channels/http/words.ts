/** Characters of a provider's words that are kept. */
const LONGEST = 500;

/**
 * A provider's words as operators see them: on one line, of bounded length, without `secrets` (credentials, tokens),
 * which providers quote in their answers (Graph API: "Malformed access token …").
 */
export function operatorWords(words: string, secrets: readonly string[], mark = '***'): string {
  const hidden = secrets.reduce((text, secret) => (secret ? text.replaceAll(secret, mark) : text), words);
  const line = hidden.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/**
 * An answer as operators see it: status, the provider's code and the first line of its words. Later lines are left
 * out, since a provider that could not check a signature repeats there what was signed.
 */
export function answerWords(
  status: number,
  { code, words, secrets }: { code?: string | number; words?: string; secrets: readonly string[] },
): string {
  const first = words?.split(/[\r\n]/, 1)[0];
  const head = [status, code].filter((part) => part !== undefined).join(' ');
  return operatorWords(first ? `${head}: ${first}` : head, secrets, '[secret]');
}
