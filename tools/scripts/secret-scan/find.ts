/** A form of keys that is recognized in text. */
interface Pattern {
  name: string;
  /** Its first group is the random part; without one, the whole match is. */
  matches: RegExp;
  /** Minimum entropy of the random part, bits a character. Examples such as `live_xxxxxxxx` have less. @default 3 */
  entropy?: number;
}

/** A line that holds what looks like a key. */
export interface SecretFinding {
  file: string;
  line: number;
  name: string;
  /** The match itself, which is compared with the known ones and never printed. */
  match: string;
}

/** Not within a longer word. */
const word = (pattern: string): RegExp => new RegExp(String.raw`(?<![\w-])${pattern}(?![\w-])`, 'g');

export const PATTERNS: readonly Pattern[] = [
  { name: 'AWS access key id', matches: word('(?:AKIA|ASIA)([A-Z2-7]{16})') },
  {
    name: 'AWS secret access key',
    matches: /aws_?secret_?access_?key["']?\s*[:=]\s*["']?([A-Za-z0-9/+]{40})(?![\w/+])/gi,
    entropy: 4,
  },
  { name: 'Slack token', matches: word(String.raw`xox[abeoprs]-((?:[\w-]+-)?[\w]{10,})`) },
  { name: 'Slack webhook', matches: /hooks\.slack\.com\/services\/(T\w{6,}\/B\w{6,}\/\w{16,})/g },
  { name: 'Stripe key', matches: word('[rs]k_(?:live|test)_([A-Za-z0-9]{20,})') },
  { name: 'webhook signing secret', matches: /(?<![\w-])whsec_([A-Za-z0-9+/]{32,}={0,2})/g, entropy: 4.2 },
  {
    name: 'private key',
    matches:
      /-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED) )?PRIVATE KEY-----[\s\\n"'+]*([A-Za-z0-9+/]{40,})/g,
  },
  { name: 'API key of Heliograph', matches: word('(?:live|test)_([A-Za-z0-9_-]{43})'), entropy: 4.2 },
  { name: 'admin key of Heliograph', matches: word('admin_([A-Za-z0-9_-]{43})'), entropy: 4.2 },
  { name: 'npm token', matches: word('npm_([A-Za-z0-9]{36})') },
  { name: 'GitHub token', matches: word('(?:gh[oprsu]_([A-Za-z0-9]{36,})|github_pat_([A-Za-z0-9_]{60,}))') },
  { name: 'SendGrid key', matches: word(String.raw`SG\.([\w-]{22}\.[\w-]{43})`) },
  { name: 'Google API key', matches: word('AIza([A-Za-z0-9_-]{35})') },
  { name: 'Telegram bot token', matches: word(String.raw`\d{8,10}:(AA[\w-]{33})`) },
];

const USUAL_ENTROPY = 3;

/** Returns what looks like a key in a text. */
export function findSecrets(file: string, text: string): SecretFinding[] {
  return PATTERNS.flatMap(({ name, matches, entropy = USUAL_ENTROPY }) =>
    [...text.matchAll(matches)]
      .filter(
        ([match, ...groups]) => entropyOf(groups.find((group) => group !== undefined) ?? match) >= entropy,
      )
      .map(({ 0: match, index }) => ({ file, line: text.slice(0, index).split('\n').length, name, match })),
  ).sort((a, b) => a.line - b.line);
}

/** Shannon entropy of a text, bits a character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce(
    (sum, count) => sum - (count / text.length) * Math.log2(count / text.length),
    0,
  );
}
