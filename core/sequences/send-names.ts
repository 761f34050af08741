/** A text of TypeScript or JavaScript that may be the name of a SEND, or a part of one where `+` joins it to others. */
const TEXT = /(?<before>\+\s*)?(?<quote>['"`])(?<text>(?:[\w-]|\$\{[^{}]*\})+)\k<quote>(?<after>\s*\+)?/g;
const COMMENT = /\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gs;
const ANYTHING = '.+';

/** What the sources of sequences say of the names of their SENDs. */
export interface SendNames {
  /** Whether code may send under this name. It may be wrong only by saying yes. */
  has(name: string): boolean;
  /** The texts that have no variable part. */
  known: string[];
}

/** Returns the names that SENDs may have in the given sources, each text in them being one: `send('thanks')`, `` `reminder-${n}` ``. */
export function sendNamesIn(sources: readonly string[]): SendNames {
  const known = new Set<string>();
  const patterns: RegExp[] = [];
  for (const source of sources)
    for (const { groups = {} } of source.replace(COMMENT, '').matchAll(TEXT)) {
      const { before, text = '', after } = groups;
      const parts = text.split(/\$\{[^{}]*\}/);
      if (parts.length === 1 && !before && !after) known.add(text);
      else {
        const pattern = parts.join(ANYTHING);
        patterns.push(new RegExp(`^${before ? ANYTHING : ''}${pattern}${after ? ANYTHING : ''}$`));
      }
    }
  return {
    has: (name) => known.has(name) || patterns.some((pattern) => pattern.test(name)),
    known: [...known],
  };
}
