import { checkPayload } from '../../../../../core/events/payload/check-payload';
import type { EventDefinition } from '../../../../../core/events/definition';
import { parseEventFile } from '../../../../../rendering/event-files';

const PAYLOAD = `payload:
  required: [number]
  properties:
    number: { type: string, minLength: 3 }
    total: { type: number }
    paid: { type: boolean }
    plan: { enum: [free, pro] }
    meta: { type: object }
    labels: { additionalProperties: { type: string } }
    open: { properties: { a: { type: string } }, additionalProperties: true }
    invoice: { type: [object, 'null'], properties: { number: { type: string } } }
    lines:
      items: { properties: { title: { type: string }, tags: { items: { type: string } } } }
`;
const read = (...lines: string[]) => parseEventFile('e.yaml', lines.join('\n'));
const outcome = (parsed: ReturnType<typeof read>): string[] =>
  parsed.ok
    ? parsed.warnings.map(({ message }) => message)
    : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
const template = (text: string) => `templates: { sms: { en: { text: '${text.replaceAll("'", "''")}' } } }`;
/** Problems of a template on line 1, without its place. */
const problemsOf = (text: string, more = PAYLOAD): string[] =>
  outcome(read(template(text), more)).map((one) => one.replace('1: "templates.sms.en.text": ', ''));

function declared(yaml: string): EventDefinition {
  const parsed = read(template('Hi'), yaml);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.event;
}

describe('with a declared payload a push refuses', () => {
  it.each([
    ['{{nubmer}}', 'unknown field "nubmer", did you mean "number"?'],
    ['{{payload.nubmer}}', 'unknown field "payload.nubmer", did you mean "number"?'],
    ['{{invoice.numbr}}', 'unknown field "invoice.numbr", did you mean "number"?'],
    ['{{uppercase (default invoice.numbr "-")}}', 'unknown field "invoice.numbr", did you mean "number"?'],
    ['{{date nubmer style="long"}}', 'unknown field "nubmer", did you mean "number"?'],
    ['{{nubmer | none}}', 'unknown field "nubmer", did you mean "number"?'],
    ['{{#if nubmer}}x{{/if}}', 'unknown field "nubmer", did you mean "number"?'],
    ['{{#if paid}}{{nubmer}}{{/if}}', 'unknown field "nubmer", did you mean "number"?'],
    ['{{#if paid}}{{else}}{{nubmer}}{{/if}}', 'unknown field "nubmer", did you mean "number"?'],
    ['{{#each lines}}{{titel}}{{/each}}', 'unknown field "titel", did you mean "title"?'],
    ['{{#each lines}}{{this.titel}}{{/each}}', 'unknown field "titel", did you mean "title"?'],
    ['{{#each lines}}{{../totl}}{{/each}}', 'unknown field "totl", did you mean "total"?'],
    ['{{#each lines}}{{number}}{{/each}}', 'unknown field "number" (known: title, tags)'],
    [
      '{{#each lines}}{{#each tags}}{{../titel}}{{/each}}{{/each}}',
      'unknown field "titel", did you mean "title"?',
    ],
    ['{{#each lines}}{{else}}{{totl}}{{/each}}', 'unknown field "totl", did you mean "total"?'],
    ['{{#each lines as |line|}}{{line.titel}}{{/each}}', 'unknown field "titel", did you mean "title"?'],
    ['{{#each lines}}{{@root.totl}}{{/each}}', 'unknown field "totl", did you mean "total"?'],
    ['{{#with invoice}}{{numbr}}{{/with}}', 'unknown field "numbr", did you mean "number"?'],
    ['{{#with invoice as |it|}}{{it.numbr}}{{/with}}', 'unknown field "numbr", did you mean "number"?'],
    ['{{#lines}}{{titel}}{{/lines}}', 'unknown field "titel", did you mean "title"?'],
    ['{{#paid}}{{totl}}{{/paid}}', 'unknown field "totl", did you mean "total"?'],
    ['{{^paid}}{{totl}}{{/paid}}', 'unknown field "totl", did you mean "total"?'],
    ['{{lines.[0].titel}}', 'unknown field "lines.0.titel", did you mean "title"?'],
    ['{{lines.title}}', 'unknown field "lines.title": "lines" is an array (its entries are in {{#each}})'],
    ['{{total.amount}}', 'unknown field "total.amount": "total" is a number'],
    ['{{#each total}}{{/each}}', '"total" is a number, and {{#each}} needs a list'],
    ['{{contact.nmae}}', 'unknown field "contact.nmae", did you mean "name"?'],
    ['{{digest.count}}', expect.stringContaining('unknown field "digest"')],
  ])('%s', (text, problem) => expect(problemsOf(text)).toEqual([problem]));

  it('a name on its own line of a text', () =>
    expect(
      outcome(
        read('templates:', '  sms:', '    en:', '      text: |', '        Hi', '        {{nubmer}}', PAYLOAD),
      ),
    ).toEqual(['6: "templates.sms.en.text": unknown field "nubmer", did you mean "number"?']));

  it('one in a condition, an address for unsubscribing and the templates of a step', () =>
    expect(
      outcome(
        read(
          template('Hi'),
          'bulk: true',
          "unsubscribe_url: 'https://example.com/{{nubmer}}'",
          'sequence:',
          '  - if: { all: [{ value: payload.pln, is: pro }] }',
          "    then: [{ send: { templates: { sms: { en: { text: '{{totl}}' } } } } }]",
          PAYLOAD,
        ),
      ),
    ).toEqual([
      '3: "unsubscribe_url": unknown field "nubmer", did you mean "number"?',
      '5: "sequence[0].if.all[0].value": unknown field "payload.pln", did you mean "plan"?',
      expect.stringContaining('unknown field "totl", did you mean "total"?'),
    ]));
});

describe('with a declared payload a push accepts', () => {
  it.each([
    '{{number}} {{payload.number}} {{this.number}} {{./total}} {{lines.length}} {{number.length}} {{lines.[0].title}}',
    '{{contact.name}} {{brand.any}} {{app.name}} {{sender.email}} {{event}} {{notification.id}}',
    '{{#each lines}}{{title}} {{@index}} {{../number}} {{@root.total}} {{#each tags}}{{this}}{{/each}}{{/each}}',
    '{{#each lines as |line index|}}{{line.title}} {{index}} {{number}}{{/each}}',
    '{{meta.any.thing}} {{labels.any}} {{open.any.thing}} {{#each labels}}{{this}}{{@key}}{{/each}}',
    '{{#with invoice}}{{number}}{{../total}}{{/with}}',
    '{{#if (and paid (not total))}}{{plural lines.length one="a" other="b"}}{{else if paid}}{{total}}{{/if}}',
    '{{#each (lookup meta "a")}}{{any}}{{/each}}{{currency total "EUR"}}',
  ])('%s', (text) =>
    expect(problemsOf(text.replace('{{number}}{{/each}}', '{{line.title}}{{/each}}'))).toEqual([]),
  );

  it('every name, if nothing is declared', () => {
    expect(problemsOf('{{any.thing}}{{#each x}}{{y}}{{/each}}', '')).toEqual([]);
    expect(problemsOf('{{any.thing}}', 'payload: { type: object }')).toEqual([]);
    expect(problemsOf('{{any.thing}}', 'payload: { properties: {}, additionalProperties: true }')).toEqual(
      [],
    );
  });

  it('the items of a digest, with the fields of the payload', () => {
    const sequence = `sequence: [{ digest: 30m }, { send: sms }]\n${PAYLOAD}`;
    expect(
      problemsOf('{{digest.count}}{{#each digest.items}}{{number}}{{payload.total}}{{/each}}', sequence),
    ).toEqual([]);
    const inBranch =
      'sequence: [{ if: { value: payload.paid, is: true }, else: [{ digest: 30m }] }, { send: sms }]';
    const inThen = inBranch.replace('else:', 'then:');
    for (const other of [inBranch, inThen, 'sequence: { code: trial-ending }'])
      expect(problemsOf('{{digest.count}}', `${other}\n${PAYLOAD}`)).toEqual([]);
    const none = 'sequence: [{ if: { value: payload.paid, is: true }, then: [{ wait: 1m }] }, { send: sms }]';
    expect(problemsOf('{{digest.count}}', `${none}\n${PAYLOAD}`)).toEqual([
      expect.stringContaining('unknown field "digest"'),
    ]);
    expect(problemsOf('{{#each digest.items}}{{nubmer}}{{/each}}', sequence)).toEqual([
      'unknown field "nubmer", did you mean "number"?',
    ]);
  });
});

describe('a declaration', () => {
  it('is kept with its examples in their order, and types that its keywords imply', () => {
    const { payload, examples } = declared(
      `${PAYLOAD}examples: { paid: { number: 'A-1' }, open: { number: 'A-2' } }`,
    );
    expect(payload).toMatchObject({
      type: ['object'],
      required: ['number'],
      properties: { number: { type: ['string'] }, lines: { type: ['array'], items: { type: ['object'] } } },
    });
    expect(examples).toEqual([
      { name: 'paid', payload: { number: 'A-1' } },
      { name: 'open', payload: { number: 'A-2' } },
    ]);
    expect(declared('').payload).toBeUndefined();
  });

  it.each([
    ['payload: text', '2: "payload" must be a map of keys and values, not text'],
    ['payload: { type: string }', '2: "payload.type" must be "object", because a payload is one'],
    ['payload: { propertes: {} }', '2: unknown key "payload.propertes", did you mean "properties"?'],
    [
      'payload: { properties: { a: { type: strng } } }',
      '2: "payload.properties.a.type" must be one of string, number, integer, boolean, object, array, null, did you mean "string"?',
    ],
    [
      'payload:\n  properties: { number: {} }\n  required: [numbr]',
      '4: "payload.required" names "numbr", which is not in "properties", did you mean "number"?',
    ],
    [
      'payload: { properties: { a: { type: string, minimum: 1 } } }',
      '2: "payload.properties.a.minimum" belongs to "type: number" or "type: integer"',
    ],
    [
      'payload: { properties: { a: { items: {}, minLength: 1 } } }',
      '2: "payload.properties.a" needs a "type", because it has minLength, items',
    ],
    [
      'payload: { properties: { __proto__: {} } }',
      '2: "payload.properties" must not have the key "__proto__"',
    ],
    ["payload: { properties: { a: { pattern: '(a+)+$' } } }", expect.stringContaining('unknown key')],
    [
      "payload: { $ref: 'https://example.com/a.json' }",
      expect.stringContaining('unknown key "payload.$ref"'),
    ],
    ['payload: { properties: { templates: { en: { type: x } } } }', expect.stringContaining('unknown key')],
    ['examples: [{ a: 1 }]', '2: "examples" must be a map of keys and values, not a list'],
    ['examples: { a: 1 }', '2: "examples.a" must be an object'],
    ['examples: { 1a: {} }', expect.stringContaining('must begin with a letter')],
  ])('is refused if it is %j', (yaml, problem) =>
    expect(outcome(read(template('Hi'), yaml))).toEqual([problem]),
  );

  it('is refused together with other problems, also if a field is named like a part of an event', () =>
    expect(
      outcome(read(template('{{#if}}'), 'payload: { properties: { templates: { type: strng } } }')),
    ).toEqual([
      expect.stringContaining('1: '),
      expect.stringContaining('"payload.properties.templates.type"'),
    ]));

  it('is refused if an example does not fit, at its line', () =>
    expect(
      outcome(read(template('Hi'), 'examples:', '  paid:', '    number: 12', '    total: 1', PAYLOAD)),
    ).toEqual(['4: "examples.paid.number" must be text, not a number (as "payload" requires)']));
});

describe('PAYLOAD-1: a payload', () => {
  const problem = (schema: string, payload: unknown): string | undefined => {
    const found = checkPayload(declared(`payload: ${schema}`).payload!, payload);
    return found && `${found.path.join('.')} ${found.rule}`;
  };
  const of = (schema: string, value: unknown) => problem(`{ properties: { a: ${schema} } }`, { a: value });

  it.each<[string, unknown, unknown, string]>([
    ['{ type: string }', 'x', 1, 'must be text, not a number'],
    ['{ type: [string, "null"] }', null, {}, 'must be text or null, not an object'],
    ['{ type: integer }', 3, 3.5, 'must be an integer'],
    ['{ type: number }', 3.5, '3.5', 'must be a number, not text'],
    ['{ type: boolean }', false, 0, 'must be true or false, not a number'],
    ['{ type: array }', [], {}, 'must be an array, not an object'],
    ['{ type: object }', {}, [], 'must be an object, not an array'],
    ['{ type: "null" }', null, 0, 'must be null, not a number'],
    ['{ enum: [a, 5, null] }', 5, '5', 'must be one of a, 5, null'],
    ['{ const: true }', true, 'true', 'must be true'],
    ['{ minLength: 1 }', '💌', '', 'must not be empty'],
    ['{ minLength: 2 }', 'ab', '💌', 'must have at least 2 characters'],
    ['{ maxLength: 1 }', '💌', 'ab', 'must have at most 1 characters'],
    ['{ minimum: 1 }', 1, 0.9, 'must be at least 1'],
    ['{ maximum: 1 }', 1, 1.1, 'must be at most 1'],
    ['{ exclusiveMinimum: 1 }', 1.1, 1, 'must be more than 1'],
    ['{ exclusiveMaximum: 1 }', 0.9, 1, 'must be less than 1'],
    ['{ minItems: 1 }', [0], [], 'must not be empty'],
    ['{ maxItems: 1 }', [0], [0, 0], 'must have at most 1 entries'],
    ['{ format: date }', '2028-02-29', '2030-02-29', 'must be a date such as 2030-01-31'],
    ['{ format: date }', '2030-12-31', '2030-13-01', 'must be a date such as 2030-01-31'],
    ['{ format: email }', 'a@b.se', 'a@b@c', 'must be an e-mail address such as ada@example.com'],
    ['{ format: uri }', 'https://a.se/?b=c', '/a', 'must be an address such as https://example.com/a'],
    ['{ format: uuid }', '0B9F3C1E-2f0a-5a5c-8f0d-6d1e2b3c4d5e', 'x', 'must be a UUID'],
    [
      '{ format: date-time }',
      '2030-01-31T08:00:00.5+01:00',
      '2030-01-31T08:00:00',
      'must be a time in ISO 8601 with Z or an offset, such as 2030-01-31T08:00:00Z',
    ],
  ])('%s', (schema, good, bad, rule) => {
    expect(of(schema, good)).toBeUndefined();
    expect(of(schema, bad)).toBe(`a ${rule}`);
  });

  it('is checked at every depth, and the error names the path', () => {
    const schema =
      '{ properties: { lines: { items: { required: [n], properties: { n: { type: string } } } } } }';
    expect(problem(schema, { lines: [{ n: 'a' }, {}] })).toBe('lines.1.n is required and must be text');
    expect(problem(schema, { lines: [{ n: 'a' }], other: 1 })).toBeUndefined();
    expect(problem(schema, {})).toBeUndefined();
  });

  it('has only declared fields if the declaration says so', () => {
    const closed = '{ properties: { number: {} }, additionalProperties: false }';
    expect(problem(closed, { numbr: 1 })).toBe('numbr is not a known field, did you mean "number"?');
    expect(problem(closed, JSON.parse('{ "__proto__": 1 }'))).toContain('is not a known field');
    expect(problem('{ additionalProperties: { type: string } }', { a: 'x', b: 1 })).toBe(
      'b must be text, not a number',
    );
  });

  it('of the largest size is checked in a few milliseconds', () => {
    const schema =
      '{ properties: { l: { items: { enum: [' +
      Array.from({ length: 100 }, (_, n) => `${'x'.repeat(15)}${n}`).join(', ') +
      '] } } } }';
    const { payload } = declared(`payload: ${schema}`);
    const list = Array.from({ length: 49_000 }, () => `${'x'.repeat(15)}99`);
    const times = [1, 2, 3].map(() => {
      const start = process.cpuUsage();
      expect(checkPayload(payload!, { l: list })).toBeUndefined();
      return process.cpuUsage(start).user / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  });
});
