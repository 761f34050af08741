import { renderTogether } from '../../../../support/parts';

const html = (body: string, more = ''): string =>
  `templates:\n  email:\n    en:\n      subject: Hi\n${more}      html: |\n${body.replace(/^/gm, '        ')}\n`;
const made = (files: Record<string, string>, payload: object = {}): string =>
  renderTogether(files, payload).html!.trim();

describe('a partial', () => {
  it.each([
    ['stands in a line, without its last line break', 'a{{> p}}b', 'x\n', 'axb'],
    ['is indented like its tag', 'a\n  {{> p}}\nb', 'x\ny\n', 'a\n  x\n  y\nb'],
    ['has the variables around it', '{{#each items}}{{> p}};{{/each}}', '{{n}}{{@index}}', '10;21;'],
    ['removes the space that "~" says', 'a {{~> p ~}} b', 'x', 'axb'],
    ['may be in quotes', '{{> "p"}}', 'x', 'x'],
    ['takes this', '{{#each items}}{{> p this}}{{/each}}', '{{n}}', '12'],
    ['has a block that leaves no empty line', 'a\n{{> p}}\nb', '{{#if no}}\nx\n{{/if}}\n', 'a\nb'],
    ['stands after a backslash', String.raw`a\\{{> p}}`, 'x', String.raw`a\x`],
    ['is no partial in a comment', 'a{{!-- {{> q}} --}}{{> p}}', 'x', 'ax'],
    ['is no partial after a backslash', String.raw`\{{> q}}{{> p}}`, 'x', '{{&gt; q}}x'.replace('&gt;', '>')],
    ['may have defaults', '{{> p}}{{none | a}}', '{{none | b}}', 'ba'],
    ['leads out of a list as a template does', '{{#each items}}{{> p}}{{/each}}', '{{../unit}}', 'kgkg'],
  ])('%s', (_what, text, partial, result) => {
    const payload = { items: [{ n: 1 }, { n: 2 }], unit: 'kg' };
    expect(made({ 'e.yaml': html(text), 'partials/p.html': partial }, payload)).toBe(result);
  });

  it.each([
    ['a text, escaped for its place', 'label="Q&A"', '{{label}}', 'Q&amp;A'],
    ['a number and a boolean', 'a=3 b=false', '{{a}}{{b}}{{#if b}}x{{/if}}', '3false'],
    ['a variable', 'label=unit', '{{label}}', 'kg'],
    ['a part of an object', 'item=first', '{{item.n}}', '1'],
    ['what a helper returns', 'label=(uppercase unit)', '{{label}}{{#if label}}{{label}}{{/if}}', 'KGKG'],
    ['a value for a helper', 'label=unit', '{{uppercase label}}', 'KG'],
    ['a value with a default', 'label=none', '{{label | n/a}}', 'n/a'],
    ['nothing', 'label=none', '{{label}}{{#if label}}x{{/if}}', ''],
    [
      'a list, in whose loop it is known',
      'list=items of=unit',
      '{{#each list}}{{n}}{{of}}{{/each}}',
      '1kg2kg',
    ],
    ['a name that is a helper’s', 'date=unit number=first.n', '{{date}}{{number}}', 'kg1'],
    ['a value that hides the payload’s', 'unit="lb"', '{{unit}}{{#if true}}{{unit}}{{/if}}', 'lblb'],
    ['a value swapped with another', 'a=b b=a', '{{a}}{{b}}{{#if a}}{{a}}{{b}}{{/if}}', '2121'],
    ['the length of a text', 'label="abc"', '{{label.length}}', '3'],
    ['braces in a text', 'label="}}"', '{{#if label}}{{label}}{{/if}}', '}}'],
    [
      'values for others within it',
      'label=unit',
      '{{> q x=label}}{{#if label}}{{> q x=label}}{{/if}}',
      '[kg|kg][kg|kg]',
    ],
  ])('is given %s', (_what, values, partial, result) => {
    const payload = { items: [{ n: 1 }, { n: 2 }], first: { n: 1 }, unit: 'kg', a: 1, b: 2 };
    const files = {
      'e.yaml': html(`{{> p ${values}}}`),
      'partials/p.html': partial,
      'partials/q.html': '[{{x}}|{{label}}]',
    };
    expect(made(files, payload)).toBe(result);
  });

  it('keeps tags that stand alone in their lines alone, also with values', () => {
    const partial = '<ul>\n{{#each list}}\n<li>{{name}} {{of}}</li>\n{{/each}}\n</ul>\n';
    const files = { 'e.yaml': html('a\n  {{> p list=items of="x"}}\nb'), 'partials/p.html': partial };
    expect(made(files, { items: [{ name: 1 }] })).toBe('a\n  <ul>\n  <li>1 x</li>\n  </ul>\nb');
  });

  it('is chosen by the format and the language of its text', () => {
    const file = `templates:
  email:
    en: { subject: 'A {{> name}}', html: '<p>{{> name}}', text: 'B {{> name}}' }
    de-AT: { subject: 'A {{> name}}', html: '<p>{{> name}}', text: 'B {{> name}}' }
    fr: { subject: 'A {{> name}}', text: 'B {{> name}}' }
  sms: { en: { text: 'C {{> name}}' }, de-AT: { text: 'C {{> name}}' }, fr: { text: 'C {{> name}}' } }
`;
    const files = {
      'e.yaml': file,
      'partials/name.html': '<b>en</b>',
      'partials/name.de.html': '<b>de</b>',
      'partials/name.txt': 'en',
      'partials/name.de.txt': 'de',
    };
    expect(renderTogether(files)).toMatchObject({ subject: 'A en', html: '<p><b>en</b>', text: 'B en' });
    expect(renderTogether(files, {}, { language: 'de-AT' })).toMatchObject({
      ...{ subject: 'A de', html: '<p><b>de</b>', text: 'B de' },
    });
    expect(renderTogether(files, {}, { language: 'fr' })).toMatchObject({ subject: 'A en', text: 'B en' });
    expect(renderTogether(files, {}, { channel: 'sms', language: 'de-AT' }).text).toBe('C de');
  });

  it('without a file for every language is used in the language of the event', () => {
    const file = `templates: { sms: { en: { text: 'A {{> p}}' }, sv: { text: 'A {{> p}}' } } }`;
    const files = { 'e.yaml': file, 'partials/p.en.txt': 'en', 'partials/p.de.txt': 'de' };
    expect(renderTogether(files, {}, { channel: 'sms', language: 'sv' }).text).toBe('A en');
  });

  it('is a template in lists and maps too', () => {
    const file = `templates: { slack: { en: { text: Hi, blocks: [{ type: section, text: { type: mrkdwn, text: '{{> p}}' } }] } } }`;
    const files = { 'e.yaml': file, 'partials/p.txt': '{{name}}' };
    expect(renderTogether(files, { name: 'a&b' }, { channel: 'slack' }).rich).toContain('a&amp;b');
  });
});

describe('a partial of MJML', () => {
  const mjml = (body: string): string =>
    `templates:\n  email:\n    en:\n      subject: Hi\n      mjml: |\n        <mjml><mj-body><mj-section><mj-column>\n${body.replace(/^/gm, '        ')}\n        </mj-column></mj-section></mj-body></mjml>\n`;
  const BUTTON = `<mj-button href="{{href}}" background-color="{{#if color}}{{color}}{{else}}#000000{{/if}}">{{label}}</mj-button>
<mj-raw>{{#if note}}</mj-raw>
<mj-text>{{note}}</mj-text>
<mj-raw>{{/if}}</mj-raw>
`;

  it('has elements, and values between and within them', () => {
    const files = {
      'e.yaml': mjml(
        '<mj-text>{{> hello}}</mj-text>\n{{> button label="Track" href=payload.url color=brand.color note=name}}',
      ),
      'partials/button.mjml': BUTTON.replace('href=', 'title="{{name | a}}" name="{{label | none}}" href='),
      'partials/hello.txt': 'Hello {{name}}',
    };
    const page = made(files, { url: 'https://example.com/?a&b', name: 'Bo' });
    expect(page).toMatch(/href="https:\/\/example\.com\/\?a&amp;b"/);
    expect(page).toContain('>Hello Bo</div>');
    expect(page).toContain('#123456');
    expect(page).toMatch(/>\s*Track\s*</);
    expect(page).toMatch(/>Bo<\/div>/);
    expect(page).toContain('name="Track"');
    expect(page).not.toContain('{{');
  });
});

describe('a layout', () => {
  const LAYOUT = `<main>
{{#block "title"}}<h1>{{app.name}}</h1>{{/block}}
{{#block "content"}}
{{/block}}
{{#block "footer"}}
<p>{{> bye}}</p>
{{/block}}
</main>
`;
  const parts = { 'layouts/base.html': LAYOUT, 'partials/bye.txt': 'Bye' };

  it('has the text of the template as its content, and its own in blocks that are not filled', () =>
    expect(made({ 'e.yaml': `layout: base\n${html('<p>{{name}}</p>')}`, ...parts }, { name: 'Bo' })).toBe(
      '<main>\n<h1>Shop</h1>\n<p>Bo</p>\n<p>Bye</p>\n</main>',
    ));

  it('has other blocks, which the template fills', () => {
    const body =
      '{{#content "title"}}<h2>{{name}}</h2>{{/content}}\n<p>{{> bye}}</p>\n{{#content "footer"}}\n<p>Fin</p>\n{{/content}}';
    expect(made({ 'e.yaml': `layout: base\n${html(body)}`, ...parts }, { name: 'Bo' })).toBe(
      '<main>\n<h2>Bo</h2>\n<p>Bye</p>\n<p>Fin</p>\n</main>',
    );
  });

  it('is that of one template, or of none', () => {
    const file = html('<p>Hi</p>', '      layout: base\n');
    expect(made({ 'e.yaml': file, ...parts })).toContain('<main>');
    const none = `layout: base\n${html('<p>Hi</p>', '      layout: false\n')}`;
    expect(made({ 'e.yaml': none, ...parts })).toBe('<p>Hi</p>');
  });

  it('may have a plain text, and one for each language', () => {
    const file = `layout: base
templates:
  email:
    en: { subject: Hi, text: Hello, html: <p>Hello }
    de: { subject: Hi, text: Hallo }
`;
    const files = { 'e.yaml': file, ...parts };
    expect(renderTogether(files).text).toBe('Hello');
    const texts = {
      ...files,
      'layouts/base.txt': '{{#block "content"}}{{/block}}\n--\nBye\n',
      'layouts/base.de.txt': '{{#block "content"}}{{/block}}\n--\nTschüss\n',
    };
    expect(renderTogether(texts).text).toBe('Hello\n--\nBye');
    expect(renderTogether(texts, {}, { language: 'de' }).text).toBe('Hallo\n--\nTschüss');
  });

  it('of MJML has the head, and the template has elements', () => {
    const layout = `<mjml>
  <mj-head><mj-attributes><mj-all color="{{brand.color}}" /></mj-attributes></mj-head>
  <mj-body>
    {{#block "content"}}{{/block}}
    {{> footer}}
  </mj-body>
</mjml>
`;
    const files = {
      'e.yaml': html('<mj-section><mj-column><mj-text>Hi {{name}}</mj-text></mj-column></mj-section>')
        .replace('html:', 'mjml:')
        .replace(/^/, 'layout: base\n'),
      'layouts/base.mjml': layout,
      'partials/footer.mjml': '<mj-section><mj-column><mj-text>Bye</mj-text></mj-column></mj-section>\n',
    };
    const page = made(files, { name: 'Bo' });
    expect(page).toContain('>Hi Bo</div>');
    expect(page).toContain('color:#123456');
    expect(page).toContain('>Bye</div>');
  });
});

it('an event that uses none is stored as it was', () => {
  const file = `templates:
  email:
    en: { subject: 'A {{name | x}}', html: "<p>{{#content 'x'}}a{{/content}}" }
`;
  expect(() => renderTogether({ 'e.yaml': file })).toThrow('unknown helper "content"');
  const plain = file.replace(/\{\{#content 'x'\}\}a\{\{\/content\}\}/, 'a{{name | y}}');
  expect(renderTogether({ 'e.yaml': plain })).toMatchObject({ subject: 'A x', html: '<p>ay' });
});
