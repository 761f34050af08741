const MOST = 500;

/** A provider's words as operators see them: one line, not endless, and without our secrets, should it echo them. */
export function operatorWords(words: string, ...secrets: string[]): string {
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), words);
  const line = clean.replace(/\s+/g, ' ').trim();
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line;
}

/** Length as people and providers count it: an emoji of two UTF-16 units is one character. */
export const characters = (text: string): number => [...text].length;
