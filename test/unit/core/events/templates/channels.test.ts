import type { Channel } from '../../../../../core/shared/channels';
import type { Template } from '../../../../../core/events/definition';
import { renderTemplate } from '../../../../../core/events/templates/render-template';

const name = 'Tom & <b>Jerry</b> *_[x](y)_* "hi" @everyone';
const render = (channel: Channel, template: Template, data: Record<string, unknown> = { name }) =>
  renderTemplate(channel, template, data);

describe('what a template inserts is escaped for its place', () => {
  it('as Slack wants it in text and blocks, and not in their addresses and values', () => {
    const blocks = [
      { type: 'section', text: { type: 'mrkdwn', text: '*{{name}}*' }, block_id: '{{id}}' },
      {
        type: 'actions',
        elements: [{ type: 'button', url: 'https://a.example/?q=1&b={{id}}', value: '{{name}}' }],
      },
      { type: 'divider', dense: true, weight: 0.5, of: null, text: ['{{name}}'] },
    ];
    const { text, rich } = render(
      'slack',
      { text: 'Hi {{name}}', blocks },
      { name: 'A & <!channel>', id: 'x&y' },
    );
    expect(text).toBe('Hi A &amp; &lt;!channel&gt;');
    expect(rich).toEqual({
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: '*A &amp; &lt;!channel&gt;*' }, block_id: 'x&y' },
        {
          type: 'actions',
          elements: [{ type: 'button', url: 'https://a.example/?q=1&b=x&y', value: 'A & <!channel>' }],
        },
        { type: 'divider', dense: true, weight: 0.5, of: null, text: ['A &amp; &lt;!channel&gt;'] },
      ],
    });
  });

  it('as Telegram wants it in each of its formats', () => {
    expect(render('telegram', { text: '<b>{{name}}</b>', format: 'html' })).toEqual({
      text: '<b>Tom &amp; &lt;b&gt;Jerry&lt;/b&gt; *_[x](y)_* &quot;hi&quot; @everyone</b>',
      rich: { parseMode: 'HTML' },
    });
    expect(
      render('telegram', { text: '*{{name}}*', format: 'markdown' }, { name: 'a_b*c.d!e\\f-1=2' }),
    ).toEqual({
      text: '*a\\_b\\*c\\.d\\!e\\\\f\\-1\\=2*',
      rich: { parseMode: 'MarkdownV2' },
    });
    expect(render('telegram', { text: '{{name}}' })).toEqual({ text: name });
  });

  it('as Discord wants it in content and embeds', () => {
    const embeds = [
      { title: '{{t}}', url: 'https://a.example/a_b/{{t}}', fields: [{ name: 'n', value: '{{t}}' }] },
    ];
    const { text, rich } = render(
      'discord',
      { text: '**{{name}}**', embeds },
      { name: '_a_ @everyone', t: 'b_c' },
    );
    expect(text).toBe('**\\_a\\_ @\u200beveryone**');
    expect(rich).toEqual({
      embeds: [{ title: 'b\\_c', url: 'https://a.example/a_b/b_c', fields: [{ name: 'n', value: 'b\\_c' }] }],
    });
  });

  it.each<[Channel, Template, object]>([
    [
      'email',
      { subject: '{{a | <x>}}', html: '{{a | <x>}} {{{a | <x>}}}', text: '{{a | <x>}}' },
      { subject: '<x>', html: '&lt;x&gt; <x>', text: '<x>' },
    ],
    ['sms', { text: '{{a | <x>}}' }, { text: '<x>' }],
    ['push', { title: '{{a | <x>}}', text: '{{a | <y>}}' }, { text: '<y>', rich: { title: '<x>' } }],
    ['slack', { text: '{{a | <x>}}' }, { text: '&lt;x&gt;' }],
    ['telegram', { text: '{{a | x.}}', format: 'markdown' }, { text: 'x\\.' }],
    ['whatsapp', { text: '{{a | <x>}}' }, { text: '<x>' }],
    ['discord', { text: '{{a | *x*}}' }, { text: '\\*x\\*' }],
  ])('a default behind a bar too: %s', (channel, template, expected) => {
    expect(render(channel, template)).toMatchObject(expected);
  });

  it('not at all where a template says so, or the place is plain', () => {
    expect(render('slack', { text: '{{{name}}}' }, { name: '<https://a.example|b>' }).text).toBe(
      '<https://a.example|b>',
    );
    for (const channel of ['sms', 'push', 'whatsapp'] as const) {
      expect(render(channel, { text: '{{name}}' }).text).toBe(name);
    }
  });

  it('also what a helper makes', () => {
    expect(
      render(
        'slack',
        { text: '{{default a "<x>"}} {{#if (eq b "1")}}{{uppercase b2}}{{/if}}' },
        { b: 1, b2: 'a&' },
      ).text,
    ).toBe('&lt;x&gt; A&amp;');
    expect(render('slack', { text: '[{{a}}{{b}}{{plural c other="<"}}]' }, { a: null, c: 2 }).text).toBe(
      '[&lt;]',
    );
    expect(render('email', { subject: 's', html: '{{default a "<x>"}}' }).html).toBe('&lt;x&gt;');
  });
});

describe('what a message shows beside its text', () => {
  it('is for push a title, addresses, a badge and data', () => {
    const template: Template = {
      title: 'Order {{id}}',
      text: 'It is on its way.',
      image: 'https://a.example/{{id}}.png',
      link: '{{missing}}',
      badge: '{{open}}',
      data: { order: '{{id}}', kind: 'order' },
    };
    expect(render('push', template, { id: 7, open: 3 })).toEqual({
      text: 'It is on its way.',
      rich: {
        title: 'Order 7',
        image: 'https://a.example/7.png',
        badge: 3,
        data: { order: '7', kind: 'order' },
      },
    });
    for (const open of ['many', -1, 1.5])
      expect(() => render('push', template, { id: 7, open })).toThrow('push badge: is not a number');
    expect(render('push', { text: 'a', title: ' {{b}} ', badge: '{{b}}' }, { b: 0 }).rich).toEqual({
      title: '0',
      badge: 0,
    });
    expect(render('push', { text: 'a', badge: '{{open}}' }, {})).toEqual({ text: 'a' });
  });

  it.each<[Channel, Template, string]>([
    ['push', { text: 'a', title: '{{b c}}' }, 'push title'],
    ['push', { text: 'a', image: '{{b c}}' }, 'push image'],
    ['push', { text: 'a', link: '{{b c}}' }, 'push link'],
    ['push', { text: 'a', badge: '{{b c}}' }, 'push badge'],
    ['push', { text: 'a', data: { d: '{{b c}}' } }, 'push data.d'],
    ['slack', { text: 'a', blocks: [{}, { text: ['{{b c}}'] }] }, 'slack blocks[1].text[0]'],
    ['discord', { embeds: [{ title: '{{b c}}' }] }, 'discord embeds[0].title'],
    [
      'email',
      { text: 'a', attachments: [{ filename: '{{b c}}', content: '' }] },
      'email attachments.filename',
    ],
    [
      'whatsapp',
      { template: { name: 'n', language: 'en', parameters: ['a', '{{b c}}'] } },
      'whatsapp parameters[1]',
    ],
  ])('is named in errors of %s, %j', (channel, template, place) => {
    expect(() => render(channel, template)).toThrow(`${place}, line 1: unknown helper "b"`);
  });

  it('is for WhatsApp an approved template with its values', () => {
    const template = { name: 'order_shipped', language: 'en_US', parameters: ['{{name}}', 'Order {{id}}'] };
    expect(render('whatsapp', { template }, { name: 'Ada', id: 7 })).toEqual({
      text: '',
      rich: { whatsappTemplate: { ...template, parameters: ['Ada', 'Order 7'] } },
    });
    expect(render('whatsapp', { template: { name: 'n', language: 'en' } }).rich).toEqual({
      whatsappTemplate: { name: 'n', language: 'en', parameters: [] },
    });
    expect(render('whatsapp', { text: 'a' })).toEqual({ text: 'a' });
  });

  it('is for WhatsApp a header and buttons, whose lengths Meta limits', () => {
    const of = (more: object) => ({ template: { name: 'n', language: 'en', ...more } });
    const made = (more: object, payload = {}) => render('whatsapp', of(more), payload).rich?.whatsappTemplate;
    expect(made({ header: { text: '{{a}}\n sale' } }, { a: 'Big' })?.header).toEqual({
      type: 'text',
      text: 'Big sale',
    });
    expect(made({ header: { image: '{{a}}' } }, { a: 'https://a.example/å b' })?.header).toEqual({
      type: 'image',
      link: 'https://a.example/å b',
    });
    expect(
      made({ header: { document: 'https://a.example/{{a}}', filename: '{{a}}.pdf' } }, { a: 7 })?.header,
    ).toEqual({
      ...{ type: 'document', link: 'https://a.example/7', filename: '7.pdf' },
    });
    const buttons = [
      { quick_reply: 'STOP {{a}}' },
      { url: 'o/{{a}}?b={{a}}', index: 3 },
      { copy_code: '{{a}}' },
    ];
    expect(made({ buttons }, { a: 'ä/1' })?.buttons).toEqual([
      { type: 'quick_reply', index: 0, value: 'STOP ä/1' },
      { type: 'url', index: 3, value: 'o/%C3%A4%2F1?b=%C3%A4%2F1' },
      { type: 'copy_code', index: 2, value: 'ä/1' },
    ]);
    const wrong: [object, string, string][] = [
      [
        { header: { text: '{{a}}' } },
        'x'.repeat(61),
        'header.text: has 61 characters, and WhatsApp allows 60',
      ],
      [{ header: { text: '{{a}}' } }, ' ', 'header.text: is empty'],
      [{ header: { video: '{{a}}' } }, 'ftp://a/b', 'header.video: is not an http:// or https:// address'],
      [{ buttons: [{ copy_code: '{{a}}' }] }, 'x'.repeat(16), 'buttons[0].copy_code: has 16 characters'],
      [{ buttons: [{ url: '{{a}}' }] }, 'x'.repeat(2001), 'buttons[0].url: has 2001 characters'],
      [{ buttons: [{ quick_reply: '{{a}}' }] }, '', 'buttons[0].quick_reply: is empty'],
    ];
    for (const [more, a, words] of wrong) expect(() => made(more, { a })).toThrow(`whatsapp ${words}`);
  });

  it('is for WhatsApp one line for each parameter, none of them empty', () => {
    const of = (parameters: string[]) => ({ template: { name: 'n', language: 'en', parameters } });
    expect(
      render('whatsapp', of(['{{a}}', ' x     y\u00a0']), { a: 'one\r\n\ttwo\n' }).rich?.whatsappTemplate
        ?.parameters,
    ).toEqual(['one two', 'x y']);
    for (const a of ['', ' \n', undefined])
      expect(() => render('whatsapp', of(['x', '{{a}}']), { a })).toThrow(
        'whatsapp parameters[1]: is empty, which WhatsApp refuses',
      );
  });

  it('is for e-mail attachments and a preheader', () => {
    const template: Template = {
      subject: 's',
      html: '<html><body class="a"><p>Hello</p></body></html>',
      preheader: 'Only for {{name}}',
      attachments: [{ filename: 'invoice-{{id}}.pdf', url: 'https://a.example/{{id}}' }],
    };
    const { html, text, rich } = render('email', template, { name: '<Ada>', id: 7 });
    expect(html).toMatch(
      /^<html><body class="a"><div style="display:none[^>]*>Only for &lt;Ada&gt;(&#847;|&zwnj;|&nbsp;)+<\/div><p>Hello/,
    );
    expect(text).toBe('Hello');
    expect(rich).toEqual({ attachments: [{ filename: 'invoice-7.pdf', url: 'https://a.example/7' }] });
    expect(render('email', { ...template, preheader: '{{missing}}' }, { id: 7 }).html).toBe(template.html);
  });
});
