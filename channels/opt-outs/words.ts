/** Words with which people opt out and in. */
export interface OptWords {
  stop: readonly string[];
  start: readonly string[];
}

/**
 * Words that count at every provider: the keywords of carriers in English, and what carriers of other countries require or
 * recommend (French, German, Spanish, Portuguese, Italian, Dutch, Scandinavian). Settings `OPT_OUT_WORDS` and
 * `OPT_IN_WORDS` add to them.
 */
const COMMON: OptWords = {
  stop: [
    ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'],
    ...['ARRET', 'STOPP', 'ABMELDEN', 'BAJA', 'PARAR', 'SAIR', 'CANCELLA', 'AFMELDEN'],
  ],
  start: ['START', 'UNSTOP'],
};

/**
 * Returns whether a message to us opts out: true for a word of `stop`, false for one of `start`, undefined for anything
 * else. A word counts if it is the whole message, whatever its case, its accents and the punctuation around it ("Stop."
 * and "Arrêt !" do, "Stop please" does not).
 */
export function optedOutBy(
  text: string | undefined,
  ...lists: (OptWords | undefined)[]
): boolean | undefined {
  const word = wordOf(text ?? '');
  if (word === '') return undefined;
  const all = [COMMON, ...lists];
  const isIn = (kind: keyof OptWords) =>
    all.some((words) => words?.[kind].some((one) => wordOf(one) === word));
  if (isIn('stop')) return true;
  return isIn('start') ? false : undefined;
}

/** Returns what a provider's own reading of a message says, undefined if it is neither STOP nor START. */
export function optedOutAs(type: string): boolean | undefined {
  const reading = type.trim().toUpperCase();
  if (reading === 'STOP') return true;
  return reading === 'START' ? false : undefined;
}

/** Returns the form in which words are compared. */
const wordOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/[\s-]+/g, ' ')
    .toUpperCase();
