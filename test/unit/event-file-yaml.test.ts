import { parseEventFile } from '../../core/schemas/event-file';

const problems = (source: string): string[] => {
  const parsed = parseEventFile('bad.yaml', source);
  return parsed.ok
    ? []
    : parsed.problems.map(({ line, message }) => `${line}: ${message.replace('not valid YAML: ', '')}`);
};
/** The first line of the template is the fifth of the file. */
const email = (...lines: string[]): string =>
  ['name: a', 'templates:', '  email:', '    en:', ...lines.map((line) => `      ${line}`), ''].join('\n');

const BRACES = 'put a text that begins with "{{" in quotes';
const COLON = 'put a text with ": " in it in quotes';
const INDENTATION = 'the indentation fits nothing above it';

/** What was mistaken, the file, and the beginnings of what is said. */
const mistakes: [string, string, string[]][] = [
  ['a text that begins with a variable', email('subject: {{name}} hi', 'text: T'), [`5: ${BRACES}`]],
  ['a text that is a variable', email('subject: {{name}}', 'text: T'), [`5: ${BRACES}`]],
  ['a text that begins with three braces', email('subject: {{{name}}} hi', 'text: T'), [`5: ${BRACES}`]],
  ['a text that begins with a block', email('subject: {{#if a}}b{{/if}}', 'text: T'), [`5: ${BRACES}`]],
  ['a text that begins with @', email('text: {{@root.a}}', 'subject: T'), [`5: ${BRACES}`]],
  ['a variable that is not closed', email('subject: {{name', 'text: T'), [`5: ${BRACES}`]],
  [
    'such texts in several lines',
    email('subject: {{name}} hi', 'text: {{date when}}', 'preheader: a: b'),
    [`5: ${BRACES}`, `6: ${BRACES}`, `7: ${COLON}`],
  ],
  ['such a text in a map on one line', 'templates:\n  sms: { en: { text: {{name}} hi } }', [`2: ${BRACES}`]],
  [
    'a variable within a text in a map on one line',
    'templates:\n  sms: { en: { text: Hi {{name}}, you } }',
    ['2: put a text with "{{" in it, between braces or brackets, in quotes'],
  ],
  [
    'a hash in a text, which begins a comment',
    email('subject: Order #{{n}} of {{day}}', "text: 'T' #{{name}} # ok"),
    [`5: YAML takes "#{{n}} of {{day}}" for a comment: put the whole`, '6: YAML takes "#{{name}} # ok"'],
  ],
  [
    'such a text over several lines, in a list, and one that is nothing else',
    email('subject: Order', '  of #{{n}}', 'text: #{{n}}', 'x: [a, b #{{c}}', '  ]'),
    ['6: YAML takes "#{{n}}"', '7: YAML takes', '8: YAML takes'],
  ],
  ['a colon in a text', email('subject: Order: {{id}}', 'text: T'), [`5: ${COLON}`]],
  ['two colons in a text', email('subject: Re: it: is', 'text: T'), [`5: ${COLON}`]],
  ['a colon in a text in a map on one line', 'templates:\n  sms: { en: { text: A: b } }', [`2: ${COLON}`]],
  ['a colon at the end', email('subject: Order:', 'text: T'), ['5: put a text that ends with ":" in quotes']],
  [
    'a quote that is not closed in a map on one line',
    "name: a\ntemplates:\n  email:\n    en: { subject: 'S, text: T }\n",
    ["4: the ' of this line is never closed"],
  ],
  ['a quote that is not closed', email("subject: 'S", 'text: T'), ["5: the ' of this line is never closed"]],
  [
    'a quote that the next one closes',
    email('subject: "S', '  and: "T"'),
    ['5: the " of this line is closed only on line 6'],
  ],
  [
    'an apostrophe in single quotes',
    email("subject: 'It's here'", 'text: T'),
    ["5: the text goes on behind its closing ' (write '' for one in the text)"],
  ],
  [
    'quotes in quotes',
    email('subject: "Say "hi" now"', 'text: T'),
    ['5: the text goes on behind its closing " (write \\" for one in the text)'],
  ],
  [
    'a brace that is not closed',
    'name: a\ntemplates: { sms: { en: { text: T } }\nlanguage: en\n',
    ['2: the { of this line is never closed'],
  ],
  [
    'a brace too many',
    'name: a\ntemplates: { sms: { en: { text: T } } } }',
    ['2: the } here closes nothing'],
  ],
  ['tabs', 'name: a\ntemplates:\n\tsms:\n\t\ten: { text: T }\n', ['3: Tabs are not allowed as indentation']],
  [
    'a tab in a text over several lines',
    'templates:\n  sms:\n    en:\n      text: |\n      \tHi\n    sv: { text: a }',
    ['5: Tabs are not allowed as indentation'],
  ],
  ['a key too far to the right', email('subject: a', '  text: b'), [`6: ${INDENTATION}`]],
  ['a key too far to the left', 'name: a\ntemplates:\n    sms:\n  push:\n', [`4: ${INDENTATION}`]],
  ['a step too far to the left', 'sequence:\n  - send: email\n - wait: 5s\n', [`3: ${INDENTATION}`]],
  ['a step without its dash', 'sequence:\n  - send: email\n  wait: 5s\n', [`3: ${INDENTATION}`]],
  ['a space before the first key', ' name: a\ntemplates:\n  sms: {}\n', [`2: ${INDENTATION}`]],
  [
    'a text that is not indented',
    'templates:\n  sms:\n    en:\n      text: |\nHello\n',
    ['5: "Hello" is neither a key, which has ": " behind it, nor indented'],
  ],
  ['a key without its space', 'name:a\ntemplates:\n  sms: {}\n', ['1: "name:a" is neither a key']],
  ['a key without its colon', 'name: a\ntemplates\n  sms: {}\n', ['2: "templates" is neither a key']],
  [
    'keys that stand twice',
    'name: a\nname: b\ntemplates:\n  sms:\n    en: { text: a }\n    "en": { text: b }\n',
    ['2: the key "name" stands twice in one map', '6: the key "en" stands twice in one map'],
  ],
  ['a text behind the mark of a block', email('text: | Hi', 'subject: a'), ['5: a text behind "|"']],
  ...['%off', '@you', '`a`', '*New* order', '[Shop] order', '!new order', '- a', '? a'].map(
    (text): [string, string, string[]] => [
      `a text that begins as ${text}`,
      email(`subject: ${text}`, 'text: T'),
      ['5: '],
    ],
  ),
];

describe('a file that is not YAML is refused for each mistake once, in its line:', () => {
  it.each(mistakes)('%s', (_what, source, expected) => {
    expect(problems(source)).toEqual(expected.map((begin) => expect.stringContaining(begin) as string));
  });

  it('a text that begins with what YAML reads is to be put in quotes', () => {
    for (const text of ['%off', '@you', '`a`', '*New* order', '[Shop] order', '- a', '? a'])
      expect(problems(email(`subject: ${text}`, 'text: T'))).toEqual([
        expect.stringMatching(/^5: put a text that begins with ".{1,2}" in quotes$/) as string,
      ]);
  });

  it('comments are no mistakes, and neither is a # that belongs to a text', () => {
    const lines = [
      ...['# text: {{name}}', '#text: {{name}}', 'subject: a # was {{name}}', 'preheader: a #{'],
      ...['text: |', '  a #{{name}}', '  #{{name}}'],
      'html: "a #{{name}}" # {{html}}',
    ];
    expect(problems(email(...lines))).toEqual([]);
  });

  it('thousands of mistakes are found at once', () => {
    const begun = Date.now();
    const source = `a:\n${Array.from({ length: 1000 }, (_, index) => `  k${index}: {{a}} b`).join('\n')}`;
    expect(problems(source)).toHaveLength(1000);
    // About half a second; to walk the whole document for each would take many times as long.
    expect(Date.now() - begun).toBeLessThan(10_000);
  });
});
