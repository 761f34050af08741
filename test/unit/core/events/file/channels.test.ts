import { parseEventFile } from '../../../../../rendering/event-files';

const parse = (templates: string, more = '') =>
  parseEventFile('e.yaml', `name: e\n${more}templates:\n${templates.replace(/^/gm, '  ')}`);

const templateOf = (
  templates: string,
  channel: 'email' | 'slack' | 'push' | 'telegram' | 'whatsapp' | 'discord',
) => {
  const parsed = parse(templates);
  return parsed.ok ? parsed.event.templates[channel]?.en : parsed.problems;
};

const problemsOf = (templates: string, more = '') => {
  const parsed = parse(templates, more);
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
};

describe('an event file holds for each channel what it can show', () => {
  it('MJML, which becomes HTML with its expressions as they are', () => {
    const template = templateOf(
      `email:
  en:
    subject: Hi
    mjml: |
      <mjml><mj-head><mj-preview>Soon {{name}}</mj-preview></mj-head>
        <mj-body><mj-section><mj-column><mj-text>Hello {{#if name}}{{name}}{{/if}}</mj-text></mj-column></mj-section></mj-body>
      </mjml>`,
      'email',
    );
    expect(template).toEqual({
      subject: 'Hi',
      html: expect.stringMatching(
        /^<!doctype html>[^]*Hello {{#if name}}{{name}}{{\/if}}[^]*<\/html>/i,
      ) as string,
    });
  });

  it('attachments and a preheader of an e-mail', () => {
    const template = templateOf(
      `email:
  en:
    subject: Invoice
    html: <p>Here it is.</p>
    preheader: For {{name}}
    attachments:
      - filename: invoice-{{id}}.pdf
        content_type: application/pdf
        url: https://files.example.com/{{id}}
      - { filename: a.txt, content: 'aGVsbG8=', content_id: logo }
      - { filename: b.pdf, storage: 'invoices/{{../id}}/{{id}}.pdf' }`,
      'email',
    );
    expect(template).toMatchObject({
      preheader: 'For {{name}}',
      attachments: [
        {
          filename: 'invoice-{{id}}.pdf',
          contentType: 'application/pdf',
          url: 'https://files.example.com/{{id}}',
        },
        { filename: 'a.txt', content: 'aGVsbG8=', contentId: 'logo' },
        { filename: 'b.pdf', storage: 'invoices/{{../id}}/{{id}}.pdf' },
      ],
    });
  });

  it('blocks, embeds, formats, data and approved templates', () => {
    const blocks =
      'slack:\n  en:\n    text: a\n    blocks:\n      - { type: section, text: { type: mrkdwn, text: "*{{a}}*" } }';
    expect(templateOf(blocks, 'slack')).toEqual({
      text: 'a',
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*{{a}}*' } }],
    });
    expect(templateOf('discord:\n  en:\n    embeds: [{ title: "{{a}}", color: 255 }]', 'discord')).toEqual({
      embeds: [{ title: '{{a}}', color: 255 }],
    });
    expect(templateOf('telegram:\n  en: { text: "<b>{{a}}</b>", format: html }', 'telegram')).toEqual({
      text: '<b>{{a}}</b>',
      format: 'html',
    });
    expect(templateOf('push:\n  en: { title: T, text: a, badge: 3, data: { k: "{{v}}" } }', 'push')).toEqual({
      title: 'T',
      text: 'a',
      badge: '3',
      data: { k: '{{v}}' },
    });
    expect(
      templateOf('whatsapp:\n  en: { template: { name: shipped, parameters: ["{{a}}"] } }', 'whatsapp'),
    ).toEqual({
      template: { name: 'shipped', language: 'en', parameters: ['{{a}}'] },
    });
  });

  it('an address that unsubscribes, on events sent in bulk', () => {
    const url = 'unsubscribe_url: "https://shop.example/u/{{contact.externalId}}"\n';
    const email = 'email:\n  en: { subject: a, text: b }';
    const parsed = parse(email, `bulk: true\n${url}`);
    expect(parsed).toMatchObject({
      ok: true,
      event: { unsubscribeUrl: 'https://shop.example/u/{{contact.externalId}}' },
    });
    expect(problemsOf(email, 'bulk: true\n')).toEqual([
      '2: "bulk" needs "category", from which recipients unsubscribe, or "unsubscribe_url"',
      `5: "templates.email.en" ${UNLINKED}`,
    ]);
    expect(problemsOf(email, url)).toEqual(['2: "unsubscribe_url" belongs to events with "bulk: true"']);
    expect(problemsOf(email, 'bulk: true\nunsubscribe_url: http://a.example\n')).toEqual([
      '3: "unsubscribe_url" must begin with https://',
    ]);
    expect(problemsOf(email, 'bulk: true\nunsubscribe_url: "https://a.example/{{#if x}}"\n')[0]).toMatch(
      /^3: "unsubscribe_url": block {{#if}} is never closed/,
    );
  });
});

const UNLINKED = 'has no {{unsubscribe_url}}, which a bulk e-mail must show: an address that unsubscribes';

describe('PREFERENCE-34: e-mails in bulk without an address of their own', () => {
  const news = 'bulk: true\ncategory: news\n';
  it('name {{unsubscribe_url}}, in each language and step', () => {
    const email = (text: string) => `email:\n  en: { subject: a, text: '${text}' }`;
    expect(parse(email('{{unsubscribe_url}}'), news)).toMatchObject({
      ok: true,
      event: { bulk: true, category: 'news', priority: 'low' },
    });
    expect(problemsOf(email('b'), news)).toEqual([`6: "templates.email.en" ${UNLINKED}`]);
    expect(problemsOf(email('{{preferences_url}}'), news)).toEqual([`6: "templates.email.en" ${UNLINKED}`]);
    expect(problemsOf('sms:\n  en: { text: b }', news)).toEqual([]);
  });

  it('are found also if only the category may be bulk, for those who know that', () => {
    const parsed = parse('email:\n  en: { subject: a, text: b }', 'category: news\n');
    expect(parsed).toMatchObject({ ok: true, event: { category: 'news' } });
  });
});

describe('an event file is refused, with the line, for', () => {
  it.each([
    [
      'MJML that cannot be read',
      'email:\n  en:\n    subject: a\n    mjml: "<mjml><mj-body>"',
      /^6: "templates.email.en.mjml": MJML: /,
    ],
    ['HTML and MJML', 'email:\n  en: { subject: a, html: b, mjml: c }', /has both "html" and "mjml"/],
    [
      'a preheader without HTML',
      'email:\n  en: { subject: a, text: b, preheader: c }',
      /"preheader", which needs/,
    ],
    [
      'a file that is neither here nor there',
      'email:\n  en: { subject: a, text: b, attachments: [{ filename: f }] }',
      /attachments\[0\]" needs one of "url", "storage" and "content"/,
    ],
    [
      'a path that leads out of the store',
      'email:\n  en: { subject: a, html: b, attachments: [{ filename: f, storage: "{{id}}/../f" }] }',
      /attachments\[0\].storage" must not have empty parts/,
    ],
    [
      'two files of one content id',
      'email:\n  en: { subject: a, html: b, attachments: [{ filename: f, content: YQ==, content_id: l }, { filename: g, content: YQ==, content_id: l }] }',
      /attachments" has a "content_id" twice/,
    ],
    [
      'a content id with an expression',
      'email:\n  en: { subject: a, html: b, attachments: [{ filename: f, content: YQ==, content_id: "{{l}}" }] }',
      /content_id" must be 1 to 100 letters/,
    ],
    [
      'a template inside a block',
      'slack:\n  en:\n    text: a\n    blocks:\n      - type: section\n        text:\n          type: mrkdwn\n          text: "{{#if a}}"',
      /^10: "templates.slack.en.blocks\[0\].text.text": block {{#if}} is never closed/,
    ],
    [
      'a template in data',
      'push:\n  en:\n    text: a\n    data:\n      k: "{{nope a}}"',
      /^7: "templates.push.en.data.k": unknown helper/,
    ],
    ['an unknown format', 'telegram:\n  en: { text: a, format: bold }', /must be one of html, markdown/],
    ['nothing to show on Discord', 'discord:\n  en: {}', /needs "text" or "embeds"/],
    ...(
      [
        ['header: {}', /header" needs one of "text", "image", "video" and "document"/],
        ['header: { text: a, image: "https://a.example/" }', /header" needs one of/],
        ['header: { image: a.png }', /header.image" must be an http:\/\/ or https:\/\/ address/],
        ['header: { image: "https://a.example/", filename: a }', /"filename", which needs "document"/],
        [`header: { text: ${'x'.repeat(61)} }`, /header.text" may have at most 60 characters/],
        ['header: { location: a }', /unknown key "templates.whatsapp.en.template.header.location"/],
        ['buttons: [{ index: 1 }]', /buttons\[0\]" needs one of "url", "quick_reply" and "copy_code"/],
        [
          'buttons: [{ phone_number: a }]',
          /unknown key "templates.whatsapp.en.template.buttons\[0\].phone_number"/,
        ],
        ['buttons: [{ url: a, index: 10 }]', /buttons\[0\].index" must be/],
        ['buttons: [{ url: a }, { url: b, index: 0 }]', /buttons" has the index 0 twice/],
        ['buttons: [{ url: a }, { url: b }, { url: c }]', /buttons" may have at most 2 of "url"/],
        ['buttons: [{ copy_code: a }, { copy_code: b }]', /buttons" may have at most 1 of "copy_code"/],
        [`buttons: [{ copy_code: ${'x'.repeat(16)} }]`, /copy_code" may have at most 15 characters/],
        [`buttons: [${'{ quick_reply: a }, '.repeat(11)}]`, /buttons" may have at most 10 buttons/],
        [`name: HX${'0'.repeat(32)}, buttons: [{ url: a }]`, /template" is a content of Twilio/],
        ['buttons: [{ url: "{{#if a}}" }]', /buttons\[0\].url": block {{#if}} is never closed/],
      ] as [string, RegExp][]
    ).map(([more, problem]): [string, string, RegExp] => {
      const name = more.startsWith('name') ? '' : 'name: a, ';
      return [
        `WhatsApp with ${more.slice(0, 60)}`,
        `whatsapp:\n  en: { template: { ${name}${more} } }`,
        problem,
      ];
    }),
    ['nothing to show on WhatsApp', 'whatsapp:\n  en: {}', /needs "text" or "template"/],
    [
      'a field of another channel',
      'sms:\n  en: { text: a, blocks: [] }',
      /unknown key "templates.sms.en.blocks"/,
    ],
  ])('%s', (_what, templates, message) => {
    expect(problemsOf(templates)[0]).toMatch(message);
  });
});
