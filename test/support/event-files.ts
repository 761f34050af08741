const TEMPLATES = 'templates: { email: { en: { subject: Hi, html: <p> } } }';

/** An event file that uses every field and every form of each. */
export const RICH_FILE = `
name: Everything.2
channels: [sms, email, slack, push, telegram, whatsapp, discord]
language: EN
from: 'Ada <ada@example.com>'
bulk: true
unsubscribe_url: https://example.com/u/{{contact.externalId}}
delivery: at_most_once
priority: high
retry_for: 1h30m
payload:
  type: object
  title: Everything
  required: [plan, n]
  properties:
    plan: { type: string, description: The plan, enum: [pro, free], minLength: 1, maxLength: 9 }
    n: { type: [integer, 'null'], minimum: 0, maximum: 9, exclusiveMinimum: -1, exclusiveMaximum: 10, deprecated: true }
    when: { format: date-time }
    kind: { const: all }
    lines: { type: array, items: { additionalProperties: { type: number } }, minItems: 0, maxItems: 9 }
  additionalProperties: true
examples: { first: { plan: pro, n: 1, lines: [{ a: 1 }] }, second: { plan: free, n: null } }
quiet_hours: { from: '22:00', to: '08:00', timezone: Europe/Stockholm, channels: [sms] }
discord: { channel: '111222333444555666' }
templates:
  email:
    en:
      subject: Hi
      html: <p>Hi</p>
      text: Hi
      preheader: Hi
      attachments:
        - { filename: a.txt, content_type: text/plain, url: https://example.com/a }
        - { filename: b.txt, content: aGVsbG8= }
    pt_br: { subject: Oi, text: Oi }
  sms: { en: { text: Hi } }
  slack: { en: { text: Hi, blocks: [{ type: section, fields: [1, true, null, { a: [b] }] }] } }
  push: { en: { title: Hi, text: Hi, image: https://a.example, link: https://b.example, badge: 3, data: { k: v } } }
  telegram: { en: { text: Hi, format: markdown } }
  whatsapp: { en: { text: Hi, template: { name: hi, language: en_US, parameters: [a] } } }
  discord: { en: { text: Hi, embeds: [{ title: Hi }] } }
sequence:
  - send:
  - send: email
  - send:
      name: third
      channel: push
      templates: { push: { en: { text: a, badge: '{{n}}' } } }
      fallback: { to: [sms], unless_delivered_within: 30m }
  - wait: 3d
  - wait: { until: '09:00', on: [mon, fri], timezone: UTC }
  - if: { delivered: third, within: 2h }
    else: [{ send: { fallback: {} } }]
  - if:
      all:
        - { value: payload.any, is: pro, is_not: 3, in: [a, 1, true], contains: a, at_least: 1.5, at_most: 2, exists: true }
        - { any: [{ message: third, status: sent }, { message: third, status: [queued, failed] }] }
        - { not: { value: contact.meta.tier, exists: false } }
    then:
      - if: { value: contact.name, is: Ada }
        then: [{ wait: 5s }]
        else: []
      - end: true
`;

/** What is wrong, and a file that is wrong so: what an editor can tell without knowing more than the schema. */
export const REFUSED_BY_EDITORS: [string, string][] = [
  ['a list', '- a'],
  ['an unknown key', `${TEMPLATES}\nchanels: [email]`],
  ['a merge key', `'<<': { name: a }\n${TEMPLATES}`],
  ['a bad name', `${TEMPLATES}\nname: a b`],
  ['a number for a name', `name: 12\n${TEMPLATES}`],
  ['an unknown channel in channels', `channels: [email, fax]\n${TEMPLATES}`],
  ['a channel twice', `channels: [email, email]\n${TEMPLATES}`],
  ['no channel', `channels: []\n${TEMPLATES}`],
  ['a language that is none', `language: english\n${TEMPLATES}`],
  ['a bad sender', `from: Ada\n${TEMPLATES}`],
  ['a text for true or false', `bulk: 'yes'\n${TEMPLATES}`],
  ['bulk without a category or the address that unsubscribes', `bulk: true\n${TEMPLATES}`],
  ['an address that unsubscribes without bulk', `unsubscribe_url: https://a.example\n${TEMPLATES}`],
  ['plain http to unsubscribe', `bulk: true\nunsubscribe_url: http://a.example\n${TEMPLATES}`],
  ['an unknown guarantee', `delivery: once\n${TEMPLATES}`],
  ['an unknown priority', `priority: urgent\n${TEMPLATES}`],
  ['a duration without unit', `retry_for: 5\n${TEMPLATES}`],
  ['a duration in words', `retry_for: 5 minutes\n${TEMPLATES}`],
  ['quiet hours without an end', `quiet_hours: { from: '22:00' }\n${TEMPLATES}`],
  ['quiet hours at no hour', `quiet_hours: { from: '24:00', to: '08:00' }\n${TEMPLATES}`],
  ['a payload that is a text', `payload: text\n${TEMPLATES}`],
  ['an unknown key in a payload', `payload: { propertes: {} }\n${TEMPLATES}`],
  ['an unknown type in a payload', `payload: { properties: { a: { type: text } } }\n${TEMPLATES}`],
  ['a regular expression in a payload', `payload: { properties: { a: { pattern: a } } }\n${TEMPLATES}`],
  ['examples without names', `examples: [{ a: 1 }]\n${TEMPLATES}`],
  ['an example that is no payload', `examples: { first: 1 }\n${TEMPLATES}`],
  ['a Discord channel as a number', `discord: { channel: 1 }\n${TEMPLATES}`],
  ['an unknown channel in templates', 'templates: { emial: { en: { text: a } } }'],
  ['a language variant that is none', 'templates: { sms: { en: { text: a }, english: { text: b } } }'],
  ['a field of another channel', 'templates: { sms: { en: { text: a, subject: b } } }'],
  ['an empty text', 'templates: { sms: { en: { text: " " } } }'],
  ['an e-mail without subject', 'templates: { email: { en: { text: a } } }'],
  ['an e-mail without body', 'templates: { email: { en: { subject: a } } }'],
  ['an e-mail with HTML and MJML', 'templates: { email: { en: { subject: a, html: b, mjml: c } } }'],
  ['a preheader without HTML', 'templates: { email: { en: { subject: a, text: b, preheader: c } } }'],
  [
    'a file that is neither here nor there',
    'templates: { email: { en: { subject: a, text: b, attachments: [{ filename: f }] } } }',
  ],
  ['a format that is unknown', 'templates: { telegram: { en: { text: a, format: bold } } }'],
  ['nothing to show on WhatsApp', 'templates: { whatsapp: { en: {} } }'],
  ['nothing to show on Discord', 'templates: { discord: { en: {} } }'],
  ['an empty sequence', `${TEMPLATES}\nsequence: []`],
  ['a sequence that is a step', `${TEMPLATES}\nsequence: { send: email }`],
  ['a step that is two', `${TEMPLATES}\nsequence: [{ send: email, wait: 5s }]`],
  ['a step that is none', `${TEMPLATES}\nsequence: [{ send: email }, {}]`],
  ['a step of an unknown kind', `${TEMPLATES}\nsequence: [{ sned: email }]`],
  ['a SEND over an unknown channel', `${TEMPLATES}\nsequence: [{ send: fax }]`],
  ['a step name with a dot', `${TEMPLATES}\nsequence: [{ send: { name: a.b } }]`],
  ['a wait of no form', `${TEMPLATES}\nsequence: [{ send: email }, { wait: 5 }]`],
  ['a wait until no time', `${TEMPLATES}\nsequence: [{ send: email }, { wait: { until: '25:00' } }]`],
  ['an end that is not true', `${TEMPLATES}\nsequence: [{ send: email }, { end: false }]`],
  [
    'a condition without branches',
    `${TEMPLATES}\nsequence: [{ send: email }, { if: { value: payload.a, is: 1 } }]`,
  ],
  ['a branch without a condition', `${TEMPLATES}\nsequence: [{ send: email, then: [{ send: email }] }]`],
  [
    'a condition of no known form',
    `${TEMPLATES}\nsequence: [{ if: { plan: pro }, then: [{ send: email }] }]`,
  ],
  [
    'a condition that compares nothing',
    `${TEMPLATES}\nsequence: [{ if: { value: payload.plan }, then: [{ send: email }] }]`,
  ],
  [
    'a condition on a path that is none',
    `${TEMPLATES}\nsequence: [{ if: { value: plan, is: pro }, then: [{ send: email }] }]`,
  ],
  [
    'waiting inside a condition',
    `${TEMPLATES}\nsequence: [{ send: email }, { if: { not: { delivered: send-1, within: 1h } }, then: [{ send: email }] }]`,
  ],
  ['an example that is a list', 'name: a\nexamples: { one: [] }\ntemplates: { sms: { en: { text: a } } }\n'],
  ['code that is not there', `${TEMPLATES}\nsequence: { code: nothing }`],
  ['a key beside code', `${TEMPLATES}\nsequence: { code: trial-ending, wait: 1d }`],
  [
    'templates for SENDs beside a sequence of steps',
    `${TEMPLATES}\nsequence: [{ send: email }]\nstep_templates: {}`,
  ],
];
