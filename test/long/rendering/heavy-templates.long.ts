import { type TestApplication, makeApplication, newEmail, PING } from '../../support/application';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

/** Minutes of work for little that is sent. */
const ENDLESS = `
templates:
  email:
    en:
      subject: Hi
      text: '{{#each a}}{{#each @root.a}}{{#each @root.a}}{{eq @root.b @root.c}}{{/each}}{{/each}}{{/each}}'
`;
const same = 'x'.repeat(200_000);
const PAYLOAD = { a: Array.from({ length: 45 }, () => 1), b: [same, 1], c: [same, 2] };
const mjml = (body: string): string => `
templates:
  email:
    en: { subject: Hi, mjml: '<mjml><mj-body>${body}</mj-body></mjml>' }
`;

let stack: Stack;
let hostile: TestApplication;
let honest: TestApplication;
beforeAll(async () => {
  stack = await startStack();
  hostile = await makeApplication(stack, { 'endless.yaml': ENDLESS });
  honest = await makeApplication(stack, { 'ping.yaml': PING });
});
afterAll(() => stack.stop());

const push = (app: TestApplication, content: string) =>
  stack.admin.request('PUT', `${app.path}/events/production`, { files: [{ name: 'mail.yaml', content }] });

test('a template that takes too long fails its message for good, and holds up no other application', async () => {
  const to = newEmail();
  const sent = await hostile.production.post<{ id: string }>('/v1/send/endless', { to, payload: PAYLOAD });
  const id = await honest.production.send('ping', { to: newEmail() });
  expect(await untilEnded(honest.production, id)).toMatchObject({ status: 'completed' });
  // On a busy machine its thread, which gives way, is cut off after 30 s, and the message is tried again later.
  expect(await untilEnded(hostile.production, sent.body.id, 200_000)).toMatchObject({
    status: 'failed',
    messages: [
      {
        status: 'failed',
        error:
          'TEMPLATE_ERROR: event endless, email text: takes longer than 2 s (RENDER_TIMEOUT_SECONDS); make the template or what it is sent smaller',
      },
    ],
  });
  expect(stack.smtp.mailsTo(to)).toEqual([]);
}, 300_000);

test('an event file that breaks the MJML engine is refused with its line, and the next one is read', async () => {
  expect(await push(hostile, mjml('<mj-section>'.repeat(2000)))).toMatchObject({
    status: 400,
    body: {
      code: 'VALIDATION_ERROR',
      field: 'files',
      problems: [
        {
          file: 'mail.yaml',
          line: 4,
          message:
            '"templates.email.en.mjml": MJML: it breaks the MJML engine; nest its elements less deeply, or make it smaller',
        },
      ],
    },
  });
  const section = '<mj-section><mj-column><mj-text>Hi {{name}}</mj-text></mj-column></mj-section>';
  expect(await push(honest, mjml(section))).toMatchObject({ status: 200, body: { applied: ['mail'] } });
  const to = newEmail();
  const id = await honest.production.send('mail', { to, payload: { name: 'Ada' } });
  expect(await untilEnded(honest.production, id)).toMatchObject({ status: 'completed' });
  expect(stack.smtp.mailsTo(to)[0]?.text).toContain('Hi Ada');
});
