import { languagesOf, readTogether, renderTogether } from '../../../../support/parts';

const sms = (text: string, head = ''): string =>
  `${head}templates:\n  sms:\n    en:\n      text: |\n        ${text}\n`;
const EN = `order:
  shipped: "{count, plural, one {# order} other {# orders}} shipped"
  when: "On {day, date, short}"
hello: Hello {name}
plain: It's here
`;
const DE = `order.shipped: "{count, plural, one {# Bestellung} other {# Bestellungen}} verschickt"
order.when: "Am {day, date, short}"
hello: Hallo {name}
plain: Da
`;
const made = (text: string, payload: object, language = 'en', more: Record<string, string> = {}) =>
  renderTogether(
    { 'e.yaml': sms(text), 'translations/en.yaml': EN, 'translations/de.yaml': DE, ...more },
    payload,
    { channel: 'sms', language },
  ).text;

describe('a text of the translations', () => {
  it.each([
    ['a number', '{{t "order.shipped" count=n}}', '1 order shipped', '1 Bestellung verschickt'],
    [
      'a value of a list',
      '{{#each items}}{{t "hello" name=this.x}};{{/each}}',
      'Hello a;Hello b;',
      'Hallo a;Hallo b;',
    ],
    ['a date', '{{t "order.when" day=day}}', 'On 5/1/26', 'Am 01.05.26'],
    ['no value', '{{t "hello" name=none}}', 'Hello', 'Hallo'],
    ['nothing', '{{t "plain"}}', "It's here", 'Da'],
    ['a helper', '{{uppercase (t "hello" name=(uppercase name))}}', 'HELLO B&C', 'HALLO B&C'],
    [
      'a partial',
      '{{> line label=(t "hello" name=name)}}',
      '[Hello b&c] [Hello b&c]',
      '[Hallo b&c] [Hallo b&c]',
    ],
    ['a variable of the same name', '{{t}} {{t "plain"}}', "T It's here", 'T Da'],
  ])('is filled in with %s', (_what, text, en, de) => {
    const payload = { n: 1, items: [{ x: 'a' }, { x: 'b' }], day: '2026-05-01', name: 'b&c', t: 'T' };
    const more = { 'partials/line.txt': '[{{label}}] {{#if label}}[{{label}}]{{/if}}' };
    expect(made(text, payload, 'en', more)).toBe(en);
    expect(made(text, payload, 'de', more)).toBe(de);
  });

  it('TEMPLATE-9: is escaped for its place, and with three braces its values are', () => {
    const file = `templates:
  email:
    en:
      subject: '{{t "m" name=name}}'
      html: '<p title="{{t "m" name=name}}">{{t "m" name=name}}{{{t "m" name=name}}}{{{default (t "m" name=name) ""}}}</p>'
`;
    const files = { 'e.yaml': file, 'translations/en.yaml': `m: '<b>{name}</b> "it''s"'` };
    const escaped = '&lt;b&gt;&lt;i&gt;&lt;/b&gt; &quot;it&#x27;s&quot;';
    const raw = `<b>&lt;i&gt;</b> "it's"`;
    expect(renderTogether(files, { name: '<i>' })).toMatchObject({
      subject: `<b><i></b> "it's"`,
      html: `<p title="${escaped}">${escaped}${raw}${raw}</p>`,
    });
  });

  it('TEMPLATE-10: is in layouts with the direction, in MJML and in texts of Slack', () => {
    const file = `layout: base
templates:
  email:
    en:
      subject: Hi
      mjml: '<mj-text>{{t "m" a="x"}}</mj-text><mj-image alt="{{t "m" a="y"}}" src="https://a.example/x.png" />'
  slack: { en: { text: Hi, blocks: [{ type: section, text: { type: mrkdwn, text: '{{t "m" a="<"}}' } }] } }
`;
    const files = {
      'e.yaml': file,
      'layouts/base.mjml':
        '<mjml lang="{{@language}}" dir="{{@dir}}"><mj-body><mj-section><mj-column>{{#block "content"}}{{/block}}<mj-text>{{t "foot"}}</mj-text></mj-column></mj-section></mj-body></mjml>',
      'translations/en.yaml': 'm: "{a} & {a}"\nfoot: Bye',
      'translations/he.yaml': 'm: "{a} ו {a}"\nfoot: "להתראות"',
    };
    const { html } = renderTogether(files, {}, { language: 'he' });
    expect(html).toContain('<html lang="he" dir="rtl"');
    expect(html).toContain('alt="y ו y"');
    expect(html).toContain('>x ו x</div>');
    expect(html).toContain('>להתראות</div>');
    expect(renderTogether(files, {}, { channel: 'slack' }).rich).toContain('&lt; &amp; &lt;');
  });
});

describe('one template', () => {
  const files = {
    'e.yaml': `templates:
  sms: { en: { text: '{{t "a"}} {{t "b"}}' }, fr: { text: 'Salut {{t "a"}}' } }
  email: { en: { subject: Hi, text: 'Hi {{> foot}}' } }
`,
    'partials/foot.txt': '{{t "foot"}}',
    'translations/en.yaml': 'a: A\nb: B\nfoot: Bye',
    'translations/de.yaml': 'a: ä\nfoot: Ade',
    'translations/de-AT.yaml': 'a: aa',
    'translations/fr.yaml': 'a: à',
    'translations/sv.yaml': 'foot: Hejdå',
  };

  it('LANGUAGE-5: has each language of the translations that have its texts', () => {
    expect(languagesOf(files)).toEqual({ sms: ['de', 'de-AT', 'en', 'fr'], email: ['en'] });
    const of = (language: string) => renderTogether(files, {}, { channel: 'sms', language }).text;
    expect(of('de-AT')).toBe('aa B');
    expect(of('de')).toBe('ä B');
    expect(of('fr')).toBe('Salut à');
  });

  it('warns of each text that a language does not have, once', () => {
    const { warnings } = readTogether({
      'e.yaml': sms('{{t "a"}} {{t "b"}} {{t "b"}}'),
      'translations/en.yaml': 'a: A\nb: B',
      'translations/de.yaml': 'a: A\nb:',
    });
    expect(warnings).toEqual([
      'e.yaml:5: "templates.sms.en.text": the text "b" is missing in "de": the one in "en" is used',
    ]);
  });

  it('takes the plural of the language that the text is in', () => {
    const message = '{n, plural, one {one} other {other}}';
    const files = {
      'e.yaml': sms('{{t "x"}}{{t "m" n=n}}'),
      'translations/en.yaml': `x: x\nm: '${message}'`,
      'translations/ja.yaml': 'x: y',
    };
    expect(renderTogether(files, { n: 1 }, { channel: 'sms', language: 'ja' }).text).toBe('yone');
  });
});

describe('a check refuses', () => {
  it.each([
    [
      'an unknown key',
      '{{t "helo"}}',
      EN,
      'e.yaml:5: "templates.sms.en.text": there is no text "helo" in the translations, did you mean "hello"?',
    ],
    [
      'a key that is no text',
      '{{t name}}',
      EN,
      'e.yaml:5: "templates.sms.en.text": a text needs its key, written out: {{t "order.shipped" count=n}}',
    ],
    [
      'a missing value',
      '{{t "hello" nam=x}}',
      EN,
      'e.yaml:5: "templates.sms.en.text": the text "hello" needs name=…, did you mean "nam"?',
    ],
    [
      'a value of another type',
      '{{t "order.shipped" count="many"}}',
      EN,
      'e.yaml:5: "templates.sms.en.text": "count" is a text, and the text needs a number',
    ],
    [
      'a declared value of another type',
      '{{t "order.shipped" count=ok}}',
      EN,
      'e.yaml:6: "templates.sms.en.text": "count" is true or false, and the text needs a number',
      'payload: { properties: { ok: { type: boolean } } }\n',
    ],
    [
      'braces that do not close',
      '{{t "a"}}',
      'b:\n  c: "x"\na: "it is {count"\n',
      'translations/en.yaml:3: "a", column 11: a "}" is missing',
    ],
    [
      'a plural without other',
      '{{t "a"}}',
      'a: "{n, plural, one {x}}"',
      'translations/en.yaml:1: "a", column 24: the case "other" is missing: other {…}',
    ],
    ['a text of a list', '{{t "a"}}', 'a: [b]', 'translations/en.yaml:1: "a" must be a text'],
    ['a text twice', '{{t "a.b"}}', 'a: { b: x }\na.b: y', 'translations/en.yaml:2: "a.b" is also in line 1'],
    [
      'a currency that is none',
      '{{t "a" n=1}}',
      'a: "{n, number, ::currency/EURO}"',
      'translations/en.yaml:1: "a", column 5: Invalid currency code',
    ],
    [
      'deep nesting',
      '{{t "a" n=1}}',
      `a: "${'{n, select, other {'.repeat(9)}${'}}'.repeat(9)}"`,
      'translations/en.yaml:1: "a", column 157: plural and select are more than 8 deep',
    ],
  ])('%s', (_what, text, en, problem, head = '') => {
    const { problems } = readTogether({ 'e.yaml': sms(text, head), 'translations/en.yaml': en });
    expect(problems.join('\n')).toContain(problem);
  });

  it('a value that only a translation has, at its line', () => {
    const files = {
      'e.yaml': sms('{{t "a" n=1}}'),
      'translations/en.yaml': 'a: "{n}"',
      'translations/fr.yaml': '\na: "{m}"',
    };
    expect(readTogether(files).problems).toEqual([
      'translations/fr.yaml:2: "a" has {m}, which {{t "a"}} does not pass, did you mean "n"?, in "templates.sms.en.text" of e.yaml',
    ]);
  });

  it('a file that is not named by its language', () => {
    expect(readTogether({ 'translations/german.yaml': 'a: b' }).problems).toEqual([
      "translations/german.yaml:1: the file's name must be LANGUAGE.yaml, such as de.yaml or pt-BR.yaml",
    ]);
  });
});

test('a check warns of values and texts that are not used, of cases that never are, and of a quoted brace', () => {
  const { warnings } = readTogether({
    'e.yaml': sms(
      '{{t "a" kind=kind nme="x"}}',
      'payload: { properties: { kind: { type: string, enum: [cat] } } }\n',
    ),
    'translations/en.yaml': `a: "{kind, select, cat {c} cow {d} other {o}} l'{name}"\nunused: b`,
  });
  expect(warnings).toEqual([
    `translations/en.yaml:1: "a": an apostrophe before "{" quotes it, and the name is printed. Write two ('') or ’`,
    'translations/en.yaml:2: no event uses the texts "unused"',
    'e.yaml:6: "templates.sms.en.text": the text "a" has no {nme} in any language (it has kind)',
    'e.yaml:6: "templates.sms.en.text": "kind" is never "cow", a case of the text (it is cat)',
  ]);
});
