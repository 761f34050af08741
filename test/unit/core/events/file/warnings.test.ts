import { parseEventFile } from '../../../../../rendering/event-files';

const warningsOf = (...lines: string[]): string[] => {
  const parsed = parseEventFile('e.yaml', lines.join('\n'));
  return (parsed.ok ? parsed.warnings : parsed.problems).map(
    ({ line, message }) => `${parsed.ok ? '' : 'problem '}${line}: ${message}`,
  );
};

describe('a push warns of templates that no SEND uses:', () => {
  const TEMPLATES = ['templates:', '  sms: { en: { text: Hi } }', '  slack: { en: { text: Hi } }'];

  it.each([
    [['  - send: sms'], ['3: "templates.slack": no "send" uses slack, only a request to /v1/send/…/slack']],
    [
      ['  - send: { channel: sms, templates: { slack: { en: { text: a } } } }'],
      [
        '5: "sequence[0].send.templates.slack": no "send" uses slack, only a request to /v1/send/…/slack',
        '3: "templates.slack" is never used: each "send" has its own template for slack',
      ],
    ],
    [
      ['  - send: { templates: { slack: { en: { text: a } } } }'],
      ['3: "templates.slack" is never used: each "send" has its own template for slack'],
    ],
    [['  - send: { channel: sms, fallback: { to: [slack] } }'], []],
    [['  - send: { channel: sms, fallback: {} }'], []],
    [['  - send:'], []],
    [['  - if: { value: payload.a, is: 1 }', '    then: [{ send: slack }]', '    else: [{ send: sms }]'], []],
  ])('%j', (sequence, warnings) =>
    expect(warningsOf(...TEMPLATES, 'sequence:', ...sequence).sort()).toEqual([...warnings].sort()),
  );

  it('not without a sequence', () => expect(warningsOf(...TEMPLATES)).toEqual([]));

  it('and of names in step_templates that no sequence in code has, without a service', () =>
    expect(
      warningsOf(
        'sequence: { code: trial-ending }',
        'templates: { email: { en: { subject: Hi, text: Hi } } }',
        'step_templates:',
        '  thankss: { email: { en: { subject: Hi, text: Hi } } }',
      ),
    ).toEqual([
      expect.stringContaining('4: "step_templates.thankss": no sequence in code has a SEND of this name'),
    ]));
});

describe('a push warns of an SMS of seven segments or more:', () => {
  const sms = (text: string, ...more: string[]): string[] =>
    warningsOf('templates:', '  sms:', '    en:', `      text: ${JSON.stringify(text)}`, ...more);
  const TEXT = '4: "templates.sms.en.text" takes';

  it.each([
    ['a'.repeat(6 * 153 + 1), [`${TEXT} 7 SMS (GSM-7: each has at most 153 characters)`]],
    ['a'.repeat(6 * 153), []],
    [
      `’${'a'.repeat(6 * 67)}{{name}}`,
      [
        `${TEXT} 7 SMS without any values (UCS-2: each has at most 67 characters, because "’" is not in GSM-7)`,
      ],
    ],
    [`{{#if name}}${'a'.repeat(2000)}{{/if}}`, []],
    [`{{currency 1 code}}${'a'.repeat(2000)}`, []],
  ])('%#', (text, warnings) => expect(sms(text)).toEqual(warnings));

  it.each([
    [
      'a'.repeat(161),
      [`${TEXT} 2 SMS (GSM-7: each has at most 153 characters), and fails: "sms.max_segments" is 1`],
    ],
    ['a'.repeat(160), []],
  ])('with a limit of the event: %#', (text, warnings) =>
    expect(sms(text, 'sms: { max_segments: 1 }')).toEqual(warnings),
  );

  it('with its example', () =>
    expect(
      sms(
        '{{#each lines}}{{title}} {{number price}}, {{/each}}',
        'payload: { properties: { lines: { type: array, items: { properties: { title: {}, price: {} } } } } }',
        `examples: { many: { lines: [${'{ title: Green tea from Kyoto, price: 12 }, '.repeat(40)}] } }`,
      ),
    ).toEqual([`${TEXT} 7 SMS with the example "many" (GSM-7: each has at most 153 characters)`]));
});

describe('a push warns of images that an e-mail does not have:', () => {
  const email = (html: string, files: string): string[] =>
    warningsOf(
      ...['templates:', '  email:', '    en:', '      subject: Hi', '      html: |'],
      ...html.split('\n').map((line) => `        ${line}`),
      ...(files === '' ? [] : [`      attachments: [${files}]`]),
    );
  const LOGO = '{ filename: l.png, content_id: logo, url: "https://a.example/l.png" }';

  it.each([
    ['<p>\n<img src="cid:logo">', LOGO, []],
    ['<p>Write cid:logo</p>', '', []],
    ['<img src="cid:{{image}}">', LOGO, []],
    [
      '<p>\n<img src="cid:logo"><b style="background:url(cid:b@x)">',
      '',
      [
        '7: "templates.email.en.html": shows cid:logo, and no attachment has "content_id: logo"',
        '7: "templates.email.en.html": shows cid:b@x, and no attachment has "content_id: b@x"',
      ],
    ],
    [
      '<img src="cid:b%40x">',
      '{ filename: b.png, content_id: b@x, content: aGk= }, ' + LOGO,
      [
        '7: "templates.email.en.attachments[1].content_id": no <img src="cid:logo"> shows it, so most mail programs list it as a file',
      ],
    ],
  ])('%j with %s', (html, files, warnings) => expect(email(html, files)).toEqual(warnings));
});
