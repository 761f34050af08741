/**
 * Returns whether a message to us opts out: true for a word of `stop`, false for one of `start`, undefined for anything
 * else. A word counts if it is the whole message, in any case ("Stop please" does not). The lists are in upper case.
 */
export function optedOutBy(
  { stop, start }: { stop: readonly string[]; start: readonly string[] },
  text: string | undefined,
): boolean | undefined {
  const word = text?.trim().toUpperCase() ?? '';
  if (stop.includes(word)) return true;
  return start.includes(word) ? false : undefined;
}
