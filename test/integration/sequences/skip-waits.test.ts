import { newAddress, untilEnded } from '../../support/journey';
import { MINUTE, around } from '../../support/quiet-hours';
import { type Stack, startStack } from '../../support/stack';
import { type TestApplication, expectRefusal, makeApplication } from '../../support/application';

const TEMPLATES =
  "channels: [email]\ntemplates: { email: { en: { subject: '{{digest.count}}', text: Hello } } }\n";
const EVENTS = {
  'month.yaml': `${TEMPLATES}sequence:
  - wait: 1d
  - send: { name: first, channel: email }
  - if: { delivered: first, within: 2h }
    else: [{ send: { name: unseen, channel: email } }]
  - wait: { until: '09:00', on: [mon] }
  - send: { name: monday, channel: email }
  - wait: 30d
  - send: { name: last, channel: email }
  - wait: 30d
`,
  'gathered.yaml': `${TEMPLATES}sequence: [{ digest: 1h }, { send: email }]\n`,
  'plain.yaml': TEMPLATES,
  'coded.yaml': `${TEMPLATES}sequence: { code: trial-ending }\n`,
};

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
  const quiet = `${around(Date.now() + 30 * MINUTE)}\n${TEMPLATES}`;
  app = await makeApplication(stack, { ...EVENTS, 'quiet.yaml': quiet });
});
afterAll(() => stack.stop());

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();

test.each([
  ['waits', 'month', ['first', 'unseen', 'monday', 'last'], {}],
  ['send_at', 'plain', ['send'], { send_at: tomorrow() }],
  ['quiet hours', 'quiet', ['send'], {}],
  ['the waits of a sequence in code', 'coded', ['reminder-1', 'reminder-2', 'reminder-3', 'last-word'], {}],
])('SEND-7: with skip_waits %s are over at once', async (_what, event, steps, more) => {
  const id = await app.sandbox.send(event, { to: newAddress(), skip_waits: true, ...more });
  const view = await untilEnded(app.sandbox, id);
  expect(view).toMatchObject({ status: 'completed', messages: steps.map(() => ({ status: 'sent' })) });
  expect((await stack.store.notifications.get(id))?.messages.map(({ step }) => step)).toEqual(steps);
});

test('SEND-7: with skip_waits a digest has its own send only', async () => {
  const to = newAddress();
  const waits = await app.sandbox.send('gathered', { to });
  const id = await app.sandbox.send('gathered', { to, skip_waits: true });
  expect(await untilEnded(app.sandbox, id)).toMatchObject({ status: 'completed' });
  const [message] = (await stack.store.notifications.get(id))?.messages ?? [];
  expect(message?.rendered).toMatchObject({ subject: '1' });
  expect(await app.sandbox.notification(waits)).toMatchObject({ status: 'waiting' });
});

test('SEND-7: in production skip_waits is 400, and false is as if it were absent', async () => {
  const body = { to: newAddress(), skip_waits: true };
  const refused = await app.production.post('/v1/send/plain', body);
  expectRefusal(refused, 400, 'VALIDATION_ERROR', { field: 'skip_waits' });
  const id = await app.sandbox.send('month', { ...body, skip_waits: false });
  expect(await app.sandbox.notification(id)).toMatchObject({ status: 'waiting' });
  expect((await app.production.post('/v1/send/plain', { ...body, skip_waits: false })).status).toBe(200);
});
