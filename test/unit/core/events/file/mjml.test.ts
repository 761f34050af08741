import { parseEventFile } from '../../../../../rendering/event-files';

/** The content of a column is in lines 10 and after. */
const HEAD = `templates:
  email:
    en:
      subject: Hi
      mjml: STYLE
        <mjml>
        <mj-body>
        <mj-section>
        <mj-column>
`;
const END = `
        </mj-column>
        </mj-section>
        </mj-body>
        </mjml>
`;
const read = (content: string, style = '|'): string[] => {
  const source = `${HEAD.replace('STYLE', style)}${content.replace(/^/gm, '        ')}${END}`;
  const parsed = parseEventFile('e.yaml', source);
  const marked = parsed.ok ? parsed.warnings : parsed.problems;
  return marked.map(
    ({ line, message }) =>
      `${parsed.ok ? 'warning' : 'problem'} ${line}: ${message.replace('"templates.email.en.mjml": MJML: ', '')}`,
  );
};

it.each([
  ['Hi\n<mj-text color=>Hi</mj-text>', "problem 11: invalid attribute: expected quote mark not '>'"],
  ['<mj-text>é\n</mj-text><b', 'problem 11: invalid attribute: invalid name token'],
  ['<mj-text>Hi</mj-text>\n</mj-column></mj-column>', 'problem 13: unexpected token: </mj-section>'],
  ['\n\n<mj-accordion>é</mj-accordion>', 'problem 12: unexpected token: é'],
  [
    '<mj-text>Hi</mj-text>\n<mj-include path="a.mjml"/>',
    'problem 11: unable to load included template: mj-include',
  ],
  ['<!-- <b> -->\n<mj-text><br>\n<p>Hi</mj-text>', 'problem 12: <p> is never closed'],
  ['<mj-divider>', 'problem 10: <mj-divider> is never closed'],
])('a push refuses %j at its own line', (content, problem) => expect(read(content)).toEqual([problem]));

it('in a folded text too', () =>
  expect(read('<mj-text>Hi</mj-text>\n<mj-text color=>Hi</mj-text>', '>')).toEqual([
    "problem 11: invalid attribute: expected quote mark not '>'",
  ]));

it('says that there is no document', () =>
  expect(
    parseEventFile('e.yaml', 'templates: { email: { en: { subject: Hi, mjml: "<!-- a -->" } } }'),
  ).toMatchObject({
    problems: [{ line: 1, message: '"templates.email.en.mjml": MJML: it has no <mjml> element' }],
  }));

it.each([
  [
    '<mj-text>Hi</mj-text>\n<mj-text\n  colr="red"\n  align="left">Hi</mj-text>',
    ['warning 12: <mj-text> has no attribute "colr", did you mean "color"?'],
  ],
  [
    '<mj-image hreff="{{a}}" src="{{#if b}}x=1{{/if}}" />\n<mj-spacer wide=\'1\'/>',
    [
      'warning 10: <mj-image> has no attribute "hreff", did you mean "href"?',
      'warning 11: <mj-spacer> has no attribute "wide"',
    ],
  ],
])('a push warns of attributes that MJML does not have: %j', (content, warnings) =>
  expect(read(content)).toEqual(warnings),
);

it.each([
  '<mj-text css-class="a" mj-class="b" padding-left="1px" font-size="12px">a b="c" <a data-x="1">x</a></mj-text>',
  '<mj-button href="{{url}}" inner-padding="1px" rel="x">x</mj-button>',
  '<!-- <mj-text colr="red"> -->',
  '<mj-foo/>',
])('not of %j', (content) =>
  expect(read(content).filter((one) => !one.includes('unknown element'))).toEqual([]),
);
