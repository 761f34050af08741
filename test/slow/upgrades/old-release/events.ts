const mail = (subject: string): string => `{ email: { en: { subject: ${subject}, text: Hello } } }`;
const named = (name: string): string =>
  `{ send: { name: ${name}, channel: email, templates: ${mail(name)} } }`;
const templates = `templates: ${mail("'{{event}}'")}\n`;
const withSteps = (...steps: string[]): string =>
  `${templates}sequence:\n${steps.map((step) => `  - ${step}\n`).join('')}`;

/**
 * Events with each kind of step that the oldest release had; the subject of a mail is the name of its step, of the first one
 * the event's. What waits for a time does so until `due`, milliseconds since 1970, a full minute.
 */
export function oldEvents(due: number): Record<string, string> {
  const seconds = Math.ceil((due - Date.now()) / 1000);
  const time = new Date(due).toISOString().slice(11, 16);
  return {
    'plain.yaml': templates,
    'nap.yaml': withSteps('send: email', `wait: ${seconds}s`, named('thanks')),
    'timed.yaml': withSteps('send: email', `wait: { until: '${time}', timezone: UTC }`, named('thanks')),
    'branches.yaml': withSteps(
      'send: { name: hello, channel: email }',
      'wait: 1s',
      `if: { all: [{ value: payload.plan, is: trial }, { not: { value: contact.meta.tier, is: gold } }] }
    then: [${named('offer')}]
    else: [{ end: true }]`,
      `if: { message: offer, status: [sent, delivered] }
    then: [${named('last')}]`,
    ),
    'everywhere.yaml': `channels: [email, sms, push]
templates:
  email: { en: { subject: '{{event}}', html: '<p>Hello {{contact.firstName}}</p>' } }
  sms: { en: { text: 'Hello {{contact.meta.tier}}' } }
  push: { en: { title: Hello, text: 'It is {{date day}}' } }
`,
    'doubted.yaml': `channels: [email, sms]
templates:
  email: { en: { subject: '{{event}}', text: Hello } }
  sms: { en: { text: Hello } }
sequence:
  - send: { name: first, channel: email, fallback: { to: [sms], unless_delivered_within: ${seconds}s } }
`,
  };
}
