import { renderIfSmall, renderMessage } from '../../../../../core/events/templates/render-message';
import { renderTemplate } from '../../../../../core/events/templates/render-template';
import { TemplateError } from '../../../../../core/events/templates/template-error';
import { jobOf } from '../../../../support/render-jobs';

const email = (html: string, variables: Record<string, unknown>) =>
  renderTemplate('email', { subject: 's', html }, variables);
const sms = (text: string, variables: Record<string, unknown> = {}) =>
  renderTemplate('sms', { text }, variables).text;

describe('renderTemplate', () => {
  it('TEMPLATE-5: escapes variables in HTML and nowhere else', () => {
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

  it('TEMPLATE-3: renders a missing variable as nothing', () => {
    expect(sms('[{{a}}][{{a.b.c}}][{{#if a}}x{{/if}}][{{#each a}}x{{/each}}][{{lookup a "b"}}]')).toBe(
      '[][][][][]',
    );
  });

  it('prints numbers and booleans, zero and false too', () => {
    expect(sms('{{a}} {{b}} {{c}}', { a: 0, b: false, c: 1.5 })).toBe('0 false 1.5');
  });

  it.each(['sms', 'slack'] as const)('reads a name in quotes as a variable: %s', (channel) => {
    const data = { a: 'x', 1: 'one', 'a b': 'ab', number: 'n' };
    const text = '{{"a"}} {{1}} {{"a b"}} {{"number"}} {{true}}.';
    expect(renderTemplate(channel, { text }, data).text).toBe('x one ab n .');
  });

  it('prints numbers and booleans that stand together one after the other', () => {
    const data = { a: 1, b: 2, c: true, l: [3, 4] };
    for (const text of [
      '{{a}}{{b}}{{c}}{{c}}',
      '{{{a}}}{{{b}}}{{&c}}{{c}}',
      '{{#if a}}{{a}}{{/if}}{{#if b}}{{{b}}}{{/if}}{{default c 0}}{{c}}',
      '{{#with this}}{{a}}{{b}}{{c}}{{c}}{{/with}}',
    ]) {
      expect(sms(text, data)).toBe('12truetrue');
      expect(renderTemplate('slack', { text }, data).text).toBe('12truetrue');
      expect(email(text, data).html).toBe('12truetrue');
    }
    expect(sms('{{#each l}}{{this}}{{../a}}{{/each}}', data)).toBe('3141');
  });

  it('prints what JSON does not have as text, or not at all', () => {
    const data = { big: 10n, day: new Date(0), none: new Date(NaN), list: [undefined, Symbol('s'), 'a'] };
    expect(sms('{{big}} {{day}} [{{none}}] {{list}}', data)).toBe('10 1970-01-01T00:00:00.000Z [] ,,a');
  });

  it('reads data of 128 levels', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)]);
    expect(sms('{{a}}', { a: nested(128) })).toBe('x');
    expect(sms('{{a}}', { a: nested(129) })).toBe('');
  });

  it('is in English and in UTC unless it is told otherwise', () => {
    expect(sms('{{datetime "2026-03-09T22:30:00Z"}}')).toMatch(/^Mar 9, 2026, 10:30\sPM$/);
  });

  it('makes 5 million characters at most, those of all places together', () => {
    const data = { a: 'x'.repeat(1_000_000) };
    const push = (title: string) =>
      renderTemplate('push', { text: '{{a}}{{a}}{{a}}', title: `{{a}}{{a}}${title}` }, data);
    expect(push('').text).toHaveLength(3_000_000);
    expect(() => push('y')).toThrow('push title, the message has more than 5 million characters');
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

  it.each([
    ['a'.repeat(998), 'a'.repeat(998)],
    ['a'.repeat(999), `${'a'.repeat(997)}…`],
    ['😀'.repeat(500), `${'😀'.repeat(498)}…`],
  ])('TEMPLATE-4: cuts a subject of more than 998 characters', (title, expected) => {
    expect(renderTemplate('email', { subject: '{{title}}', text: 't' }, { title }).subject).toBe(expected);
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

  it('refuses elements that stand too deep in each other, without a text', () => {
    const html = `${'<div>'.repeat(5000)}deep`;
    expect(() => renderTemplate('email', { subject: 's', html }, {})).toThrow(
      new TemplateError(
        'email text from its html: the elements are nested more than 500 deep; give the template a "text"',
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

describe('renderMessage', () => {
  const of = (...given: Parameters<typeof jobOf>) => renderMessage(jobOf(...given));

  it('makes an e-mail, and the address that unsubscribes', () => {
    const unsubscribeUrl = 'https://example.com/{{contact.email}}?plan={{contact.meta.plan}}';
    const contact = { email: 'ada@example.org', meta: '{"plan":"a & b"}' };
    expect(of({ text: 'Hi' })).toStrictEqual({ subject: 'Hello', html: undefined, text: 'Hi' });
    expect(of({ text: 'Hi' }, {}, { unsubscribeUrl, contact })).toStrictEqual({
      subject: 'Hello',
      html: undefined,
      text: 'Hi',
      rich: '{"unsubscribeUrl":"https://example.com/ada%40example.org?plan=a%20%26%20b"}',
    });
    expect(
      of(
        { text: 'Hi', attachments: [{ filename: 'a', content: 'YQ==' }] },
        {},
        { unsubscribeUrl: 'https://a.example' },
      ).rich,
    ).toBe('{"attachments":[{"filename":"a","content":"YQ=="}],"unsubscribeUrl":"https://a.example/"}');
  });

  const links = {
    unsubscribeUrl: 'https://n.example/preferences/unsubscribe/T',
    preferencesUrl: 'https://n.example/preferences/T',
    unsubscribeMail: 'mailto:unsubscribe@b.example?subject=T',
  };
  const NAMED = '{{unsubscribe_url}} {{preferences_url}}';
  it.each<[string, Parameters<typeof jobOf>, string, string | undefined]>([
    [
      'our links, also in the headers of an e-mail in bulk',
      [{ text: NAMED }, {}, { links, oneClick: true }],
      `${links.unsubscribeUrl} ${links.preferencesUrl}`,
      `{"unsubscribeUrl":"${links.unsubscribeUrl}","unsubscribeMail":"${links.unsubscribeMail}"}`,
    ],
    [
      'our links, in no header of another e-mail',
      [{ text: NAMED }, {}, { links }],
      `${links.unsubscribeUrl} ${links.preferencesUrl}`,
      undefined,
    ],
    [
      "the event's own address",
      [{ text: NAMED }, {}, { links, unsubscribeUrl: 'https://a.example' }],
      `https://a.example/ ${links.preferencesUrl}`,
      '{"unsubscribeUrl":"https://a.example/"}',
    ],
    [
      'what the payload has under these names',
      [{ text: NAMED }, { unsubscribe_url: 'mine' }, { links }],
      `mine ${links.preferencesUrl}`,
      undefined,
    ],
    ['nothing, without links', [{ text: `(${NAMED})` }], '( )', undefined],
  ])('PREFERENCE-33: shows %s', (_, given, text, rich) => {
    const made = of(...given);
    expect({ text: made.text, rich: made.rich }).toEqual({ text, rich });
  });

  it.each([
    'http://example.com/',
    'example.com',
    '{{{a}}}',
    'https://example.com/ b',
    ' https://example.com',
  ])('refuses %j as the address that unsubscribes', (unsubscribeUrl) =>
    expect(() => of({ text: 'Hi' }, { a: 'https://example.com/\n' }, { unsubscribeUrl })).toThrow(
      new TemplateError('unsubscribe_url: it does not render an https address'),
    ),
  );

  it('adds to an SMS its one-time code and what it costs', () => {
    const sms = { channel: 'sms', otpDomain: 'shop.example' } as const;
    const job = { ...jobOf({}, { code: '1234' }, sms), template: { text: 'Code {{code}}' } };
    expect(renderMessage(job)).toStrictEqual({
      subject: undefined,
      html: undefined,
      text: expect.stringMatching(/^Code 1234\s+@shop\.example #1234$/) as string,
      rich: '{"segments":{"encoding":"GSM-7","count":1}}',
    });
    const long = of({ text: 'x'.repeat(161) }, { code: '1234' }, { channel: 'sms' });
    expect(long).toMatchObject({
      text: 'x'.repeat(161),
      rich: expect.stringContaining('"count":2') as string,
    });
    expect(of({ text: 'Code 1' }, { code: '1' }, { otpDomain: 'shop.example' }).text).toBe('Code 1');
  });

  it('knows the contact, the application, the event, and what a digest has gathered', () => {
    const text =
      '{{n}} {{payload.n}} {{contact.name}} {{contact.meta.plan}} {{brand.name}} {{app.name}} {{sender.email}} {{event}} {{notification.id}} {{digest.count}}{{#each digest.items}} {{n}}{{payload.n}}{{notification.id}}{{/each}}';
    const digest = { count: 2, items: ['a', 'b'].map((id) => ({ id, payload: `{"n":"${id}!"}` })) };
    const contact = { name: 'Ada', meta: '{"plan":"pro"}' };
    const more = { contact, brand: { name: 'Shop' }, notificationId: 'id', digest };
    expect(of({ text }, { n: 1 }, more).text).toBe(
      '1 1 Ada pro Shop shop shop@example.com welcome id 2 a!a!a b!b!b',
    );
  });

  it('shows times on the clock of the recipient, and tells each place before it is filled', () => {
    const text = '{{datetime "2026-03-09T22:30:00Z"}}';
    expect(of({ text }, {}, { language: 'de', timezone: 'Asia/Tokyo' }).text).toBe('10.03.2026, 07:30');
    const places: string[] = [];
    const job = jobOf({ html: '<p>' }, {}, { unsubscribeUrl: 'https://a.example' });
    renderMessage(job, (place) => places.push(place));
    expect(places).toEqual(['unsubscribe_url', 'email html', 'email text from its html', 'email subject']);
  });

  it('is rendered at once when all that was sent has 16 kB of JSON at most', () => {
    const small = (length: number) => {
      const contact = { meta: `{${' '.repeat(998)}}` };
      return renderIfSmall(jobOf({ text: 'Hi' }, {}, { contact, payload: `{${' '.repeat(length - 1002)}}` }));
    };
    expect(small(16_384)).toMatchObject({ text: 'Hi' });
    expect(small(16_385)).toBeNull();
  });
});
