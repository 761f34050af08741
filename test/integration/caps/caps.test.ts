import { type TestApplication, makeApplication, newEmail, newPhone, PING } from '../../support/application';
import type { NotificationView } from '../../support/http-api';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { startProcess, type ServiceProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';

const LIMITED = PING.replace('ping', 'limited').concat(
  'limits: [{ name: once, channel: email, most: 1, per: 24h }]\n',
);

const FOLDED = `channels: [email]
templates: { email: { en: { subject: '{{digest.count}}', text: '{{#each digest.items}}{{word}} {{/each}}' } } }
sequence: [{ digest: 1h }, { send: email }]
`;

let stack: Stack;
let second: ServiceProcess;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
  second = await startProcess('worker', stack.apiEnv);
  app = await makeApplication(stack, { 'ping.yaml': PING, 'limited.yaml': LIMITED, 'folded.yaml': FOLDED });
});
afterAll(async () => {
  await second.stop();
  await stack.stop();
});
afterEach(() => {
  stack.smtp.answer = () => null;
});

const setLimits = async (...limits: object[]): Promise<void> => {
  expect(await stack.admin.request('PATCH', app.path, { limits })).toMatchObject({ status: 200 });
};
/** Waits for one after the other, because many that ask at once take the workers' time. */
async function ended(ids: string[], caller = app.production): Promise<NotificationView[]> {
  const views: NotificationView[] = [];
  for (const id of ids) views.push(await untilEnded(caller, id, 60_000));
  return views;
}
const mailsTo = (to: string): number => stack.smtp.mailsTo(to).length;

test('CAP-1, CAP-3: of 100 sends at once to one contact over two workers exactly two are sent, and explain names the limit', async () => {
  await setLimits({ name: 'daily', channel: 'email', most: 2, per: '24h' });
  const to = newEmail();
  const views = await ended(
    await Promise.all(Array.from({ length: 100 }, () => app.production.send('ping', { to }))),
  );
  expect(views.filter(({ messages }) => messages[0]?.status === 'sent')).toHaveLength(2);
  const capped = views.filter(({ messages }) => messages[0]?.status === 'failed');
  expect(capped).toHaveLength(98);
  const why =
    /It is over the limit daily of the application: at most 2 messages over email per 24h to a contact\. The next one can be sent at 20/;
  for (const { messages } of capped) expect(messages[0]?.error).toMatch(why);
  expect(mailsTo(to)).toBe(2);

  const { body: story } = await stack.admin.get<{
    notification: { steps: { state: string; code: string }[]; verdict: object };
  }>(`/admin/v1/notifications/${capped[0]?.id}`);
  expect(story.notification).toMatchObject({ steps: [{ state: 'skipped', code: 'CAPPED' }] });
  expect(JSON.stringify(story.notification.verdict)).toMatch(
    /CHANGE_LIMIT.*over the limit daily|over the limit daily.*CHANGE_LIMIT/,
  );
});

/** Lets the places that are taken be older than they are. */
const ageCounters = (ms: number) =>
  stack.connection.mongoose
    .collection('cap_counters')
    .find()
    .forEach(({ _id, places }) => {
      const older = (places as { id: string; at: Date }[]).map(({ id, at }) => ({
        ...{ id, at: new Date(at.getTime() - ms) },
      }));
      void stack.connection.mongoose
        .collection('cap_counters')
        .updateOne({ _id }, { $set: { places: older } });
    });

test('CAP-10: of 100 sends at once over two workers all that are over are in exactly one digest, without the one that is cancelled', async () => {
  await setLimits({ name: 'news', channel: 'email', most: 2, per: '1m', over: 'digest' });
  const to = newEmail();
  const send = (word: string) =>
    app.sandbox.send('folded', { to, payload: { word }, skip_waits: true, reference: word });
  await Promise.all(['first', 'second'].map(async (word) => untilEnded(app.sandbox, await send(word))));
  await ageCounters(35_000);
  const ids = await Promise.all(Array.from({ length: 100 }, (_, one) => send(`w${one}`)));
  const isFolded = async (id: string) =>
    (await stack.store.notifications.get(id))?.messages[0]?.fold !== undefined;
  await eventually('two of them to wait', async () => (await isFolded(ids[5]!)) && isFolded(ids[7]!));
  const { body } = await stack.admin.get(`/admin/v1/notifications/${ids[5]}`);
  expect(body).toMatchObject({
    notification: { status: 'waiting', verdict: { state: 'waiting', code: 'CAPPED' } },
  });
  expect(JSON.stringify(body)).toContain('is over the limit news of the application: at most 2 messages');
  const cancelled = await app.sandbox.post('/v1/cancel/folded', { to, reference: 'w7' });
  expect(cancelled.body).toMatchObject({ cancelled: 1 });
  const views = await ended(ids, app.sandbox);
  expect(views[7]).toMatchObject({ status: 'stopped' });
  const carriers = views.filter(({ messages }) => messages[0]?.status === 'sent').map(({ id }) => id);
  const folded = views.flatMap((one) => (one as { digested_into?: string }).digested_into ?? []);
  expect([carriers.length + folded.length, folded.every((id) => carriers.includes(id))]).toEqual([99, true]);
  // A busy machine may take in the last of them after the first digest is sent. They have the next one.
  expect(carriers.length).toBeLessThanOrEqual(2);
  const said = await Promise.all(
    carriers.map(
      async (id) =>
        (await stack.store.notifications.get(id))?.messages[0]?.rendered?.text?.trim().split(' ') ?? [],
    ),
  );
  const words = ids.flatMap((_, one) => (one === 7 ? [] : [`w${one}`]));
  expect(said.flat().sort()).toEqual(words.sort());
}, 180_000);

test('CAP-3: a message that is retried takes one place', async () => {
  await setLimits({ channel: 'email', most: 2, per: '24h', of: 'address' });
  const to = newEmail();
  let refusals = 2;
  stack.smtp.answer = () => ((refusals -= 1) >= 0 ? { code: 451, text: 'Try again later' } : null);
  const first = await app.production.send('ping', { to });
  expect((await ended([first]))[0]).toMatchObject({ status: 'completed' });
  const others = [await app.production.send('ping', { to }), await app.production.send('ping', { to })];
  const views = await ended(others);
  expect(views.map(({ status }) => status).sort()).toEqual(['completed', 'failed']);
  expect(mailsTo(to)).toBe(2);
});

test('CAP-5: a message that the provider permanently refuses gives its place back', async () => {
  await setLimits();
  const to = newEmail();
  stack.smtp.answer = () => ({ code: 554, text: 'Message rejected as spam' });
  const refused = await app.production.send('limited', { to });
  expect((await ended([refused]))[0]).toMatchObject({ status: 'failed' });
  stack.smtp.answer = () => null;
  expect((await ended([await app.production.send('limited', { to })]))[0]).toMatchObject({
    status: 'completed',
  });
  const over = await app.production.post('/v1/send/limited', { to }, { prefer: 'wait=10' });
  expect(over).toMatchObject({ status: 422, body: { code: 'UNDELIVERABLE', delivery_code: 'CAPPED' } });
  expect(mailsTo(to)).toBe(1);
});

test('CAP-9: an SMS to a country that is not allowed is skipped', async () => {
  const change = { sms_countries: ['DE'] };
  expect(await stack.admin.request('PATCH', app.path, change)).toMatchObject({ status: 200 });
  const sms = await app.production.post('/v1/send/ping/sms', { to: newPhone() }, { prefer: 'wait=10' });
  expect(sms).toMatchObject({ status: 422, body: { delivery_code: 'COUNTRY_NOT_ALLOWED' } });
});
