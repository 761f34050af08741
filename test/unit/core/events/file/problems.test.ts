import fc from 'fast-check';
import { formatCount } from '../../../../../core/events/file/limits';
import { parseEventFile } from '../../../../../rendering/event-files';
import { part, rounds } from '../../../../support/property-runs';

const TEMPLATES = 'templates: { email: { en: { subject: Hi, html: <p> } } }';
const problems = (source: string): string[] => {
  const parsed = parseEventFile('bad.yaml', source);
  return parsed.ok ? [] : parsed.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
};

/** Each source, and the beginnings of what is said about it, `line: message`. */
const refused: [string, string, string[]][] = [
  ['an empty file', '# nothing', ['1: the file is empty']],
  ['a list', '- a', ['1: the file must be a map']],
  ['broken YAML', 'a:\n\t- b', ['2: not valid YAML: Tabs']],
  ['a key twice', `name: a\nname: b\n${TEMPLATES}`, ['2: not valid YAML: the key "name" appears twice']],
  ['two documents', `${TEMPLATES}\n---\na: 1`, ['2: not valid YAML: Source contains multiple documents']],
  ['a tag', `${TEMPLATES}\nname: !js/function x`, ['2: not valid YAML: Unresolved tag']],
  [
    'an unknown key',
    `${TEMPLATES}\nchanels: []\nfoo: 1`,
    ['2: unknown key "chanels", did you mean "channels"?', '3: unknown key "foo"'],
  ],
  ['a merge key', `<<: { name: a }\n${TEMPLATES}`, ['1: unknown key "<<"']],
  [
    'a limit of SMS without one',
    `${TEMPLATES}\nsms: { max_segments: 2 }`,
    ['2: there is no template for sms'],
  ],
  [
    'a limit of no SMS',
    `sms: { max_segments: 0 }\n${TEMPLATES}`,
    ['1: "sms.max_segments" must be an integer from 1 to 20'],
  ],
  ['no templates', 'name: a', ['1: the event has no template']],
  [
    'an unknown channel in templates',
    'templates:\n  emial: {}',
    ['2: unknown key "templates.emial", did you mean "email"?'],
  ],
  [
    'a channel in templates that resembles none',
    'templates:\n  fax: {}',
    ['2: unknown key "templates.fax" (known: email, sms, slack, push, telegram, whatsapp, discord)'],
  ],
  [
    'an unknown channel in channels',
    `channels:\n  - email\n  - fax\n${TEMPLATES}`,
    ['3: "channels[1]" must be one of email, sms,'],
  ],
  ['a channel twice', `channels: [email, email]\n${TEMPLATES}`, ['1: "channels" names email twice']],
  [
    'a channel without template',
    `channels:\n  - email\n  - sms\n${TEMPLATES}`,
    ['3: there is no template for sms'],
  ],
  ['no channel', `channels: []\n${TEMPLATES}`, ['1: "channels" must name at least one']],
  [
    'a mistyped part',
    'templates:\n  email:\n    en:\n      subjet: a\n      html: b',
    [
      '3: "templates.email.en.subject" is missing',
      '4: unknown key "templates.email.en.subjet", did you mean "subject"?',
    ],
  ],
  [
    'an e-mail without body',
    'templates:\n  email:\n    en:\n      subject: a',
    ['3: "templates.email.en" needs "html", "mjml" or "text"'],
  ],
  [
    'an SMS with a subject',
    'templates:\n  sms:\n    en:\n      text: a\n      subject: b',
    ['5: unknown key "templates.sms.en.subject"'],
  ],
  [
    'an empty text',
    'templates:\n  sms:\n    en:\n      text: " "',
    ['4: "templates.sms.en.text" must not be empty'],
  ],
  [
    'no default language',
    `templates:\n  sms:\n    sv: { text: a }`,
    ['2: "templates.sms" has no template in the default language "en"'],
  ],
  ['no language', `language: klingon\n${TEMPLATES}`, ['1: "language" is not a language code']],
  [
    'a language variant that is none',
    'templates:\n  sms:\n    en: { text: a }\n    english: { text: b }',
    ['4: "templates.sms.english" is not a language code'],
  ],
  [
    'a language twice',
    'templates:\n  sms:\n    en: { text: a }\n    EN: { text: b }',
    ['4: "templates.sms.EN" repeats the language en'],
  ],
  ['a bad name', `${TEMPLATES}\nname: a b`, ['2: "name" must begin with']],
  ['a number for a name', `name: 12\n${TEMPLATES}`, ['1: "name" must be text, not a number (quote it)']],
  [
    'a bad sender',
    `from: "a@example.com\\nBcc: b@example.com"\n${TEMPLATES}`,
    ['1: "from" must be an e-mail address'],
  ],
  [
    'a bad guarantee',
    `delivery: once\n${TEMPLATES}`,
    ['1: "delivery" must be one of at_least_once, at_most_once'],
  ],
  [
    'a duration without unit',
    `retry_for: 5\n${TEMPLATES}`,
    ['1: "retry_for" must be a duration with its unit'],
  ],
  [
    'a duration in words',
    `retry_for: 5 minutes\n${TEMPLATES}`,
    ['1: "retry_for" "5 minutes" is not a duration'],
  ],
  ['a duration of nothing', `retry_for: 0s\n${TEMPLATES}`, ['1: "retry_for" must be more than 0']],
  [
    'a WAIT over 30 days',
    `${TEMPLATES}\nsequence:\n  - send: email\n  - wait: 31d`,
    ['4: "sequence[1].wait" must be more than 0 and at most 30 days'],
  ],
  [
    'two digests',
    `${TEMPLATES}\nsequence:\n  - digest: 5m\n  - digest: 5m\n  - send: email`,
    ['4: "sequence" may have one "digest"'],
  ],
  [
    'a digest that is no duration',
    `${TEMPLATES}\nsequence:\n  - digest: often\n  - send: email`,
    ['3: "sequence[0].digest" "often" is not a duration such as 90s, 10m, 6h or 3d'],
  ],
  [
    'a key of a digest that is no field of the payload',
    `${TEMPLATES}\nsequence:\n  - digest: { for: 5m, key: project }\n  - send: email`,
    ['3: "sequence[0].digest.key" must be a field of the payload, such as payload.project_id'],
  ],
  [
    'a key of a digest that is not declared',
    `${TEMPLATES}\npayload: { properties: { project: { type: string } } }\nsequence:\n  - digest: { for: 5m, key: payload.projct }\n  - send: email`,
    ['4: "sequence[0].digest.key": unknown field "payload.projct", did you mean "project"?'],
  ],
  [
    'a key of a digest that is a list',
    `${TEMPLATES}\npayload: { properties: { tags: { type: array } } }\nsequence:\n  - digest: { until: "09:00", key: payload.tags }\n  - send: email`,
    ['4: "sequence[0].digest.key": "payload.tags" is no text and no number'],
  ],
  [
    'a digest for a time and until another',
    `${TEMPLATES}\nsequence:\n  - digest: { for: 5m, until: "09:00" }\n  - send: email`,
    ['3: unknown key "sequence[0].digest.until" (known: for, key)'],
  ],
  ['a sequence without SEND', `${TEMPLATES}\nsequence:\n  - wait: 5s`, ['2: "sequence" has no "send"']],
  ['text for a list', `channels: email\n${TEMPLATES}`, ['1: "channels" must be a list, not text']],
  ['a number for a list', `sequence: 5\n${TEMPLATES}`, ['1: "sequence" must be a list, not a number\n']],
  ['nothing for a list', `${TEMPLATES}\nsequence:`, ['2: "sequence" must be a list, not empty\n']],
  ['a list for a text', `name: [a]\n${TEMPLATES}`, ['1: "name" must be text, not a list\n']],
  ['a map for a text', `name: { a: 1 }\n${TEMPLATES}`, ['1: "name" must be text, not a map\n']],
  ['nothing for a text', `name:\n${TEMPLATES}`, ['1: "name" must be text, not empty\n']],
  ['true for a text', `name: true\n${TEMPLATES}`, ['1: "name" must be text, not a boolean (quote it)\n']],
  ['a list for a map', 'templates: [a]', ['1: "templates" must be a map of keys and values, not a list\n']],
  [
    'text for a map',
    'templates:\n  sms:\n    en: Hi',
    ['3: "templates.sms.en" must be a map of keys and values, not text\n'],
  ],
  [
    'a code that is no text',
    `${TEMPLATES}\nsequence: { code: 5 }`,
    ['2: "sequence.code" must be text, not a number (quote it)\n'],
  ],
  [
    'a mistyped guarantee',
    `delivery: at_most_onc\n${TEMPLATES}`,
    ['1: "delivery" must be one of at_least_once, at_most_once, did you mean "at_most_once"?\n'],
  ],
  [
    'a long duration that is none',
    `retry_for: ${'x'.repeat(41)}\n${TEMPLATES}`,
    [`1: "retry_for" "${'x'.repeat(40)}" is not a duration`],
  ],
  [
    'a condition on no status',
    `${TEMPLATES}\nsequence:\n  - send: email\n  - if: { message: send-1, status: [] }\n    then: [{ send: email }]`,
    ['4: "sequence[1].if.status" must not be empty\n'],
  ],
  ...['pro', '5', '', '[]'].map((given): [string, string, string[]] => [
    `a condition that is "${given}"`,
    `${TEMPLATES}\nsequence:\n  - if: ${given}\n    then: [{ send: email }]`,
    ['3: "sequence[0].if" must have "value", "message", "all", "any" or "not"\n'],
  ]),
  ['an empty sequence', `${TEMPLATES}\nsequence: []`, ['2: "sequence" must have at least one step']],
  [
    'a step that is two',
    `${TEMPLATES}\nsequence:\n  - { send: email, wait: 5s }\n  - send: email`,
    ['3: "sequence[0]" must be one of "send", "wait", "digest", "if" and "end"'],
  ],
  [
    'a condition without branches',
    `${TEMPLATES}\nsequence:\n  - if: { value: payload.plan, is: pro }\n  - send: email`,
    ['3: "sequence[0]" needs a "then" or an "else"'],
  ],
  [
    'a condition of no known form',
    `${TEMPLATES}\nsequence:\n  - if: { plan: pro }\n    then: [{ send: email }]`,
    ['3: "sequence[0].if" must have "value", "message", "all", "any" or "not"'],
  ],
  [
    'a condition that compares nothing',
    `${TEMPLATES}\nsequence:\n  - if: { all: [{ value: payload.plan }] }\n    then: [{ send: email }]`,
    ['3: "sequence[0].if.all[0]" needs one of is, is_not, in, contains, at_least, at_most, exists'],
  ],
  [
    'a condition with more than 20 "contains"',
    `${TEMPLATES}\nsequence:\n  - if: { any: [{ not: { value: payload.a, contains: x } }, ${Array(2)
      .fill(`{ all: [${Array(10).fill('{ value: payload.a, contains: x }').join(', ')}] }`)
      .join(', ')}] }\n    then: [{ send: email }]`,
    ['3: "sequence[0].if" has 21 "contains"; at most 20 are allowed'],
  ],
  [
    'a condition on a message that comes later, in a branch',
    `${TEMPLATES}\nsequence:\n  - if: { not: { message: last, status: failed } }\n    then:\n      - send: { name: last, channel: email }`,
    ['3: "sequence[0].if.not.message" names "last", and there is no such "send" before it'],
  ],
  [
    'a wait until no time',
    `${TEMPLATES}\nsequence:\n  - wait: { until: "25:00" }\n  - send: email`,
    ['3: "sequence[0].wait.until" must be a time such as "09:00"'],
  ],
  [
    'a wait in no time zone',
    `${TEMPLATES}\nsequence:\n  - wait: { until: "09:00", timezone: Mars }\n  - send: email`,
    ['3: "sequence[0].wait.timezone" must be an IANA time zone'],
  ],
  [
    'a fallback to a channel without a template',
    `${TEMPLATES}\nsequence:\n  - send: { channel: email, fallback: { to: [slack] } }`,
    ['3: step "send-1" has no template for slack to fall back to'],
  ],
  [
    'a branch behind a wait',
    `${TEMPLATES}\nsequence:\n  - wait: 5s\n    then: [{ send: email }]\n  - send: email`,
    ['3: "sequence[0]" has a "then" or "else", which belong to an "if"'],
  ],
  [
    'a step of a kind that is unknown',
    `${TEMPLATES}\nsequence:\n  - sned: email`,
    ['3: unknown key "sequence[0].sned", did you mean "send"?'],
  ],
  [
    'a step of a kind that resembles none',
    `${TEMPLATES}\nsequence:\n  - send: email\n  - pause: 5s`,
    ['4: unknown key "sequence[1].pause" (known: send, wait, digest, if, end, then, else)'],
  ],
  [
    'an end that is not true',
    `${TEMPLATES}\nsequence:\n  - send: email\n  - end: false`,
    ['4: "sequence[1].end" must be "end: true"'],
  ],
  [
    'steps behind an end',
    `${TEMPLATES}\nsequence:\n  - send: email\n  - end: true\n  - wait: 5s\n  - send: email`,
    ['5: "sequence[2]" can never run, because the step before it is "end: true"'],
  ],
  [
    'steps behind an end in a branch',
    `${TEMPLATES}\nsequence:\n  - if: { value: payload.plan, is: pro }\n    then:\n      - end: true\n      - wait: 5s\n  - send: email`,
    ['6: "sequence[0].then[1]" can never run'],
  ],
  [
    'a message of no SEND of that name',
    `${TEMPLATES}\nsequence:\n  - send: { name: first }\n  - if: { delivered: last, within: 2h }\n    then: [{ end: true }]`,
    ['4: "sequence[1].if.delivered" names "last", and there is no such "send" before it'],
  ],
  [
    'messages of no SEND in parts of a condition',
    `${TEMPLATES}\nsequence:\n  - send: email\n  - if: { any: [{ all: [{ message: one, status: sent }] }, { value: payload.a, is: 1 }, { message: two, status: sent }] }\n    then: [{ end: true }]`,
    [
      '4: "sequence[1].if.any[0].all[0].message" names "one"',
      '4: "sequence[1].if.any[2].message" names "two"',
    ],
  ],
  [
    'an else behind a wait',
    `${TEMPLATES}\nsequence:\n  - wait: 5s\n    else: [{ send: email }]\n  - send: email`,
    ['3: "sequence[0]" has a "then" or "else", which belong to an "if"'],
  ],
  [
    'more than 200 steps in all',
    `${TEMPLATES}\nsequence:\n${`  - if: { value: payload.a, is: 1 }\n    then: [${Array(66).fill('{ wait: 1s }').join(', ')}]\n`.repeat(3)}  - send: email`,
    ['2: "sequence" may have at most 200 steps, including its branches'],
  ],
  [
    'two steps of one name',
    `${TEMPLATES}\nsequence:\n  - send: { name: send-2 }\n  - send: email`,
    ['4: two steps are named "send-2"'],
  ],
  [
    'a step name with a dot',
    `${TEMPLATES}\nsequence:\n  - send: { name: a.b }`,
    ['3: "sequence[0].send.name" must begin'],
  ],
  [
    'a SEND without template for its channel',
    `${TEMPLATES}\nsequence:\n  - send: email\n  - send: sms`,
    ['4: step "send-2" has no template for sms'],
  ],
  [
    'a SEND that routing cannot serve',
    `channels: [sms]\nsequence:\n  - send: { templates: { sms: { en: { text: a } } } }\n  - send: { templates: { push: { en: { text: a } } } }`,
    ['4: step "send-2" has no template for any of the event\'s channels'],
  ],
  [
    "a step's templates without default language",
    `${TEMPLATES}\nsequence:\n  - send:\n      templates:\n        sms: { sv: { text: a } }`,
    ['5: "sequence[0].send.templates.sms" has no template in the default'],
  ],
];

describe('parseEventFile refuses', () => {
  it.each(refused)('%s', (_what, source, expected) => {
    const found = problems(source);
    expect(found).toHaveLength(expected.length);
    expected.forEach((begin, index) =>
      // One that ends with a line break is whole.
      expect(`${found[index]!}\n`.slice(0, 9 + begin.length)).toBe(`bad.yaml:${begin}`),
    );
  });

  it('a name that a file name does not give', () => {
    const parsed = parseEventFile('events/my event.yaml', TEMPLATES);
    expect(parsed).toMatchObject({ ok: false, problems: [{ line: 1, file: 'events/my event.yaml' }] });
  });

  it('all that is wrong at once, in the order of the lines', () => {
    const source = 'name: a b\nlanguage: klingon\nfoo: 1\ntemplates:\n  sms: { en: {} }';
    expect(problems(source).map((one) => Number(one.split(':')[1]))).toEqual([1, 2, 3, 5]);
  });
});

describe('a broken template is named with its line in the file', () => {
  it.each([
    ['a literal block', 'html: |\n        <p>\n        {{#if a}}\n        </p>', 6],
    ['a literal block after empty lines', 'html: |\n\n\n        {{nope a}}', 7],
    ['a literal block with a comment behind its mark', 'html: |- # {{#if}}\n        {{nope a}}', 5],
    ['a folded block', 'html: >\n        a\n        b\n\n        {{nope a}}', 8],
    ['a quoted text over lines', 'html: "a\n        b\n        {{nope a}}"', 6],
    ['one line', "html: '{{nope a}}'", 4],
  ])('in %s', (_what, html, line) => {
    const source = `templates:\n  email:\n    en:\n      ${html}\n      subject: Hi\n`;
    expect(problems(source)).toEqual([
      expect.stringMatching(new RegExp(`^bad\\.yaml:${line}: "templates\\.email\\.en\\.html": `)) as string,
    ]);
  });

  it('in every language, channel and step', () => {
    const bad = '{ en: { text: "{{>a}}" }, sv: { text: "{{>b}}" } }';
    const source = `templates:\n  sms: ${bad}\n  push: ${bad}\nsequence:\n  - send:\n      templates:\n        sms: ${bad}`;
    expect(problems(source).map((one) => Number(one.split(':')[1]))).toEqual([2, 2, 3, 3, 7, 7]);
  });

  it('where the alias points', () => {
    const source = 'templates:\n  sms:\n    en: &t\n      text: |\n        a\n        {{nope a}}\n    sv: *t';
    expect(problems(source).map((one) => one.slice(0, 40))).toEqual([
      'bad.yaml:6: "templates.sms.en.text": unk',
      'bad.yaml:6: "templates.sms.sv.text": unk',
    ]);
  });
});

it('takes 20 "contains" beside other comparisons in one condition', () => {
  const send = `send: { name: first, channel: email }`;
  expect(
    problems(
      `${TEMPLATES}\nsequence:\n  - ${send}\n  - if: { any: [{ all: [${'{ value: payload.a, contains: x }, '.repeat(20)}] }, { message: first, status: sent }, { value: payload.b, is: 1 }] }\n    then: [{ send: email }]`,
    ),
  ).toEqual([]);
});

describe('a hostile file', () => {
  const [MISTAKES, LANGUAGES] = [part(19_000), part(6_000)];
  const DIVIDER = '<mj-section><mj-column><mj-divider/></mj-column></mj-section>';
  const nine = (name: string) => `[${Array(9).fill(`*${name}`).join()}]`;
  it.each([
    [
      'over 256 kB',
      'a'.repeat(256 * 1024 + 1),
      'the file has 262,145 bytes; an event file may have at most 262,144',
    ],
    ['of brackets', '['.repeat(250_000), 'nested deeper'],
    ['of braces', '{a: '.repeat(60_000), 'nested deeper'],
    ['of dashes', '- '.repeat(120_000), 'nested deeper'],
    ['of question marks', '? '.repeat(120_000), 'nested deeper'],
    ['of colons', ': '.repeat(120_000), 'nested deeper'],
    ['of anchors', '&a '.repeat(80_000), 'nested deeper'],
    ['of question marks in brackets', `[a, ${'? '.repeat(120_000)}`, 'nested deeper'],
    ['of commas between braces', '{a: 1, b: '.repeat(25_000), 'nested deeper'],
    ['of brackets that nothing opened', '? ] '.repeat(60_000), 'nested deeper'],
    [
      'of indentation',
      Array.from({ length: 700 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
      'levels of nesting',
    ],
    [
      'of aliases of aliases',
      ['a: &a0 [x]', ...Array.from({ length: 5 }, (_, n) => `a${n}: &a${n + 1} ${nine(`a${n}`)}`)].join('\n'),
      'too many values',
    ],
    ['of aliases', `a: &a b\nc: [${'*a,'.repeat(1_100)}]`, 'too many aliases'],
    [
      'of aliases that nest',
      Array.from({ length: 200 }, (_, n) => `a${n}: &a${n} [${n > 0 ? `*a${n - 1}` : ''}]`).join('\n'),
      'levels of nesting',
    ],
    [
      'of a text of 200 kB that aliases repeat',
      `templates:\n  sms:\n    en: &t\n      text: ${'a'.repeat(200_000)}\n    sv: *t\n    de: *t\n    fr: *t\n    nl: *t\n    da: *t`,
      'too many bytes of text, counting again what aliases (*name) repeat (1,048,576 at most)',
    ],
    [
      'of MJML that is short, and long as HTML',
      `templates:\n  email:\n    en: &t { subject: a, mjml: "<mjml><mj-body>${DIVIDER.repeat(90)}</mj-body></mjml>" }\n${[...'abcdfghi'].map((one) => `    ${one}${one}: *t`).join('\n')}`,
      'with MJML as HTML and with each repeat of an alias (*name); it may have at most 1,048,576 (1 MB)',
    ],
    ['of commas', `[${','.repeat(250_000)}]`, 'texts and marks'],
    ['of keys', Array.from({ length: 25_000 }, (_, n) => `k${n}: a`).join('\n'), 'texts and marks'],
    [
      'of keys that are unknown',
      Array.from({ length: MISTAKES }, (_, n) => `k${n}: a`).join('\n'),
      `and ${formatCount(MISTAKES - 50)} more`,
    ],
    ['of keys that stand twice', 'a: b\n'.repeat(MISTAKES), `and ${formatCount(MISTAKES - 51)} more`],
    [
      'of languages',
      `templates:\n  sms:\n${Array.from({ length: LANGUAGES }, (_, n) => `    l${n}: { text: "{{" }`).join('\n')}`,
      `and ${formatCount(2 * LANGUAGES - 49)} more`,
    ],
    ['that contains itself', `templates: &t\n  sms: *t`, 'is within the value that it repeats'],
    ['of templates', `templates: { sms: { en: { text: "${'{{#if a}}'.repeat(4_000)}" } } }`, 'blocks deep'],
  ])('%s is refused at once', (_what, source, reason) => {
    const begun = process.cpuUsage();
    expect(problems(source).join()).toContain(reason);
    const { user, system } = process.cpuUsage(begun);
    // Most take some 100 ms, and none a second and a half.
    expect((user + system) / 1000).toBeLessThan(10_000);
  });

  it('takes a long event that is JSON on one line', () => {
    const send = { send: { channel: 'sms', fallback: { to: ['sms'], unless_delivered_within: '1s' } } };
    const sequence = Array.from({ length: 60 }, () => send);
    const source = JSON.stringify({ templates: { sms: { en: { text: 'Hello, you: there' } } }, sequence });
    expect(problems(source)).toEqual([]);
  });

  it('cannot reach prototypes', () => {
    expect(problems(`__proto__: { name: x }\n${TEMPLATES}`)).toEqual([
      expect.stringMatching(/^bad\.yaml:1: unknown key "__proto__" \(known: name, /) as string,
    ]);
    expect(problems('templates: { __proto__: {} }')).toEqual([
      expect.stringMatching(/^bad\.yaml:1: unknown key "templates\.__proto__" \(known: email, /) as string,
    ]);
    expect(problems('templates: { sms: { constructor: { text: a }, en: { text: a } } }')).toHaveLength(1);
    expect({}).not.toHaveProperty('name');
  });

  it('of any text never makes it throw, and each problem has a line of the file', () => {
    const token = fc.constantFrom(
      'templates',
      'sms',
      'en',
      'text',
      'sequence',
      'send',
      ':',
      ' ',
      '\n',
      '  ',
      '- ',
      '{',
      '}',
      '[',
      ']',
      '"',
      '|',
      '>',
      '&a ',
      '*a',
      '{{',
      '}}',
      '#if',
      '?',
      '!',
      '\t',
      '1',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(token, { maxLength: 60 }).map((all) => all.join('')),
        ),
        (source) => {
          const parsed = parseEventFile('a.yaml', source);
          for (const { line } of parsed.ok ? [] : parsed.problems) {
            expect(line).toBeGreaterThanOrEqual(1);
            expect(line).toBeLessThanOrEqual(source.split(/\r\n|\n|\r/).length);
          }
        },
      ),
      rounds(3),
    );
  });
});
