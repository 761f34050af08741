import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectRefusal, makeApplication } from '../support/application';
import { BOUNCE_SETTINGS, bounceOf, bouncesOf } from '../support/bounces';
import { eventually } from '../support/eventually';
import { newAddress, untilEnded } from '../support/journey';
import { type Stack, startStack } from '../support/stack';
import { startWebhookReceiver } from '../support/webhook-receiver';

const LIMIT = 5;
const LATER = `name: later
channels: [email]
templates:
  email:
    en:
      subject: Later
      html: <p>Later</p>
sequence:
  - wait: 1h
  - send: email
`;

const INVOICE = `name: invoice
templates:
  email:
    en:
      subject: Invoice
      html: '<img src="cid:logo">'
      attachments:
        - { filename: logo.png, content_id: logo, storage: 'logos/{{logo}}.png' }
`;
const FILES = mkdtempSync(path.join(tmpdir(), 'heliograph-files-'));

/** What the processes that files share are not started with; processes of a file's own cost seconds. */
const ENV = {
  ...BOUNCE_SETTINGS,
  BACKLOG_LIMIT: String(LIMIT),
  WEBHOOK_BRAND: 'Acme',
  ATTACHMENT_STORE: `file://${FILES}`,
  IMPORT_MAX_MEGABYTES: '1',
};

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    withoutWorker: true,
    env: ENV,
    events: { 'later.yaml': LATER, 'invoice.yaml': INVOICE },
  });
});
afterAll(async () => {
  await stack.stop();
  rmSync(FILES, { recursive: true });
});

describe('BACKLOG_LIMIT', () => {
  const send = () => stack.production.post('/v1/send/welcome', { to: newAddress() });
  const backlog = async (): Promise<number> =>
    (await stack.store.applications.get(stack.applicationId))?.backlog ?? 0;

  test('a notification that is cancelled before its first step, or that begins with a WAIT, is not in the backlog', async () => {
    const to = newAddress();
    const id = await stack.production.send('welcome', { to });
    expect((await stack.store.notifications.get(id))?.backlogOf).toBe(stack.applicationId);
    expect((await stack.production.post('/v1/cancel/welcome', { to })).body).toMatchObject({ cancelled: 1 });
    expect((await stack.store.notifications.get(id))?.backlogOf).toBeUndefined();
    const waiting = await stack.production.send('later', { to });
    expect((await stack.store.notifications.get(waiting))?.backlogOf).toBeUndefined();
  });

  test('LIMIT-7: more than the limit of notifications that no worker begins is 429 with Retry-After, until a worker begins them', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answered = await stack.production.post('/v1/send/welcome', { to: 'ada@example.org' }, key);
    const accepted = [answered];
    while (accepted.length < LIMIT) accepted.push(await send());
    await eventually('the backlog to be counted', async () => (await backlog()) === LIMIT);
    const atTheLimit = await send();
    expect(atTheLimit.status).toBe(200);
    accepted.push(atTheLimit);

    const refused = await eventually('a refusal', async () => {
      const answer = await send();
      if (answer.status === 200) accepted.push(answer);
      return answer.status !== 200 && answer;
    });
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED', error: expect.any(String), limit: LIMIT, current: expect.any(Number) },
    });
    // More were accepted if a busy machine counted late.
    expect(refused.body.current).toBeGreaterThan(LIMIT);
    expect(refused.body.current).toBeLessThanOrEqual(accepted.length);
    expect(refused.headers.get('retry-after')).toBe('2');

    // Only sends are refused, and none that was answered before.
    expect((await stack.production.post('/v1/send/welcome', { to: 'ada@example.org' }, key)).body).toEqual(
      answered.body,
    );
    const [first] = accepted;
    expect((await stack.production.get(`/v1/notifications/${String(first?.body.id)}`)).status).toBe(200);

    // Sandbox is the same application.
    expect((await stack.sandbox.post('/v1/send/welcome', { to: newAddress() })).status).toBe(429);

    await stack.startWorker();
    for (const { body } of accepted)
      expect(await untilEnded(stack.production, String(body.id))).toMatchObject({ status: 'completed' });
    await eventually('sends to be accepted again', async () => (await send()).status === 200);
    await eventually('the count to go', async () => (await backlog()) === 0);
  });
});

describe('BOUNCE_DOMAIN', () => {
  const { deliver, send, messageOf } = bouncesOf(() => stack);

  test('a message’s bounce comes back to an address of its own and suppresses the recipient', async () => {
    const to = newAddress();
    const copy = newAddress();
    const { id, mail } = await send(to, { overrides: { email: { cc: copy, bcc: copy } } });
    expect(mail?.from).toMatch(/^[0-9a-v]{64}@bounces\.example\.com$/);
    expect(mail?.to).toEqual([to, copy]);
    expect(mail?.mail.from?.value[0]?.address).toMatch(/@example\.com$/);

    await deliver(mail!.from, bounceOf(to));
    expect(await messageOf(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('550 5.1.1'),
    });
    const again = await send(to);
    expect(again.view.messages[0]).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/suppress|nothing is sent/i),
    });
  });

  test('a copy’s bounce suppresses the copy alone, and one that was left out is no recipient of the message', async () => {
    const [to, copy] = [newAddress(), newAddress()];
    const overrides = { email: { cc: copy } };
    const first = await send(newAddress(), { overrides });
    await deliver(first.mail!.from, bounceOf(copy));
    expect(await messageOf(first.id)).toMatchObject({ status: 'sent', error: null });

    const second = await send(to, { overrides });
    expect(second.mail!.to).toEqual([to]);
    expect(second.view.messages[0]).toMatchObject({
      status: 'sent',
      copies_left_out: [{ kind: 'cc', address: copy, reason: 'suppressed' }],
    });
    // It had one recipient, who forwards to there.
    await deliver(second.mail!.from, bounceOf(newAddress()));
    expect(await messageOf(second.id)).toMatchObject({ status: 'failed' });
  });

  test('a report about people whom the message was not for suppresses nobody', async () => {
    const [to, other] = [newAddress(), newAddress()];
    const { id, mail } = await send(to);
    await deliver(mail!.from, bounceOf(other));
    // The recipient forwards to there: the message came back, and neither address is at fault.
    expect(await messageOf(id)).toMatchObject({ status: 'failed' });
    for (const address of [to, other]) {
      expect((await send(address)).view.messages[0]).toMatchObject({ status: 'sent' });
    }

    const copied = await send(newAddress(), { overrides: { email: { cc: newAddress() } } });
    await deliver(copied.mail!.from, bounceOf(other));
    expect(await messageOf(copied.id)).toMatchObject({ status: 'sent' });
  });
});

test('PREFERENCE-42: a mail to the address in the header unsubscribes', async () => {
  const category = {
    name: 'news',
    labels: { en: { name: 'News' } },
    default: true,
    bulk: true,
    position: 1,
  } as const;
  await stack.store.applications.replaceCategories(stack.applicationId, 'production', {
    before: undefined,
    after: [category],
  });
  const content =
    'category: news\ntemplates: { email: { en: { subject: Hi, text: "{{unsubscribe_url}}" } } }';
  const files = [{ name: 'news.yaml', content }];
  await stack.admin.request('PUT', `/admin/v1/applications/${stack.applicationId}/events/production`, {
    files,
  });
  const to = newAddress();
  await untilEnded(stack.production, await stack.production.send('news', { to }));
  const [mail] = stack.smtp.mailsTo(to);
  const header = mail?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line.replaceAll(/\s/g, '');
  const [, address = '', token = ''] =
    /<mailto:(unsubscribe@bounces\.example\.com)\?subject=([\w-]+)>/.exec(header ?? '') ?? [];
  const { deliver } = bouncesOf(() => stack);
  const mailOf = (subject: string): Buffer =>
    Buffer.from(`From: ${to}\r\nSubject: ${subject}\r\n\r\nStop\r\n`);
  await deliver(address, mailOf(`${token.slice(0, -2)}xx`));
  const entries = async () =>
    (await stack.production.get<{ preferences: { entries: object[] } }>(`/v1/contacts/${to}/preferences`))
      .body.preferences.entries;
  expect(await entries()).toEqual([]);
  expect(await deliver(address, mailOf(token))).toMatch(/^250/);
  expect(await entries()).toMatchObject([{ category: 'news', channel: 'email', on: false, by: 'one_click' }]);
});

test('SIGNATURE-2: the brand of the headers is the setting WEBHOOK_BRAND', async () => {
  const receiver = await startWebhookReceiver();
  const { production } = await makeApplication(stack);
  await production.post('/v1/webhooks', { url: receiver.url });
  const id = await production.send('ping', { to: newAddress() });
  const webhook = await eventually('the webhook', () => receiver.of(id)[0]);
  expect(webhook.headers).toMatchObject({
    'user-agent': 'Acme-Webhook/1.0',
    'x-acme-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
    'x-acme-webhook-id': expect.stringMatching(/\S/),
  });
  expect(Object.keys(webhook.headers).filter((name) => name.startsWith('x-service'))).toEqual([]);
  await receiver.stop();
});

test('ATTACHMENT_STORE: an e-mail shows a picture of the folder of its application, and fails without it', async () => {
  const folder = path.join(FILES, stack.applicationId, 'logos');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'ours.png'), 'picture');
  const to = newAddress();
  const send = (logo: string) => stack.production.send('invoice', { to, payload: { logo } });
  expect(await untilEnded(stack.production, await send('ours'))).toMatchObject({ status: 'completed' });
  expect(stack.smtp.mailsTo(to)[0]?.attachments).toMatchObject([
    { contentId: '<logo>', related: true, content: Buffer.from('picture') },
  ]);
  expect(await untilEnded(stack.production, await send('others'))).toMatchObject({
    status: 'failed',
    messages: [
      { status: 'failed', error: expect.stringContaining('the folder of the application has no such') },
    ],
  });
});

test('TOPIC-9: a file above IMPORT_MAX_MEGABYTES cannot be imported, and leaves nothing', async () => {
  await stack.production.request('PUT', '/v1/topics/news', {});
  const begin = (rows: number) =>
    stack.production.post('/v1/topics/news/imports', `email\n${'a@b.example\n'.repeat(rows)}`, {
      'content-type': 'text/csv',
    });
  expectRefusal(await begin(100_000), 413, 'PAYLOAD_TOO_LARGE');
  const stored = ['TopicImport', 'TopicImportPage'].map((name) =>
    stack.connection.mongoose.model(name).countDocuments(),
  );
  expect(await Promise.all(stored)).toEqual([0, 0]);
});
