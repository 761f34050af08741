import { parseEventFile } from '../../../../../rendering/event-files';

const problems = (source: string): string[] => {
  const parsed = parseEventFile('bad.yaml', source);
  return parsed.ok
    ? []
    : parsed.problems.map(({ line, message }) => `${line}: ${message.replace('not valid YAML: ', '')}`);
};
/** The first line of the template is the fifth of the file. */
const email = (...lines: string[]): string =>
  ['name: a', 'templates:', '  email:', '    en:', ...lines.map((line) => `      ${line}`), ''].join('\n');

const BRACES = 'put a text with "{{" in it in quotes';
const NESTED = 'a map begins within a value: put a text with ": " in it, or with ":" at its end, in quotes';
const NOT_ALIGNED = 'All mapping items must start at the same column';

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
    [`5: ${BRACES}`, `6: ${BRACES}`, `7: ${NESTED}`],
  ],
  ['such a text in a map on one line', 'templates:\n  sms: { en: { text: {{name}} hi } }', [`2: ${BRACES}`]],
  [
    'a variable within a text in a map on one line',
    'templates:\n  sms: { en: { text: Hi {{name}}, you } }',
    [`2: ${BRACES}`],
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
  ['a colon in a text', email('subject: Order: {{id}}', 'text: T'), [`5: ${NESTED}`]],
  ['two colons in a text', email('subject: Re: it: is', 'text: T'), [`5: ${NESTED}`]],
  ['a colon in a text in a map on one line', 'templates:\n  sms: { en: { text: A: b } }', [`2: ${NESTED}`]],
  ['a colon at the end', email('subject: Order:', 'text: T'), [`5: ${NESTED}`]],
  [
    'a quote that is not closed in a map on one line',
    "name: a\ntemplates:\n  email:\n    en: { subject: 'S, text: T }\n",
    ["4: the ' of this line is never closed"],
  ],
  ['a quote that is not closed', email("subject: 'S", 'text: T'), ["5: the ' of this line is never closed"]],
  [
    'a quote that the next one closes',
    email('subject: "S', '  and: "T"'),
    ['6: "T"" does not belong to the value before it'],
  ],
  [
    'an apostrophe in single quotes',
    email("subject: 'It's here'", 'text: T'),
    ['5: "s here\'" does not belong to the value before it (put the whole text in quotes)'],
  ],
  [
    'quotes in quotes',
    email('subject: "Say "hi" now"', 'text: T'),
    ['5: "hi" now"" does not belong to the value before it'],
  ],
  [
    'a brace that is not closed',
    'name: a\ntemplates: { sms: { en: { text: T } }\nlanguage: en\n',
    ['2: the { of this line is never closed'],
  ],
  [
    'a brace too many',
    'name: a\ntemplates: { sms: { en: { text: T } } } }',
    ['2: "}" does not belong to the value before it'],
  ],
  ['tabs', 'name: a\ntemplates:\n\tsms:\n\t\ten: { text: T }\n', ['3: Tabs are not allowed as indentation']],
  [
    'a tab in a text over several lines',
    'templates:\n  sms:\n    en:\n      text: |\n      \tHi\n    sv: { text: a }',
    ['5: Tabs are not allowed as indentation'],
  ],
  ['a key too far to the right', email('subject: a', '  text: b'), [`5: ${NESTED}`]],
  ['a key too far to the left', 'name: a\ntemplates:\n    sms:\n  push:\n', [`4: ${NOT_ALIGNED}`]],
  [
    'a step too far to the left',
    'sequence:\n  - send: email\n - wait: 5s\n',
    ['3: "- wait: 5s" is not indented like'],
  ],
  ['a step without its dash', 'sequence:\n  - send: email\n  wait: 5s\n', [`3: ${NOT_ALIGNED}`]],
  [
    'a space before the first key',
    ' name: a\ntemplates:\n  sms: {}\n',
    ['2: "templates:" is not indented like'],
  ],
  [
    'a text that is not indented',
    'templates:\n  sms:\n    en:\n      text: |\nHello\n',
    ['5: "Hello" is neither a key, which has ": " after it, nor indented'],
  ],
  ['a key without its space', 'name:a\ntemplates:\n  sms: {}\n', ['1: "name:a" is neither a key']],
  ['a key without its colon', 'name: a\ntemplates\n  sms: {}\n', ['2: "templates" is neither a key']],
  [
    'keys that stand twice',
    'name: a\nname: b\ntemplates:\n  sms:\n    en: { text: a }\n    "en": { text: b }\n',
    ['2: the key "name" appears twice in one map', '6: the key "en" appears twice in one map'],
  ],
  [
    'a long key that stands twice',
    `${'x'.repeat(41)}: a\n${'x'.repeat(41)}: b\n`,
    [`2: the key "${'x'.repeat(40)}…" appears twice`],
  ],
  [
    'a key of 40 characters that stands twice',
    `${'x'.repeat(40)}: a\n${'x'.repeat(40)}: b\n`,
    [`2: the key "${'x'.repeat(40)}" appears twice`],
  ],
  ['a key that is a list', '? [a]\n: b\n', ['1: a key must be a text (put the whole text in quotes)']],
  [
    'a long line that is no key',
    `name: a\n${'q'.repeat(50)}\nb: c\n`,
    [`2: "${'q'.repeat(40)}" is neither a key`],
  ],
  [
    'a list that is not closed, with maps that are',
    'sequence: [ { send: email },\n  { wait: 5s }\nname: a\n',
    ['1: the [ of this line is never closed'],
  ],
  [
    'a text in the line of a mark that is followed by a block',
    email('text: >Hi', '  you', 'subject: a'),
    ['5: a text after "|" or ">"'],
  ],
  ['a map behind a list', '- a\nb: c\n', ['2: "b: c" is not indented like the lines above it']],
  [
    'a text behind a text',
    email('subject: "S"   then', 'text: T'),
    ['5: "then" does not belong to the value before it'],
  ],
  [
    'a tag of another kind',
    email('subject: !!int "x"', 'text: T'),
    ['5: Unresolved tag: tag:yaml.org,2002:int (put the whole text in quotes)'],
  ],
  ['a text behind the mark of a block', email('text: | Hi', 'subject: a'), ['5: a text after "|"']],
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

  it.each([
    '%off',
    '@you',
    '`a`',
    '*New* order',
    '*New*',
    '&New order',
    '&New',
    '[Shop] order',
    '- a',
    '! a',
    '!a',
  ])('a text that begins as %s is never read without its beginning: it is to be put in quotes', (text) => {
    for (const file of [
      email(`subject: ${text}`, 'text: T'),
      `templates: { sms: { en: { text: ${text} } } }`,
    ])
      expect(problems(file)).toContainEqual(expect.stringMatching(/^[15]: .* in quotes/));
  });

  it('an anchor and its alias are what they say', () => {
    expect(problems(email('subject: &s Hi', 'text: *s'))).toEqual([]);
    expect(problems(email('subject: *s', 'text: &s Hi'))).toEqual([
      expect.stringMatching(/^5: the alias "\*s" repeats nothing: no "&s" is above it/),
      expect.stringMatching(/^6: no alias repeats "&s"/),
    ]);
    expect(problems('templates: &t\n  sms: *t')).toEqual([
      expect.stringMatching(/^2: the alias "\*t" is within the value that it repeats/),
    ]);
  });

  it('no other kinds of values are read for a %YAML 1.1', () => {
    const file = (text: string): string => `%YAML 1.1\n---\ntemplates: { sms: { en: { text: ${text} } } }`;
    expect(problems(file('yes'))).toEqual([]);
    expect(problems(file('!!binary aGk='))).toEqual([expect.stringMatching(/^3: Unresolved tag/)]);
  });

  it('comments are no mistakes, and neither is a # that belongs to a text', () => {
    const lines = [
      ...['# text: {{name}}', '#text: {{name}}', 'subject: a # was {{name}}', 'preheader: a #{'],
      ...['text: |', '  a #{{name}}', '  #{{name}}'],
      'html: "a #{{name}}" # {{html}}',
    ];
    expect(problems(email(...lines))).toEqual([]);
  });

  it('of more mistakes than fifty the first are told, and how many more there are', () => {
    const source = `a:\n${Array.from({ length: 1000 }, (_, index) => `  k${index}: {{a}} b`).join('\n')}`;
    const found = problems(source);
    expect(found).toHaveLength(51);
    expect(found[49]).toBe(`51: ${BRACES}`);
    expect(found[50]).toBe('52: and 950 more problems, from this line on');
  });
});
