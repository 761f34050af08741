import { type TestApplication, makeApplication, newEmail } from '../../../support/application';
import type { Stack } from '../../../support/stack';
import type { Attacks } from './attack';

const templates = (part: string): string => `templates: { email: { en: { subject: Hi, ${part} } } }`;
/** Minutes of work for little that is sent. */
const ENDLESS = templates(
  "text: '{{#each a}}{{#each @root.a}}{{#each @root.a}}{{eq @root.b @root.c}}{{/each}}{{/each}}{{/each}}'",
);
const same = 'x'.repeat(100_000);
const ENDLESS_PAYLOAD = { a: Array.from({ length: 45 }, () => 1), b: [same, 1], c: [same, 2] };
const DATES = templates("text: '{{#each items}}{{date this}}{{/each}}'");
const DATES_PAYLOAD = { items: Array.from({ length: 8_000 }, () => '2026-01-01T00:00:00Z') };
/** A search that finds all of the needle but its last letter, everywhere. */
const SEARCH = `sequence: [{ if: { value: payload.text, contains: '${'x'.repeat(999)}y' }, then: [{ send: email }] }, { send: email }]
${templates('text: Hi')}`;
const SEARCH_PAYLOAD = { text: 'x'.repeat(100_000) };

/** Event files that are hard to read. */
const FILES = {
  'nested html': templates(`html: '${'<div>'.repeat(5000)}'`),
  'many bodies': templates(`html: '${'<body '.repeat(30_000)}'`),
  'nested mjml': templates(`mjml: '<mjml><mj-body>${'<mj-section>'.repeat(2000)}</mj-body></mjml>'`),
  'hostile yaml': Array.from({ length: 12_000 }, (_, n) => `k${n}: a`).join('\n'),
  'yaml of languages': `templates:\n  sms:\n${Array.from({ length: 4_000 }, (_, n) => `    l${n}: { text: "{{" }`).join('\n')}`,
  'aliases of aliases': `a0: &a0 [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array.from({ length: 9 }, () => `*a${n}`).join(', ')}]`).join('\n')}`,
};

/** Templates, payloads and event files that take processor time. They come from an application of their own. */
export async function contentAttacks(stack: Stack): Promise<{ app: TestApplication; attacks: Attacks }> {
  const app = await makeApplication(stack, {
    'endless.yaml': ENDLESS,
    'dates.yaml': DATES,
    'search.yaml': SEARCH,
  });
  const push = (content: string) =>
    stack.admin.request('PUT', `${app.path}/events/production`, { files: [{ name: 'bad.yaml', content }] });
  const send = (event: string, payload: object) =>
    app.production.post(`/v1/send/${event}`, { to: newEmail(), payload });
  return {
    app,
    attacks: {
      'a template without end': () => send('endless', ENDLESS_PAYLOAD),
      'thousands of dates': () => send('dates', DATES_PAYLOAD),
      'a long search': () => send('search', SEARCH_PAYLOAD),
      ...Object.fromEntries(Object.entries(FILES).map(([name, file]) => [name, () => push(file)])),
      'many copies': () =>
        app.production.post('/v1/send/ping', {
          to: newEmail(),
          overrides: { email: { cc: Array.from({ length: 50 }, newEmail) } },
        }),
    },
  };
}
