/** A file that a new event begins with. */
interface Starter {
  value: string;
  label: string;
  body: string;
}

/** Files that a new event may begin with, the simplest first. */
export const STARTERS: readonly Starter[] = [
  {
    value: 'email',
    label: 'An e-mail',
    body: `channels: [email]

templates:
  email:
    en:
      subject: 'Hello{{#if contact.firstName}} {{contact.firstName}}{{/if}}'
      text: |
        Hello {{name | there}},

        this is a message from {{app.name}}.
`,
  },
  {
    value: 'fallback',
    label: 'An e-mail, and an SMS if it fails',
    body: `channels: [email, sms]

templates:
  email:
    en:
      subject: 'News from {{app.name}}'
      text: 'Hello {{name | there}}, there is news.'
  sms:
    en:
      text: '{{app.name}}: there is news.'

sequence:
  - send:
      channel: email
      fallback: { to: [sms] }
`,
  },
  {
    value: 'code',
    label: 'A one-time code by SMS',
    body: `channels: [sms]
# A code is worthless after a few minutes, so it is not retried for longer.
retry_for: 5m
priority: high

payload:
  required: [code]
  properties:
    code: { type: string, minLength: 1 }
examples:
  login: { code: '012345' }

templates:
  sms:
    en:
      text: 'Your code is {{code}}. It is valid for 5 minutes.'
`,
  },
  {
    value: 'sequence',
    label: 'An e-mail and a reminder',
    body: `channels: [email]

templates:
  email:
    en:
      subject: 'Your trial of {{app.name}} has begun'
      text: 'Hello {{name | there}}, have a look around.'

sequence:
  - send: email
  - wait: 3d
  - send:
      name: reminder
      channel: email
      templates:
        email:
          en:
            subject: 'How is it going?'
            text: 'Hello {{name | there}}, do you have a question?'
`,
  },
];

/** Returns the file of a new event. */
export async function starterFile(name: string, starter: string): Promise<string> {
  const { stringify } = await import('yaml');
  const { body } = STARTERS.find(({ value }) => value === starter) ?? STARTERS[0]!;
  return stringify({ name }, { singleQuote: true }) + body;
}
