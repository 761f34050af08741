/** Verbs as they are of several and of one. */
const OF_ONE: Readonly<Record<string, string>> = { have: 'has', are: 'is', were: 'was', do: 'does' };

/** Returns words that follow a number, such as "have ended already". Their verb, which is first, agrees with the number. */
export function agreeing(count: number, words: string): string {
  const [verb = '', ...others] = words.split(' ');
  return count === 1 ? [OF_ONE[verb] ?? verb, ...others].join(' ') : words;
}
