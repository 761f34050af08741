import type { ApiReply, ApiServer } from '../../support/providers/api-server';
import { startPostmark } from '../../support/providers/postmark-server';
import { startTelnyx } from '../../support/providers/telnyx-server';
import { untilEnded, untilStatus } from '../../support/journey';
import { dueOf, hasTimer, untilTimer } from '../../support/run-facts';
import { type Stack, startStack } from '../../support/stack';
import { type TestApplication, makeApplication, newEmail, newPhone } from '../../support/application';
import { type PostmarkAccount, addPostmark } from '../../support/postmark-account';

const TELNYX_KEY = 'KEY0123456789ABCDEF_abcdefghijklmn';
const TEMPLATES = `
templates:
  email: { en: { subject: '{{step}}', text: Hello } }
  sms: { en: { text: Hello } }
`;
const named = (name: string): string =>
  `{ send: { name: ${name}, channel: email, templates: { email: { en: { subject: ${name}, text: Hello } } } } }`;

const EVENTS = {
  'branches.yaml': `${TEMPLATES}
sequence:
  - if: { value: payload.plan, is: pro }
    then:
      - if: { any: [{ value: contact.meta.tier, is: gold }, { value: payload.seats, at_least: 10 }] }
        then: [${named('gold')}, { end: true }]
        else: [${named('pro')}]
    else: [${named('free')}]
  - ${named('everyone')}
`,
  'outcome.yaml': `${TEMPLATES}
sequence:
  - ${named('first')}
  - if: { message: first, status: failed }
    then: [{ send: sms }]
`,
  'confirmed.yaml': `${TEMPLATES}
sequence:
  - ${named('first')}
  - if: { delivered: first, within: 4s }
    then: [${named('thanks')}]
    else: [{ send: { name: late, channel: sms } }]
`,
  'awaited.yaml': `${TEMPLATES}
sequence:
  - ${named('first')}
  - if: { delivered: first, within: 1h }
    then: [${named('thanks')}]
    else: [{ send: { name: late, channel: sms } }]
`,
  'fallback.yaml': `${TEMPLATES}
channels: [email, sms]
sequence:
  - send: { fallback: { unless_delivered_within: 3s } }
`,
  'patient.yaml': `${TEMPLATES}
channels: [email, sms]
sequence:
  - send: { fallback: { unless_delivered_within: 1h } }
`,
  'morning.yaml': `${TEMPLATES}
sequence:
  - ${named('now')}
  - wait: { until: "09:00", on: [mon, tue, wed, thu, fri], timezone: Europe/Stockholm }
  - ${named('morning')}
`,
};

let stack: Stack;
let postmark: ApiServer;
let telnyx: Awaited<ReturnType<typeof startTelnyx>>;
let app: TestApplication;
let account: PostmarkAccount;
let refusal: ApiReply | null = null;

beforeAll(async () => {
  [stack, postmark, telnyx] = await Promise.all([
    startStack(),
    startPostmark((handle) => (request) => refusal ?? handle(request)),
    startTelnyx(TELNYX_KEY),
  ]);
  app = await makeApplication(stack, EVENTS);
  account = await addPostmark(stack, app, postmark);
  await stack.admin.post(`${app.path}/integrations`, {
    channel: 'sms',
    provider: 'telnyx',
    settings: { api_key: TELNYX_KEY, base_url: `${telnyx.url}/v2` },
    check: false,
  });
});
afterAll(async () => {
  await Promise.all([stack.stop(), postmark.close(), telnyx.close()]);
});
beforeEach(() => {
  refusal = null;
});

const recipient = () => ({ email: newEmail(), phone: newPhone() });
const subjectsTo = (to: string): string[] =>
  postmark.requests
    .filter(({ method, body }) => method === 'POST' && body.includes(to))
    .map(({ body }) => (JSON.parse(body) as { Subject: string }).Subject);

const complain = (id: string, to: string): Promise<void> =>
  account.report(id, {
    RecordType: 'SpamComplaint',
    Type: 'SpamComplaint',
    Email: to,
    BouncedAt: new Date().toISOString(),
  });

test.each([
  ['free', {}, {}, ['free', 'everyone']],
  ['pro', {}, {}, ['pro', 'everyone']],
  ['pro', { seats: 10 }, {}, ['gold']],
  ['pro', {}, { tier: 'gold' }, ['gold']],
])('a %s recipient with %j and %j gets what the branches say', async (plan, payload, meta, expected) => {
  const to = { ...recipient(), ...meta };
  const id = await app.production.send('branches', { to, payload: { plan, ...payload } });
  const view = await untilEnded(app.production, id);
  expect(subjectsTo(to.email)).toEqual(expected);
  expect(view.messages.map(({ status }) => status)).toEqual(expected.map(() => 'sent'));
  expect(view.status).toBe('completed');
});

test('a step can depend on what became of an earlier message', async () => {
  const to = recipient();
  refusal = { status: 422, body: { ErrorCode: 300, Message: 'No.' } };
  const failed = await untilEnded(app.production, await app.production.send('outcome', { to }));
  expect(failed.messages.map(({ channel, status }) => `${channel} ${status}`)).toEqual([
    'email failed',
    'sms sent',
  ]);
  refusal = null;
  const sent = await untilEnded(app.production, await app.production.send('outcome', { to }));
  expect(sent.messages.map(({ channel, status }) => `${channel} ${status}`)).toEqual(['email sent']);
  expect(sent.status).toBe('completed');
});

test('a receipt in time wakes a sequence at once, and none lets it go the other way', async () => {
  const to = recipient();
  const id = await app.production.send('awaited', { to });
  await untilStatus(app.production, id, 'waiting');
  await account.confirm(id);
  // Long before the hour that it would wait.
  const view = await untilEnded(app.production, id);
  expect(subjectsTo(to.email)).toEqual(['first', 'thanks']);
  expect(view).toMatchObject({
    status: 'completed',
    messages: [{ status: 'delivered' }, { status: 'sent' }],
  });

  const silent = await untilEnded(
    app.production,
    await app.production.send('confirmed', { to: recipient() }),
  );
  expect(silent.messages.map(({ channel }) => channel)).toEqual(['email', 'sms']);
});

test('a receipt that decides nothing does not end the wait for one that does', async () => {
  const to = recipient();
  const id = await app.production.send('awaited', { to });
  await untilStatus(app.production, id, 'waiting');
  await complain(id, to.email);
  expect((await stack.store.notifications.get(id))?.messages[0]?.complainedAt).toBeInstanceOf(Date);
  expect(await app.production.notification(id)).toMatchObject({
    status: 'waiting',
    messages: [{ status: 'sent' }],
  });
  await account.confirm(id);
  expect((await untilEnded(app.production, id)).messages.map(({ channel }) => channel)).toEqual([
    'email',
    'email',
  ]);
});

test('a SEND goes over the next channel when it fails or nothing confirms it, and is one SEND with several messages', async () => {
  refusal = { status: 422, body: { ErrorCode: 300, Message: 'No.' } };
  const failed = await untilEnded(app.production, await app.production.send('fallback', { to: recipient() }));
  expect(failed).toMatchObject({ status: 'completed' });
  expect(failed.messages.map(({ channel, status }) => `${channel} ${status}`)).toEqual([
    'email failed',
    'sms sent',
  ]);
  refusal = null;

  const silent = await untilEnded(app.production, await app.production.send('fallback', { to: recipient() }));
  expect(silent.messages.map(({ channel, status }) => `${channel} ${status}`)).toEqual([
    'email sent',
    'sms sent',
  ]);

  const confirmed = await app.production.send('patient', { to: recipient() });
  await account.confirm(confirmed);
  const view = await untilEnded(app.production, confirmed);
  expect(view.messages.map(({ channel, status }) => `${channel} ${status}`)).toEqual(['email delivered']);

  // Nobody to fall back to, and a forced channel, leave it at the first message; the latter is not waited for.
  const alone = await app.production.send('fallback', { to: { email: newEmail() } });
  expect((await untilEnded(app.production, alone)).messages).toHaveLength(1);
  const forced = await app.production.send('fallback/email', { to: recipient() });
  const over = await untilEnded(app.production, forced);
  expect(over.messages).toHaveLength(1);
  expect(await hasTimer(stack, over.id)).toBe(false);
});

test('a WAIT until a time of day goes by the clocks of the contact', async () => {
  const to = { ...recipient(), timezone: 'Asia/Kolkata' };
  const id = await app.production.send('morning', { to });
  await untilStatus(app.production, id, 'waiting');
  const timer = await untilTimer(stack, id);
  const due = new Date(dueOf(timer));
  // 09:00 in India is 03:30 in UTC.
  expect(Math.abs(due.getUTCMinutes() - 30)).toBeLessThanOrEqual(1);
  expect(due.getUTCHours()).toBe(3);
  expect([1, 2, 3, 4, 5]).toContain(due.getUTCDay());
  expect((await app.production.post('/v1/cancel/morning', { to })).body).toEqual({
    success: true,
    cancelled: 1,
  });
});

test('a sequence is cancelled while it waits for a receipt', async () => {
  const to = recipient();
  const id = await app.production.send('awaited', { to });
  await untilStatus(app.production, id, 'waiting');
  expect((await app.production.post('/v1/cancel/awaited', { to })).body).toEqual({
    success: true,
    cancelled: 1,
  });
  expect(await untilEnded(app.production, id)).toMatchObject({
    status: 'stopped',
    messages: [{ status: 'sent' }],
  });
});
