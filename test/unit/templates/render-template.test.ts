import { renderTemplate } from '../../../core/templates/render-template';
import { TemplateError } from '../../../core/templates/template-error';

const email = (html: string, variables: Record<string, unknown>) =>
  renderTemplate('email', { subject: 's', html }, variables);
const sms = (text: string, variables: Record<string, unknown> = {}) =>
  renderTemplate('sms', { text }, variables).text;

describe('renderTemplate', () => {
  it('escapes variables in HTML and nowhere else', () => {
    const rendered = renderTemplate(
      'email',
      { subject: 'Hi {{name}}', html: '<p title="{{name}}">{{name}}</p>', text: 'Hi {{name}}' },
      { name: `<b>"O'Neil" & co</b>` },
    );
    const escaped = '&lt;b&gt;&quot;O&#x27;Neil&quot; &amp; co&lt;/b&gt;';
    expect(rendered).toEqual({
      subject: `Hi <b>"O'Neil" & co</b>`,
      html: `<p title="${escaped}">${escaped}</p>`,
      text: `Hi <b>"O'Neil" & co</b>`,
    });
  });

  it('renders a missing variable as nothing', () => {
    expect(sms('[{{a}}][{{a.b.c}}][{{#if a}}x{{/if}}][{{#each a}}x{{/each}}][{{lookup a "b"}}]')).toBe(
      '[][][][][]',
    );
  });

  it('prints numbers and booleans, zero and false too', () => {
    expect(sms('{{a}} {{b}} {{c}}', { a: 0, b: false, c: 1.5 })).toBe('0 false 1.5');
  });

  it('has the helpers if, unless, each, with and lookup', () => {
    const template =
      '{{#if a}}A{{else}}-{{/if}}{{#unless b}}B{{/unless}}{{#each c}}{{@index}}{{n}}{{/each}}{{#with d}}{{e}}{{/with}}{{lookup c.[0] "n"}}';
    expect(sms(template, { a: 1, c: [{ n: 'x' }, { n: 'y' }], d: { e: 'E' } })).toBe('AB0x1yEx');
  });

  it('makes the text of an e-mail from its HTML when it has none', () => {
    const { text } = email(
      '<h1>Hi {{name}}</h1><p>See <a href="{{url}}">the parcel</a> or <a href="{{url}}">{{url}}</a></p>',
      { name: 'A & <B>', url: 'https://example.com/?a=1&b=2' },
    );
    expect(text).toBe(
      'Hi A & <B>\n\nSee the parcel [https://example.com/?a=1&b=2] or https://example.com/?a=1&b=2',
    );
  });

  it('leaves the HTML of an e-mail away that has only text', () => {
    expect(renderTemplate('email', { subject: 's', text: 't' }, {})).toEqual({ subject: 's', text: 't' });
  });

  it('gives other channels a text alone, without the line break that a YAML block ends with', () => {
    expect(renderTemplate('sms', { subject: 's', html: '<p>', text: 'code\n' }, {})).toEqual({
      text: 'code',
    });
  });

  it('keeps line breaks and control characters out of the subject', () => {
    const { subject } = renderTemplate(
      'email',
      { subject: 'Hi {{name}}\n', text: 't' },
      { name: 'A\r\nBcc: x@example.com\u0000\u2028\u0085B' },
    );
    expect(subject).toBe('Hi A Bcc: x@example.com B');
  });

  it('names channel, part, line and reason of a broken template', () => {
    const broken = () => renderTemplate('email', { subject: 's', html: 'a\n{{#if b}}' }, {});
    expect(broken).toThrow(TemplateError);
    expect(broken).toThrow('email html, line 2: block {{#if}} is never closed');
  });

  it('puts a preheader into the body, and before a text that has none', () => {
    const at = (html: string) =>
      renderTemplate('email', { subject: 's', html, preheader: 'Hi' }, {}).html?.replace(
        /<div style[^]*<\/div>/,
        '|',
      );
    expect(at('<html><BODY\nclass="a"><p>')).toBe('<html><BODY\nclass="a">|<p>');
    expect(at('<body><p>')).toBe('<body>|<p>');
    expect(at('<p><bodyguard>')).toBe('|<p><bodyguard>');
    expect(at('<body <p')).toBe('|<body <p');
  });

  it('looks for the body once, however often it seems to begin', () => {
    const cost = (length: number): number => {
      const html = '<body '.repeat(length);
      const begun = process.cpuUsage();
      renderTemplate('email', { subject: 's', text: 't', html, preheader: 'Hi' }, {});
      return process.cpuUsage(begun).user;
    };
    cost(1000);
    // Quadratic, it would be some thousand times as much; and it is that before it is a second.
    expect(cost(40_000)).toBeLessThan(Math.max(100 * cost(2000), 400_000));
  });

  it('refuses elements that stand too deep in each other, for want of a text', () => {
    const html = `${'<div>'.repeat(5000)}deep`;
    expect(() => renderTemplate('email', { subject: 's', html }, {})).toThrow(
      new TemplateError(
        'email text from its html: the elements stand more than 500 deep in each other; give the template a "text"',
      ),
    );
    expect(renderTemplate('email', { subject: 's', html, text: 't' }, {})).toMatchObject({ text: 't' });
    expect(renderTemplate('email', { subject: 's', html: `${'<div>'.repeat(400)}deep` }, {})).toMatchObject({
      text: 'deep',
    });
  });

  it('does not mix up the HTML and the text of one source', () => {
    const template = { subject: '{{a}}', html: '{{a}}', text: '{{a}}' };
    expect(renderTemplate('email', template, { a: '&' })).toEqual({ subject: '&', html: '&amp;', text: '&' });
    expect(renderTemplate('email', template, { a: '<' })).toEqual({ subject: '<', html: '&lt;', text: '<' });
  });
});
