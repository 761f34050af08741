import { mentionedParts, mentionsParts } from '../../../../../core/events/parts/mentioned';
import type { Part } from '../../../../../core/events/parts/part';
import { readTogether } from '../../../../support/parts';

/** The text of the template begins in line 6. */
const html = (body: string, head = ''): string =>
  `${head}templates:\n  email:\n    en:\n      subject: Hi\n      html: |\n${body.replace(/^/gm, '        ')}\n`;
const BASE = '<main>\n{{#block "content"}}{{/block}}\n{{#block "footer"}}Bye{{/block}}\n</main>\n';
const DECLARED = 'payload: { properties: { name: { type: string } } }\n';

type Row = [what: string, files: Record<string, string>, problems: string[]];
const refused: Row[] = [
  [
    'an unknown partial, at the line of its use',
    { 'e.yaml': html('<p>\n{{> foter}}'), 'partials/footer.html': 'x' },
    ['e.yaml:7: "templates.email.en.html": there is no partial "foter", did you mean "footer"?'],
  ],
  [
    'an unknown partial in a partial, at its line there',
    { 'e.yaml': html('{{> a}}'), 'partials/a.html': 'x\n{{> nothing}}' },
    ['partials/a.html:2: there is no partial "nothing" (known: a)'],
  ],
  [
    'an unknown layout',
    { 'e.yaml': html('a', 'layout: bse\n'), 'layouts/base.html': BASE },
    ['e.yaml:7: "templates.email.en.html": there is no layout "bse", did you mean "base"?'],
  ],
  [
    'a layout in another format',
    { 'e.yaml': html('a', 'layout: base\n'), 'layouts/base.mjml': '<mjml></mjml>' },
    [
      'e.yaml:7: "templates.email.en.html": the layout "base" has no .html file, which this text needs (it has .mjml)',
    ],
  ],
  [
    'a layout without e-mail',
    { 'e.yaml': 'layout: base\ntemplates: { sms: { en: { text: a } } }', 'layouts/base.txt': BASE },
    ['e.yaml:1: "layout" is for e-mails, and there is no template for email'],
  ],
  [
    'a block that the layout does not have',
    { 'e.yaml': html('a\n{{#content "foter"}}b{{/content}}', 'layout: base\n'), 'layouts/base.html': BASE },
    ['e.yaml:8: "templates.email.en.html": the layout "base" has no block "foter", did you mean "footer"?'],
  ],
  [
    'a block that is filled twice, within another block, or without a name',
    {
      'e.yaml': html(
        '{{#content "footer"}}b{{/content}}\n{{#content "footer"}}b{{/content}}\n{{#if a}}{{#content "footer"}}b{{/content}}{{/if}}\n{{#content}}b{{/content}}',
        'layout: base\n',
      ),
      'layouts/base.html': BASE,
    },
    [
      'e.yaml:8: "templates.email.en.html": {{#content "footer"}} appears twice',
      'e.yaml:9: "templates.email.en.html": {{#content}} must not stand in another block',
      'e.yaml:10: "templates.email.en.html": what fills a block needs its name: {{#content "footer"}} … {{/content}}',
    ],
  ],
  [
    'texts beside the block content',
    { 'e.yaml': html('a\n{{#content "content"}}b{{/content}}', 'layout: base\n'), 'layouts/base.html': BASE },
    [
      'e.yaml:7: "templates.email.en.html": it has {{#content "content"}} and other texts: move them into the block',
    ],
  ],
  [
    'partials in a circle, with their path',
    {
      'e.yaml': html('{{> a}}'),
      'partials/a.html': '{{> b}}',
      'partials/b.html': '\n{{> a}}',
    },
    [
      'partials/a.html:1: the partial "b" uses itself: partials/b.html → partials/a.html → partials/b.html',
      'partials/b.html:2: the partial "a" uses itself: partials/a.html → partials/b.html → partials/a.html',
    ],
  ],
  [
    'partials that grow without end',
    {
      'e.yaml': html('{{> p0}}'),
      ...Object.fromEntries(
        [...Array(8).keys()].map((n) => [`partials/p${n}.html`, `{{> p${n + 1}}}`.repeat(10)]),
      ),
      'partials/p8.html': 'x',
    },
    [...Array(6).keys()].map(
      (n) => `partials/p${n}.html:1: it uses more than 1,000 partials, counting those in partials`,
    ),
  ],
  [
    'a text that grows too long',
    {
      'e.yaml': html('{{> a}}{{> b}}'),
      'partials/a.html': '<p>'.repeat(50_000),
      'partials/b.html': '<p>'.repeat(50_000),
    },
    ['e.yaml:6: "templates.email.en.html": longer than 256 kB with its layout and partials'],
  ],
  [
    'a partial that is not a template',
    { 'e.yaml': html('{{> a}}'), 'partials/a.html': 'x\n{{#if a}}' },
    ['partials/a.html:2: block {{#if}} is never closed'],
  ],
  [
    'an unknown helper in a partial, once for all events',
    { 'e.yaml': html('{{> a}}'), 'f.yaml': html('{{> a}}'), 'partials/a.html': 'x\n{{shout "a"}}' },
    [expect.stringMatching(/^partials\/a\.html:2: unknown helper "shout" \(known: if, .*\)$/) as string],
  ],
  [
    'a block in a partial',
    { 'e.yaml': html('{{> a}}'), 'partials/a.html': '{{#block "a"}}{{/block}}' },
    [expect.stringContaining('partials/a.html:1: unknown helper "block"') as string],
  ],
  [
    'a name that the event does not declare, in the partial',
    { 'e.yaml': DECLARED + html('{{> a label="x"}}\n{{nme}}'), 'partials/a.html': '{{label}}\n{{nam}}' },
    [
      'partials/a.html:2: unknown field "nam", did you mean "name"?, in "templates.email.en.html" of e.yaml',
      'e.yaml:8: "templates.email.en.html": unknown field "nme", did you mean "name"?',
    ],
  ],
  [
    'a name that the event does not declare, in the values of a partial',
    { 'e.yaml': DECLARED + html('\n{{> a label=nam}}'), 'partials/a.html': '{{#if label}}{{label}}{{/if}}' },
    ['partials/a.html:1: unknown field "nam", did you mean "name"?, in "templates.email.en.html" of e.yaml'],
  ],
  [
    'a partial that is given a value without a name',
    { 'e.yaml': html('{{> a name}}'), 'partials/a.html': 'x' },
    [
      'e.yaml:6: "templates.email.en.html": {{> a}} takes values by name only: {{> a item=…}}, or {{#with …}}{{> a}}{{/with}}',
    ],
  ],
  [
    'a partial whose name is a variable',
    { 'e.yaml': html('{{> (lookup . "a")}}'), 'partials/a.html': 'x' },
    ['e.yaml:6: "templates.email.en.html": the name of a partial must be written out: {{> footer}}'],
  ],
  [
    'an HTML partial in a plain text',
    { 'e.yaml': 'templates: { sms: { en: { text: "{{> a}}" } } }', 'partials/a.html': 'x' },
    [
      'e.yaml:1: "templates.sms.en.text": the partial "a" has no .txt file, which this text needs (it has .html)',
    ],
  ],
  [
    'MJML of a layout, at its line there',
    {
      'e.yaml': html('<mj-txt>a</mj-txt>', 'layout: base\n').replace('html:', 'mjml:'),
      'layouts/base.mjml':
        '<mjml>\n<mj-body>\n<mj-section><mj-column>{{#block "content"}}{{/block}}</mj-column></mj-section>\n<mj-hero colr=>\n</mj-hero></mj-body></mjml>',
    },
    [
      'layouts/base.mjml:4: MJML: invalid attribute: expected quote mark not \'>\', in "templates.email.en.mjml" of e.yaml',
    ],
  ],
  [
    'MJML of the template, at its own line',
    {
      'e.yaml': html('\n<mj-txt>a</mj-txt>', 'layout: base\n').replace('html:', 'mjml:'),
      'layouts/base.mjml':
        '<mjml>\n<mj-body>\n<mj-section><mj-column>\n{{#block "content"}}{{/block}}\n</mj-column></mj-section></mj-body></mjml>',
    },
    ['e.yaml:8: "templates.email.en.mjml": MJML: unknown element "mj-txt", did you mean "mj-text"?'],
  ],
  [
    'files whose names are none of a layout or partial',
    {
      'partials/a.b.c.html': 'x',
      'partials/english.english.txt': 'x',
      'partials/a.hbs': 'x',
      'partials/a b.txt': 'x',
      'other/a.html': 'x',
    },
    [
      expect.stringContaining("partials/a.b.c.html:1: the file's name must be NAME.html or") as string,
      expect.stringContaining(
        "partials/english.english.txt:1: the file's name must be NAME.txt or",
      ) as string,
      "partials/a.hbs:1: the file's name must end in .mjml, .html, .txt",
      expect.stringContaining("partials/a b.txt:1: the file's name must be NAME.txt or") as string,
      'other/a.html:1: a file of this kind must be in a folder "layouts" or "partials"',
    ],
  ],
  [
    'a partial that is given twice',
    { 'partials/a.html': 'x', 'mine/partials/a.html': 'y' },
    ['mine/partials/a.html:1: partials/a.html is also in partials/a.html'],
  ],
  [
    'a partial that is too large, and one that ends with a backslash',
    { 'partials/a.html': 'x'.repeat(300_000), 'partials/b.html': 'x\\\n' },
    [
      'partials/a.html:1: the file has 300,000 bytes; a partial may have at most 262,144 (256 kB)',
      'partials/b.html:2: it must not end with a backslash',
    ],
  ],
];

it.each(refused)('a push refuses %s', (_what, files, problems) =>
  expect(readTogether(files).problems).toEqual(problems),
);

it('a push warns of what nobody uses', () => {
  const files = {
    'e.yaml': html('a', 'layout: base\n'),
    'layouts/base.html':
      '{{#block "content"}}{{/block}}\n{{#block "title"}} {{/block}}{{#block "footer"}}x{{/block}}',
    'layouts/other.html': '',
    'partials/a.txt': 'x',
  };
  expect(readTogether(files).warnings).toEqual([
    'layouts/base.html:2: no event fills the block "title", and it has no content',
    'layouts/other.html:1: no event uses the layout other',
    'partials/a.txt:1: no event uses the partial a',
  ]);
});

it('a file says by its text which parts it may use', () => {
  const part = (name: string, content = '', folder: Part['folder'] = 'partials'): Part => ({
    ...{ file: `${folder}/${name}.txt`, shown: '', folder, name, format: 'txt', content },
  });
  const parts = [part('a', '{{~> b}}'), part('b'), part('c'), part('base', '{{> "c"}}', 'layouts')];
  const mentioned = (text: string) => mentionedParts([text], parts).map(({ name }) => name);
  expect(mentioned('<p>{{name}} > a')).toEqual([]);
  expect(mentionsParts('<p>{{name}} > a')).toBe(false);
  expect(mentioned('{{> a}}')).toEqual(['a', 'b']);
  expect(mentioned('templates: { email: { en: { layout: "base" } } }')).toEqual(['c', 'base']);
  expect(mentionsParts('layout: base')).toBe(true);
});
