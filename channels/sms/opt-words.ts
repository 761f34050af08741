/** What a provider takes for an opt-out and an opt-in, upper case. */
export interface OptWords {
  stop: readonly string[];
  start: readonly string[];
}

/**
 * What a message to us says of opting out: true for a word of `stop`, false for one of `start`, undefined for anything
 * else. A word counts where it is the whole message, in any case ("Stop please" is none).
 */
export function optedOutBy({ stop, start }: OptWords, text: string | undefined): boolean | undefined {
  const word = text?.trim().toUpperCase() ?? '';
  if (stop.includes(word)) return true;
  return start.includes(word) ? false : undefined;
}
