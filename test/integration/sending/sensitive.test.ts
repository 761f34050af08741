import { createVault } from '../../../core/shared/vault';
import { openEntry } from '../../../store/sending/inbox';
import { expectRefusal, makeApplication, newEmail, type TestApplication } from '../../support/application';
import { databaseText } from '../../support/database-text';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';

const CODE = `
name: code
sensitive: true
channels: [email]
templates:
  email:
    en: { subject: 'Your code {{code}}', html: '<p>{{code}}</p>' }
`;

const GATHERED = `
channels: [email]
templates:
  email:
    en: { subject: '{{digest.count}} codes', text: '{{#each digest.items}}{{payload.code}};{{/each}}' }
sequence: [{ digest: 10s }, { send: email }]
`;

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
  app = await makeApplication(stack, { 'code.yaml': CODE });
});
afterAll(() => stack.stop());
afterEach(() => {
  stack.smtp.answer = () => null;
});

const keys = () => (stack.apiEnv.ENCRYPTION_KEY ?? '').split(',').map((key) => Buffer.from(key, 'base64'));
/** What somebody was sent, and what of it rests in clear. */
async function saidTo(environment: 'production' | 'sandbox', to: string) {
  if (environment === 'production') {
    const ids = await stack.store.notifications.idsOf(await recipientOf(to), 10);
    const found = await Promise.all(ids.map((id) => stack.store.notifications.get(id)));
    const plain = found.flatMap((one) => one?.messages.flatMap(({ rendered }) => rendered?.text ?? []) ?? []);
    return { said: stack.smtp.mailsTo(to).map(({ text = '' }) => text.trim()), plain };
  }
  const captured = await stack.store.inbox.list({ to, limit: 10 });
  const said = captured.map((entry) => String(openEntry(createVault(keys()), entry).text));
  return { said, plain: captured.flatMap(({ text }) => text ?? []) };
}
const recipientOf = async (to: string): Promise<string> =>
  (await stack.store.contacts.findByKeys([`${app.id}:production:email:${to}`]))[0]?._id ?? '';
const stored = () => databaseText(stack.apiEnv.MONGODB_URI ?? '');
const admin = async (id: string) => {
  const { body } = await stack.admin.get<{ notification: Record<string, unknown> }>(
    `/admin/v1/notifications/${id}`,
  );
  return body.notification;
};
const send = (payload: object, to: unknown = newEmail()) =>
  app.production.post<{ id: string }>('/v1/send/code', {
    to,
    payload,
    overrides: { brand: { name: 'brand-774411' } },
  });

describe('what an event marked sensitive says', () => {
  test('arrives, and rests nowhere in clear: not before it is sent, and not after', async () => {
    const to = newEmail();
    stack.smtp.answer = () => ({ code: 451, text: 'try later: Your code 93810264' });
    const { id } = (await send({ code: '93810264' }, to)).body;
    const waiting = await eventually('a first attempt', async () => {
      const found = await stack.store.notifications.get(id);
      return found?.messages[0]?.attempts[0] && found;
    });
    expect(waiting.payload).toEqual({ sealed: expect.stringMatching(/^v1\./) });
    expect(waiting.messages[0]?.rendered).toBeNull();
    const responses = waiting.messages[0]?.attempts.map(({ response }) => response);
    expect(new Set(responses)).toEqual(new Set(['451 [sensitive]']));
    expect(await stored()).not.toMatch(/93810264|brand-774411/);
    expect(await admin(id)).toMatchObject({ payload: '[sensitive]' });

    stack.smtp.answer = () => null;
    expect((await untilEnded(app.production, id)).status).toBe('completed');
    expect(stack.smtp.mailsTo(to)[0]?.subject).toBe('Your code 93810264');
    expect((await stack.store.notifications.get(id))?.payload).toBeNull();
    expect(await stored()).not.toMatch(/93810264|brand-774411/);
    expect(await admin(id)).toMatchObject({ payload: '[sensitive]', messages: [{ rendered: null }] });
    expect(stack.api.output() + (stack.worker?.output() ?? '')).not.toContain('93810264');
  });

  test('is captured in sandbox, and rests sealed there too', async () => {
    const to = newEmail();
    const path = `${app.path}/events/sandbox`;
    await stack.admin.request('PUT', path, { files: [{ name: 'code.yaml', content: CODE }] });
    const sent = await app.sandbox.post<{ id: string }>('/v1/send/code', {
      to,
      payload: { code: '68203317' },
    });
    expect((await untilEnded(app.sandbox, sent.body.id)).status).toBe('completed');
    const [captured] = await stack.store.inbox.list({ to, limit: 1 });
    expect(captured).toMatchObject({ subject: null, text: null, html: null, sensitive: true });
    expect(captured && openEntry(createVault(keys()), captured)).toMatchObject({
      subject: 'Your code 68203317',
      text: '68203317',
    });
    expect(await stored()).not.toContain('68203317');
  });

  test.each(['production', 'sandbox'] as const)(
    'is gathered by a digest of %s with what else is sensitive, and rests sealed there too',
    async (environment) => {
      const [to, open, ...codes] = [newEmail(), '40115293', '61930274', '29874410'];
      const push = (content: string) =>
        stack.admin.request('PUT', `${app.path}/events/${environment}`, {
          files: [
            { name: 'code.yaml', content: CODE },
            { name: 'gathered.yaml', content },
          ],
        });
      const post = (code: string) => app[environment].send('gathered', { to, payload: { code } });
      await push(GATHERED);
      const first = await post(open);
      expect((await push(`sensitive: true${GATHERED}`)).status).toBe(200);
      const ids = await Promise.all(codes.map(post));
      await eventually('all to be in a window', async () =>
        (await Promise.all([first, ...ids].map((id) => stack.store.digests.of(id)))).every(Boolean),
      );
      expect(await stored()).not.toMatch(/61930274|29874410/);
      for (const id of [first, ...ids])
        expect((await untilEnded(app[environment], id)).status).toBe('completed');
      const { said, plain } = await saidTo(environment, to);
      expect(said.map((text) => text.split(';').filter(Boolean).sort()).sort()).toEqual(
        [[open], [...codes].sort()].sort(),
      );
      expect(plain).toEqual([`${open};`]);
      expect(await stored()).not.toMatch(/61930274|29874410/);
      const shown = await Promise.all(ids.map(admin));
      for (const one of shown) expect(one).toMatchObject({ payload: '[sensitive]' });
      const rendered = shown.flatMap(({ messages }) => messages as { rendered: unknown }[]);
      expect(rendered).toMatchObject([{ rendered: null }]);
    },
    90_000,
  );

  test('is sent to each of an array, and sealed once for all of them', async () => {
    const to = [newEmail(), newEmail()];
    const sent = await app.production.post<{ notifications: { id: string }[] }>('/v1/send/code', {
      to,
      payload: { code: '55120987' },
    });
    for (const { id } of sent.body.notifications)
      expect((await untilEnded(app.production, id)).status).toBe('completed');
    for (const one of to) expect(stack.smtp.mailsTo(one)[0]?.subject).toBe('Your code 55120987');
    expect(await stored()).not.toContain('55120987');
  });

  test('is quoted by no error, and is sent again by a retry', async () => {
    const to = newEmail();
    stack.smtp.answer = () => ({ code: 554, text: '5.7.1 refused: Your code 77331188' });
    const { id } = (await send({ code: '77331188' }, to)).body;
    const failed = await untilEnded(app.production, id);
    expect(failed).toMatchObject({
      status: 'failed',
      messages: [{ error: expect.stringMatching(/: 554 5\.7\.1 \[sensitive\]$/) }],
    });
    stack.smtp.answer = () => null;
    const retried = await stack.admin.post<{ notification: { id: string } }>(
      `/admin/v1/notifications/${id}/retry`,
      {},
    );
    expect({ status: retried.status, body: retried.body }).toMatchObject({ status: 200 });
    await eventually('the message', () => Promise.resolve(stack.smtp.mailsTo(to)[0]?.subject));
    expect(await stored()).not.toContain('77331188');
  });
});

test('a sensitive event is refused where nothing can be encrypted', async () => {
  const api = await startProcess('api', { ...stack.apiEnv, ENCRYPTION_KEY: '' });
  try {
    const files = [{ name: 'code.yaml', content: CODE }];
    const path = `${app.path}/events/production`;
    const pushed = await stack.admin
      .at(`http://127.0.0.1:${api.ports.admin}`)
      .request('PUT', path, { files });
    expectRefusal(pushed, 400, 'VALIDATION_ERROR', { field: 'files' });
    const production = app.production.at(`http://127.0.0.1:${api.ports.production}`);
    const sent = await production.post('/v1/send/code', { to: [newEmail()], payload: { code: '1' } });
    expectRefusal(sent, 503, 'UNAVAILABLE');
  } finally {
    await api.stop();
  }
});
