import { parseEventFile, parseEventFiles } from '../../../../../rendering/event-files';

const parse = (text: string, more = '') =>
  parseEventFile(
    'e.yaml',
    `templates:\n  sms:\n    en:\n      text: |\n        ${text.replaceAll('\n', '\n        ')}\n${more}`,
  );
const problemsOf = (...given: Parameters<typeof parse>): string[] => {
  const parsed = parse(...given);
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
};
const TEXT = '"templates.sms.en.text"';

describe('a push refuses', () => {
  it.each([
    ['{{contact.firstname}}', `5: ${TEXT}: unknown field "contact.firstname", did you mean "firstName"?`],
    [
      'a\n{{contact.first_name | you}}',
      `6: ${TEXT}: unknown field "contact.first_name", did you mean "firstName"?`,
    ],
    [
      '{{uppercase (default contact.emial "-")}}',
      `5: ${TEXT}: unknown field "contact.emial", did you mean "email"?`,
    ],
    [
      '{{contact.shoeSize}}',
      `5: ${TEXT}: unknown field "contact.shoeSize" (known: email, phone, name, firstName, lastName, externalId, avatar, username, language, meta)`,
    ],
    ['{{#if contact.nmae}}x{{/if}}', `5: ${TEXT}: unknown field "contact.nmae", did you mean "name"?`],
    [
      '{{#each items}}\n{{../contact.nmae}}{{/each}}',
      `6: ${TEXT}: unknown field "contact.nmae", did you mean "name"?`,
    ],
    [
      '{{#each items}}{{@root.contact.nmae}}{{/each}}',
      `5: ${TEXT}: unknown field "contact.nmae", did you mean "name"?`,
    ],
    [
      '{{#each items}}{{else}}{{contact.nmae}}{{/each}}',
      `5: ${TEXT}: unknown field "contact.nmae", did you mean "name"?`,
    ],
    [
      '{{#each items}}{{@idex}}{{/each}}',
      `5: ${TEXT}: unknown name "@idex" (known: @root, @key, @index, @first, @last, @language, @dir)`,
    ],
    ['{{date when style="lng"}}', `5: ${TEXT}: helper "date" has no style "lng", did you mean "long"?`],
    [
      '{{time when style="tiny"}}',
      `5: ${TEXT}: helper "time" has no style "tiny" (known: full, long, medium, short)`,
    ],
    [
      '{{number n style="percnt"}}',
      `5: ${TEXT}: helper "number" has no style "percnt", did you mean "percent"?`,
    ],
    [
      '{{datetime when zone="Europe/Stokholm"}}',
      `5: ${TEXT}: "Europe/Stokholm" is not an IANA time zone, such as Europe/Stockholm`,
    ],
    ['a\n{{currency total "EURO"}}', `6: ${TEXT}: "EURO" is not a currency of ISO 4217, such as "EUR"`],
    ['{{default (currency total "€") "-"}}', `5: ${TEXT}: "€" is not a currency of ISO 4217, such as "EUR"`],
  ])('%j', (text, problem) => expect(problemsOf(text)).toEqual([problem]));

  it.each([
    '{{digest.itmes}}',
    '{{#each digest.itmes}}x{{/each}}',
    '{{#each digest.items}}{{../digest.itmes}}{{/each}}',
  ])('%j after a digest', (text) =>
    expect(problemsOf(text, 'sequence: [{ digest: 5m }, { send: sms }]')).toEqual([
      `5: ${TEXT}: unknown field "digest.itmes", did you mean "items"?`,
    ]),
  );

  it('each of several in one template', () =>
    expect(problemsOf('{{contact.nmae}}\n{{contact.emial}}')).toEqual([
      `5: ${TEXT}: unknown field "contact.nmae", did you mean "name"?`,
      `6: ${TEXT}: unknown field "contact.emial", did you mean "email"?`,
    ]));

  it('unknown fields of contact in conditions', () =>
    expect(
      problemsOf(
        'a',
        'sequence:\n  - if: { all: [{ value: contact.timezome, exists: true }] }\n    then: [{ send: sms }]',
      ),
    ).toEqual([
      '7: "sequence[0].if.all[0].value": unknown field "contact.timezome", did you mean "timezone"?',
    ]));

  it('unknown elements of MJML, on their lines', () => {
    const parsed = parseEventFile(
      'e.yaml',
      [
        'templates:',
        '  email:',
        '    en:',
        '      subject: Hi',
        '      mjml: |',
        '        <mjml><mj-body><mj-section><mj-column>',
        '          <!-- <mj-nothing> -->',
        '          <mj-txt>Hi</mj-txt>',
        '          <mj-text>Hi</mj-text>',
        '        </mj-column></mj-section></mj-body></mjml>',
      ].join('\n'),
    );
    expect(parsed).toMatchObject({
      problems: [
        {
          line: 8,
          message: '"templates.email.en.mjml": MJML: unknown element "mj-txt", did you mean "mj-text"?',
        },
      ],
    });
  });
});

it.each([
  '{{contact.name}} {{contact.meta.anything.at.all}} {{payload.contact.nmae}} {{contact}}',
  '{{#each items}}{{contact.nmae}}{{/each}}{{#with order}}{{contact.nmae}}{{/with}}{{#order}}{{contact.x}}{{/order}}',
  '{{#each items as |contact|}}{{contact.nmae}}{{/each}}',
  '{{currency total "EUR"}} {{currency total "eur"}} {{currency total code}} {{digest.itmes}}',
  '{{date when style=style zone=zone}} {{date when zone="Europe/Stockholm"}} {{date when zone=""}}',
])('a push takes %j', (text) => expect(problemsOf(text)).toEqual([]));

it('digest.key is known only if the digest has a key', () => {
  const problems = (digest: string): unknown[] =>
    problemsOf('{{digest.key}}', `sequence: [{ digest: ${digest} }, { send: sms }]`);
  expect(problems('{ for: 5m, key: payload.project }')).toEqual([]);
  expect(problems('5m')).toEqual([expect.stringContaining('unknown field "digest.key"')]);
});

it('a push takes names of items and of the payload after a digest', () =>
  expect(
    problemsOf(
      '{{digest.count}} {{any}} {{#each digest.items}}{{any.thing}} {{payload.x}}{{/each}} {{payload.digest.x}}',
      'sequence: [{ digest: 5m }, { send: sms }]',
    ),
  ).toEqual([]));

describe('a push warns', () => {
  it('of unknown fields of its own variables, of brand only if one is near', () =>
    expect(
      parse(
        '{{app.nmae}} {{sender.adress}} {{notification.uuid}} {{brand.colour}} {{brand.font}}\n{{app.name}} {{payload.app.x}} {{#each items}}{{app.x}}{{/each}}',
      ),
    ).toMatchObject({
      ok: true,
      warnings: [
        { message: `${TEXT}: unknown field "app.nmae", did you mean "name"?` },
        { message: `${TEXT}: unknown field "sender.adress" (known: name, email, phone)` },
        { message: `${TEXT}: unknown field "notification.uuid" (known: id)` },
        { message: `${TEXT}: unknown field "brand.colour", did you mean "color"?` },
      ],
    }));

  it('of three letters that are no currency, which are printed', () =>
    expect(parse('a\n{{currency total "XQX"}}')).toMatchObject({
      ok: true,
      warnings: [
        { line: 6, message: expect.stringContaining('"XQX" is not a currency of ISO 4217') as string },
      ],
    }));

  const warningsOf = (templates: string): string[] => {
    const parsed = parseEventFile('e.yaml', templates);
    return parsed.ok
      ? parsed.warnings.map(({ file, line, message }) => `${file}:${line}: ${message}`)
      : ['refused'];
  };

  it('of a language that a channel lacks and another one has', () =>
    expect(
      warningsOf(
        'templates:\n  email:\n    en: { subject: Hi, text: Hi }\n    de: { subject: Hi, text: Hi }\n  sms:\n    en: { text: Hi }',
      ),
    ).toEqual([
      'e.yaml:5: "templates.sms" has no "de", which "templates.email" has: it is sent in "en" instead',
    ]));

  it("of one that a step's templates lack", () =>
    expect(
      warningsOf(
        'templates: { sms: { en: { text: Hi }, sv: { text: Hej } } }\nsequence:\n  - send: { templates: { sms: { en: { text: Hi } } } }\n  - send: sms',
      ),
    ).toEqual([
      'e.yaml:3: "sequence[0].send.templates.sms" has no "sv", which "templates.sms" has: it is sent in "en" instead',
    ]));

  it('not of a region whose language is there', () =>
    expect(
      warningsOf(
        'templates:\n  email: { en: { subject: a, text: a }, pt_br: { subject: a, text: a }, pt: { subject: a, text: a } }\n  sms: { en: { text: a }, pt: { text: a } }',
      ),
    ).toEqual([]));

  it('of each file, and applies all', () => {
    const content =
      'templates: { email: { en: { subject: a, text: a }, sv: { subject: a, text: a } }, sms: { en: { text: a } } }';
    expect(
      parseEventFiles([
        { name: 'a.yaml', content },
        { name: 'b.yaml', content },
      ]),
    ).toMatchObject({ ok: true, warnings: [{ file: 'a.yaml' }, { file: 'b.yaml' }] });
  });
});
