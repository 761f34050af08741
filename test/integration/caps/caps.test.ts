import { type TestApplication, makeApplication, newEmail, newPhone, PING } from '../../support/application';
import type { NotificationView } from '../../support/http-api';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { startProcess, type ServiceProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';
import { sweepRoundsOf } from '../../support/sweep-rounds';

const LIMITED = PING.replace('ping', 'limited').concat(
  'limits: [{ name: once, channel: email, most: 1, per: 24h }]\n',
);

const FOLDED = `channels: [email]
templates: { email: { en: { subject: '{{digest.count}}', text: '{{#each digest.items}}{{word}} {{/each}}' } } }
sequence: [{ digest: 1h }, { send: email }]
`;

/** The tests of the store let 100 at once meet in a counter. */
const AT_ONCE = 40;

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

test('CAP-1, CAP-3: of 40 sends at once to one contact over two workers exactly two are sent, and explain names the limit', async () => {
  await setLimits({ name: 'daily', channel: 'email', most: 2, per: '24h' });
  const to = newEmail();
  const views = await ended(
    await Promise.all(Array.from({ length: AT_ONCE }, () => app.production.send('ping', { to }))),
  );
  expect(views.filter(({ messages }) => messages[0]?.status === 'sent')).toHaveLength(2);
  const capped = views.filter(({ messages }) => messages[0]?.status === 'failed');
  expect(capped).toHaveLength(AT_ONCE - 2);
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
const ageCounters = async (ms: number): Promise<void> => {
  const counters = stack.connection.mongoose.collection('cap_counters');
  for (const { _id, places } of await counters.find().toArray()) {
    const older = (places as { id: string; at: Date }[]).map(({ id, at }) => ({
      ...{ id, at: new Date(at.getTime() - ms) },
    }));
    await counters.updateOne({ _id }, { $set: { places: older } });
  }
};

test('CAP-10: of 40 sends at once over two workers all that are over are in exactly one digest, without the one that is cancelled', async () => {
  await setLimits({ name: 'news', channel: 'email', most: 2, per: '1m', over: 'digest' });
  const to = newEmail();
  const send = (word: string) =>
    app.sandbox.send('folded', { to, payload: { word }, skip_waits: true, reference: word });
  await Promise.all(['first', 'second'].map(async (word) => untilEnded(app.sandbox, await send(word))));
  await ageCounters(35_000);
  const ids = await Promise.all(Array.from({ length: AT_ONCE }, (_, one) => send(`w${one}`)));
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
  expect([carriers.length + folded.length, folded.every((id) => carriers.includes(id))]).toEqual([
    AT_ONCE - 1,
    true,
  ]);
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
  const over = await app.production.post('/v1/send/limited', { to }, { prefer: 'wait=30' });
  expect(over).toMatchObject({ status: 422, body: { code: 'UNDELIVERABLE', delivery_code: 'CAPPED' } });
  expect(mailsTo(to)).toBe(1);
});

test('CAP-9: an SMS to a country that is not allowed is skipped', async () => {
  const change = { sms_countries: ['DE'] };
  expect(await stack.admin.request('PATCH', app.path, change)).toMatchObject({ status: 200 });
  const sms = await app.production.post('/v1/send/ping/sms', { to: newPhone() }, { prefer: 'wait=30' });
  expect(sms).toMatchObject({ status: 422, body: { delivery_code: 'COUNTRY_NOT_ALLOWED' } });
});

describe('CAP-11, CAP-12, CAP-13: the SMS guard', () => {
  const guard = { events: ['ping'], share: 0.7, at_least: 20, hold_minutes: 30 };
  const british = (one: number): string => `+4474001${String(23_000 + one)}`;
  const prefixes = async (of = app): Promise<{ prefix: string; pause: { held: number } }[]> =>
    (
      await stack.admin.get<{ prefixes: { prefix: string; pause: { held: number } }[] }>(
        `${of.path}/sms-guard/sandbox`,
      )
    ).body.prefixes;
  let numbers = 0;
  const sendMany = async (count: number, of: TestApplication): Promise<string[]> => {
    const ids: string[] = [];
    for (let one = 0; one < count; one += 1)
      ids.push(await of.sandbox.send('ping/sms', { to: british((numbers += 1)) }));
    for (const id of ids) expect(await untilEnded(of.sandbox, id)).toMatchObject({ status: 'completed' });
    return ids;
  };
  /** Lets what was counted be three minutes older than it is. */
  const ageCounts = async ({ id }: TestApplication): Promise<void> => {
    const counters = stack.connection.mongoose.collection<{ _id: string; minutes: Record<string, object> }>(
      'sms_guard_counters',
    );
    for (const { _id, minutes } of await counters.find().toArray()) {
      if (!_id.startsWith(id)) continue;
      const older = Object.entries(minutes).map(([minute, counts]) => [Number(minute) - 3, counts]);
      await counters.updateOne({ _id }, { $set: { minutes: Object.fromEntries(older) as never } });
    }
  };

  test('holds the 21st SMS to a prefix without follow-ups, no other one, and an operator resumes it', async () => {
    const own = await makeApplication(stack);
    expect(await stack.admin.request('PATCH', own.path, { sms_guard: guard })).toMatchObject({ status: 200 });
    await sendMany(20, own);
    await ageCounts(own);
    const late = await Promise.all(
      [21, 22].map((one) => own.sandbox.send('ping/sms', { to: british(900 + one) })),
    );
    const other = await own.sandbox.send('ping/sms', { to: newPhone() });
    await eventually('both to be held', async () => (await prefixes(own))[0]?.pause.held === 2);
    expect(await prefixes(own)).toMatchObject([{ prefix: '+44', sent: 20, followed: 0 }]);
    await untilEnded(own.sandbox, other);
    await untilEnded(own.sandbox, await own.sandbox.send('ping/email', { to: newEmail() }));
    const { body } = await stack.admin.get(`${own.path}/incidents/sandbox`);
    expect(body).toMatchObject({
      incidents: [{ code: 'SMS_GUARD_HOLDS', about: { name: '+44' }, used: 20, limit: 20 }],
    });
    const resumed = await stack.admin.post(`${own.path}/sms-guard/sandbox/44/resume`, {});
    expect(resumed).toMatchObject({ status: 200 });
    for (const id of late) expect(await untilEnded(own.sandbox, id)).toMatchObject({ status: 'completed' });
    await eventually('nothing to be held', async () => (await prefixes(own)).length === 0);
  });

  test('holds nothing if enough recipients used their codes, and each counts once', async () => {
    const own = await makeApplication(stack);
    await stack.admin.request('PATCH', own.path, { sms_guard: guard });
    const ids = await sendMany(20, own);
    const follow = (id: string | undefined, of = own) =>
      of.sandbox.post(`/v1/notifications/${id}/followed`, {});
    for (const id of ids.slice(0, 6)) {
      expect(await follow(id)).toMatchObject({ status: 200, body: { followed: true } });
      expect(await follow(id)).toMatchObject({ status: 200, body: { followed: false } });
    }
    expect(await follow(ids[7], app)).toMatchObject({ status: 404 });
    const { body } = await stack.admin.get(`/admin/v1/notifications/${ids[0]}`);
    expect(body).toMatchObject({ notification: { followed_at: expect.stringMatching(/^20/) } });
    await ageCounts(own);
    await sendMany(1, own);
    expect(await prefixes(own)).toEqual([]);
  });

  test('ends a hold after its time', async () => {
    const own = await makeApplication(stack);
    await stack.admin.request('PATCH', own.path, { sms_guard: { ...guard, at_least: 1 } });
    await sendMany(1, own);
    await ageCounts(own);
    const id = await own.sandbox.send('ping/sms', { to: british(999) });
    await eventually('it to be held', async () => (await prefixes(own))[0]?.pause.held === 1);
    await stack.connection.mongoose
      .collection('applications')
      .updateOne({ _id: own.id as never }, { $set: { 'pauses.0.endsAt': new Date(0) } });
    const sweep = await sweepRoundsOf(stack);
    await sweep.round().finally(sweep.close);
    await untilEnded(own.sandbox, id);
  });
});
