import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { parseEventFile } from '../../../../../rendering/event-files';
import { eventFileShape } from '../../../../../core/events/file/shape';
import { RICH_FILE } from '../../../../support/event-files';
import { part } from '../../../../support/property-runs';

const problems = (source: string): string[] => {
  const parsed = parseEventFile('bad.yaml', source);
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
};
const TEMPLATES = 'templates: { email: { en: { subject: Hi, text: Hi } } }';

describe('a file whose shape is wrong in one place is told what else is wrong:', () => {
  it.each([
    [
      'a condition on a SEND that is not there, a second digest, a channel without a template',
      [
        'retry_for: 5',
        'sequence:',
        '  - digest: 5m',
        '  - digest: 5m',
        '  - if: { message: hello, status: sent }',
        '    then: [{ send: sms }]',
        '  - wait: often',
      ],
      [
        '2: "retry_for" must be a duration',
        '5: "sequence" may have one "digest"',
        '6: "sequence[2].if.message" names "hello", and there is no such "send" before it',
        '7: step "send-1" has no template for sms',
        '8: "sequence[3].wait" "often" is not a duration',
      ],
    ],
    [
      'a template that does not compile, beside one without its text',
      [
        'step_templates: {}',
        'sequence: [{ send: { templates: { sms: { en: { text: "{{#if a}}" }, sv: {} } } } }]',
      ],
      [
        '2: "step_templates" belongs to events with',
        '3: "sequence[0].send.templates.sms.en.text": block {{#if}} is never closed',
        '3: "sequence[0].send.templates.sms.sv.text" is missing',
      ],
    ],
    [
      'a branch too few beside a condition of no known form',
      ['sequence:', '  - send: email', '  - if: { plan: pro }'],
      ['4: "sequence[1]" needs a "then" or an "else"', '4: "sequence[1].if" must have "value"'],
    ],
    [
      'nothing of the stand-in for a condition of no known form beside a payload',
      [
        'payload: { properties: { plan: {} } }',
        'sequence:',
        '  - if: { plan: pro }',
        '    then: [{ send: email }]',
      ],
      ['4: "sequence[0].if" must have "value"'],
    ],
    [
      'an unknown key beside a channel twice',
      ['foo: 1', 'channels: [email, email]'],
      ['2: unknown key "foo"', '3: "channels" names email twice'],
    ],
    [
      'a step that is a number',
      ['channels: [email, email]', 'sequence: [5, { send: sms }]'],
      ['2: "channels" names', '3: "sequence[0]" must be a map of keys and values'],
    ],
    [
      'a sequence that is a number',
      ['channels: [email, email]', 'sequence: 5'],
      ['2: "channels" names', '3: "sequence" must be a list'],
    ],
    ...[
      '{ send: 5 }',
      '{ if: { value: payload.a, is: 1 }, then: 5 }',
      '{ if: { value: payload.a, is: 1 }, else: 5 }',
    ].map((step): [string, string[], string[]] => [
      `the step ${step}, and not what may follow from that`,
      ['channels: [email, email]', `sequence: [${step}, { send: sms }]`],
      ['2: "channels" names', '3: "sequence[0].'],
    ]),
    [
      'a digest that is no duration',
      ['sequence: [{ digest: often }, { send: sms }]'],
      ['2: "sequence[0].digest" "often" is not', '2: step "send-1" has no template for sms'],
    ],
    [
      'an end that is not true, which could make no step unreachable',
      ['sequence: [{ send: email }, { end: false }, { send: sms }]'],
      ['2: "sequence[1].end" must be "end: true"', '2: step "send-2" has no template for sms'],
    ],
    [
      'templates of a step that are a number',
      ['step_templates: { a: { sms: 5 } }', 'channels: [email, email]'],
      ['2: "step_templates.a.sms" must be', '2: "step_templates" belongs to', '3: "channels" names'],
    ],
    [
      'one language beside another',
      ['sequence:', '  - send:', '      templates: { sms: { en: 5, sv: { text: "{{#if a}}" } }, push: 5 }'],
      [
        '4: "sequence[0].send.templates.sms.en" must be',
        '4: "sequence[0].send.templates.push" must be',
        '4: "sequence[0].send.templates.sms.sv.text": block {{#if}} is never closed',
      ],
    ],
  ])('%s', (_what, lines, expected) => {
    const found = problems([TEMPLATES, ...lines].join('\n'));
    expect(found.sort()).toEqual(
      expected.toSorted().map((begin) => expect.stringContaining(begin) as string),
    );
  });
});

describe('a file whose shape is wrong in one place is not told what only follows from that:', () => {
  it.each([
    ['the only step', 'sequence:\n  - sned: email', /^2: unknown key "sequence\[0\]\.sned"/],
    [
      'the only channel',
      'templates:\n  emial: { en: { subject: a, text: b } }',
      /^2: unknown key "templates.emial"/,
    ],
    ['the templates', 'templats: { sms: { en: { text: a } } }', /^1: unknown key "templats"/],
    ['the language', 'language: english\ntemplates: { sms: { sv: { text: a } } }', /^1: "language" is not/],
  ])('%s', (_what, source, expected) => {
    const [first, ...others] = problems(source.includes('templ') ? source : `${source}\n${TEMPLATES}`);
    expect(first).toMatch(expected);
    expect(others).toEqual([]);
  });

  const EXAMPLES = path.join(__dirname, '../../../../../examples/events');
  const DOCS = path.join(__dirname, '../../../../../docs');
  const blocks = readdirSync(DOCS, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => [...readFileSync(path.join(DOCS, name), 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms)])
    .map(([, source = '']) => source)
    .filter((source) => /^templates:/m.test(source) && parseEventFile('example.yaml', source).ok);
  type Container = Record<string, unknown>;
  const whole = [
    ...readdirSync(EXAMPLES).map((name) => readFileSync(path.join(EXAMPLES, name), 'utf8')),
    ...blocks,
  ].map((source) => parse(source) as Container);

  /** The file with everything, in parts: the larger a file is, the longer each of its places takes. */
  const rich = parse(RICH_FILE) as Container & { templates: Container };
  const { templates, sequence, ...head } = rich;
  const short = Object.fromEntries(
    Object.keys(templates).map((channel) => [
      channel,
      { en: { text: 'Hi', ...(channel === 'email' && { subject: 'Hi' }) } },
    ]),
  );
  const parts = [
    { ...head, templates: short },
    { templates: short, sequence },
    ...Object.keys(templates).map((channel) => ({ templates: { [channel]: templates[channel] } })),
  ];

  /** The way to each place of a file. */
  const waysIn = (given: unknown): string[][] =>
    typeof given === 'object' && given !== null
      ? Object.entries(given).flatMap(([key, inner]) => [[key], ...waysIn(inner).map((way) => [key, ...way])])
      : [];
  const lengths = new Map([...whole, ...parts, rich].map((file) => [file, JSON.stringify(file).length]));
  const places: { file: Container; way: string[] }[] = [
    ...[...whole, ...parts].flatMap((file) => waysIn(file).map((way) => ({ file, way }))),
    ...Object.keys(rich).map((key) => ({ file: rich, way: [key] })),
  ].filter(({ file, way }) => file['templates'] !== short || way[0] !== 'templates' || way.length <= 2);
  /** One of each kind, in the shortest file that has it: what is in a second one says nothing new. */
  const someOf = (all: typeof places): typeof places => {
    const kindOf = ({ way }: (typeof places)[number]): string =>
      way.map((key) => (/^\d+$/.test(key) ? '*' : key)).join('.');
    const lengthOf = ({ file }: (typeof places)[number]): number => lengths.get(file) ?? 0;
    const shortestLast = all.toSorted((a, b) => lengthOf(b) - lengthOf(a));
    return [...new Map(shortestLast.map((place) => [kindOf(place), place])).values()];
  };

  /** Ways to spoil a place; each gives a file that was right but for it. */
  const spoilings: Record<string, (container: Container, key: string) => void> = {
    'a value of another kind': (container, key) =>
      (container[key] = Array.isArray(container[key]) ? 1.5 : [7]),
    'a text': (container, key) => (container[key] = '?'),
    nothing: (container, key) => (container[key] = null),
    'a mistyped key': (container, key) => {
      if (Array.isArray(container)) return;
      container[`${key}q`] = container[key];
      delete container[key];
    },
  };

  it('and each of the files is right before', () => {
    for (const file of [...whole, ...parts, rich]) expect(problems(JSON.stringify(file))).toEqual([]);
  });

  /** Each place is spoiled in one of some ways; in all of them by `npm run test:long`. */
  it.each(Object.keys(spoilings).map((how, number) => [how, number] as const))(
    '%s at any place of a file',
    (how, number) => {
      let spoiled = 0;
      const told: { source: string; problems: string[] }[] = [];
      for (const [index, { file, way }] of someOf(places).entries()) {
        if ((index + number) % 5 >= part(5)) continue;
        const copy = structuredClone(file);
        const container = way.slice(0, -1).reduce((inner, key) => inner[key] as Container, copy);
        spoilings[how]!(container, way.at(-1)!);
        const shape = eventFileShape.safeParse(copy);
        if (shape.success) continue;
        spoiled += 1;
        const count = shape.error.issues.flatMap((issue) =>
          issue.code === 'unrecognized_keys' ? issue.keys : [issue.code],
        ).length;
        // JSON is YAML, and read in less time than what `stringify` writes.
        const source = JSON.stringify(copy);
        const more = problems(source).slice(count);
        if (more.length > 0) told.push({ source, problems: more });
      }
      expect(told).toEqual([]);
      expect(spoiled).toBeGreaterThan(part(100));
    },
  );
});
