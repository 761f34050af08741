import type { NextStep } from '../../../api/admin/notifications/next-step';
import type { Explanation, Incident } from '../../../cli/answers';
import { type TestApplication, makeApplication, PING } from '../../support/application';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { JOURNEY, operatorOf, sayingHello } from '../../support/operator';
import type { ApiServer } from '../../support/providers/api-server';
import { startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { type Stack, startStack } from '../../support/stack';
import { heliograph, type Ran } from '../../unit/cli/admin-stub';

const ASKING = `${sayingHello('asking')}sequence:
  - if: { all: [{ value: payload.name, exists: true }, { value: payload.plan, is: pro }] }
    then: [{ send: email }]
`;
const GATHERED = `${sayingHello('gathered')}sequence: [{ digest: 10s }, { send: email }]
`;
const quiet = (): string => {
  const clock = (at: number): string => new Date(at).toISOString().slice(11, 16);
  const hours = `from: '${clock(Date.now() - 600_000)}', to: '${clock(Date.now() + 600_000)}'`;
  return `${sayingHello('night')}quiet_hours: { ${hours} }
`;
};

let stack: Stack;
const { act, answers, failed, heal } = operatorOf(() => stack);
beforeAll(async () => {
  stack = await startStack({
    events: {
      'hello.yaml': sayingHello('hello'),
      'journey.yaml': JOURNEY,
      'asking.yaml': ASKING,
      'gathered.yaml': GATHERED,
      'night.yaml': quiet(),
    },
  });
  stack.smtp.answer = (to) => answers.get(to) ?? null;
});
afterAll(() => stack.stop());

const explain = async (who: string, query = ''): Promise<Explanation> => {
  const path = `/admin/v1/explain?who=${encodeURIComponent(who)}${query}`;
  const { status, body } = await stack.admin.get<Explanation>(path);
  expect(status).toBe(200);
  return body;
};
const codesOf = async (who: string, query?: string): Promise<string[]> =>
  (await explain(who, query)).entries.map(({ code }) => code);
const run = (...args: string[]): Promise<Ran> => {
  const { baseUrl, key = '' } = stack.admin;
  return heliograph(args, { env: { HELIOGRAPH_ADMIN_URL: baseUrl, HELIOGRAPH_ADMIN_KEY: key } });
};

test('a mail that was refused for good is explained by its address, with the words of the provider', async () => {
  const { id, to } = await failed('hello');
  const { people, entries, notifications, more } = await explain(to.toUpperCase());
  expect({ people, notifications, more }).toMatchObject({
    people: [{ email: to, environment: 'production' }],
    notifications: 1,
    more: false,
  });
  const codes = ['ACCEPTED', 'STEP', 'INVALID_RECIPIENT', 'INVALID_RECIPIENT', 'FAILED'];
  expect(entries.map(({ code }) => code).sort()).toEqual(codes.sort());
  expect(entries).toContainEqual({
    at: expect.any(String) as string,
    kind: 'failed',
    code: 'INVALID_RECIPIENT',
    text: expect.stringMatching(
      /^Attempt 1 at smtp.* failed with INVALID_RECIPIENT after \d+ ms\.$/,
    ) as string,
    quote: '550 5.1.1 no such user',
    notification_id: id,
    event: 'hello',
  });
  await heal(to);
  const { code, stdout } = await run('explain', to, '--since', '1h');
  expect(code).toBe(0);
  expect(stdout).toContain(`hello, notification ${id}\n`);
  expect(stdout).toMatch(/FAILED {3}Attempt 1 at smtp.* "550 5\.1\.1 no such user"\n/);
  // The page of the notification tells the same story.
  const { body } = await stack.admin.get<{ notification: { story: object[] } }>(
    `/admin/v1/notifications/${id}`,
  );
  expect(body.notification.story).toEqual(entries);
});

test('a send that was refused is kept with its code, field and request, without an address in clear', async () => {
  const local = `refused-${Date.now()}`;
  const to = `${local}@example.org`;
  const answer = await stack.production.post('/v1/send/hello', { to, language: 12 });
  expect(answer.status).toBe(400);
  const entries = await eventually('the refusal', async () => {
    const found = (await explain(to)).entries;
    return found.length > 0 && found;
  });
  expect(entries).toEqual([
    {
      at: expect.any(String) as string,
      kind: 'failed',
      code: 'VALIDATION_ERROR',
      text: expect.stringMatching(
        /^The send of hello to r\*\*\*@example\.org was refused \(request \S+, field language\): language must be /,
      ) as string,
      quote: null,
      notification_id: null,
      event: 'hello',
    },
  ]);
  expect(JSON.stringify(await stack.store.refusals.of([], new Date(0), 10))).not.toContain(local);
  const broken = `${local}@`;
  await stack.production.post('/v1/send/hello', { to: [{ email: broken }, { email: newAddress() }] });
  await eventually('the rejected recipient', async () => (await codesOf(broken)).length === 1);
});

test('ERASURE-8: what is kept of refused sends goes with the erasure of their contact', async () => {
  const to = newAddress();
  await untilEnded(stack.production, await stack.production.send('hello', { to }));
  await stack.production.post('/v1/send/nothing', { to });
  await eventually('the refusal', async () => (await codesOf(to)).includes('EVENT_NOT_FOUND'));
  expect((await stack.production.request('DELETE', `/v1/contacts/${encodeURIComponent(to)}`)).status).toBe(
    200,
  );
  expect(await codesOf(to)).toEqual([]);
});

test('no more than ten refusals of an application are kept in a second', async () => {
  const to = newAddress();
  const refuse = (_none: unknown, n: number) => stack.production.post(`/v1/send/nothing${n}`, { to });
  const begun = Date.now();
  await Promise.all(Array.from({ length: 100 }, refuse));
  const seconds = (Date.now() - begun) / 1000 + 2;
  // The tests before may have used up some of this second's.
  await eventually('some to be kept', async () => (await codesOf(to)).length >= 5);
  expect((await codesOf(to)).length).toBeLessThanOrEqual(Math.min(99, 10 * seconds));
});

test('the same refusal is kept once a day, and counted', async () => {
  const to = newAddress();
  const counts = await eventually('two to be counted', async () => {
    await stack.production.post('/v1/send/nothing', { to });
    const texts = (await explain(to)).entries.map(({ text }) => text);
    return texts.some((text) => / was refused \d+ times on this day \(last request /.test(text)) && texts;
  });
  // Two at midnight.
  expect(counts.length).toBeLessThanOrEqual(2);
});

test('what is kept of a refused send has nothing in clear that its caller wrote, and is small', async () => {
  const to = newAddress();
  const secret = `ada.${Date.now()}@example.com`;
  const long = 'x'.repeat(15_000);
  const wrong: [path: string, body: object][] = [
    [encodeURIComponent(secret), { to }],
    [`${long}${encodeURIComponent(secret)}`, { to }],
    ['hello', { to, [secret]: 1 }],
    ['hello', { to, [long]: 1 }],
    ['hello', { to, overrides: { email: { [`${secret}${long}`]: 1 } } }],
  ];
  for (const [path, body] of wrong) {
    const known = (await codesOf(to)).length;
    await eventually('the refusal', async () => {
      expect((await stack.production.post(`/v1/send/${path}`, body)).status).toBeGreaterThanOrEqual(400);
      return (await codesOf(to)).length > known;
    });
  }
  const stored = await stack.connection.mongoose.collection('refusals').find().toArray();
  expect(JSON.stringify(stored)).not.toContain(secret.split('@')[0]);
  for (const one of stored) expect(JSON.stringify(one).length).toBeLessThan(2_500);
});

test('what was not to be sent is skipped, not failed, and says why', async () => {
  const asked = newAddress();
  const asking = await stack.production.send('asking', { to: asked, payload: { name: 'x' } });
  await untilEnded(stack.production, asking);
  const { entries } = await explain(asked);
  expect(entries.map(({ kind, code }) => `${code} ${kind}`)).toEqual([
    'ACCEPTED done',
    'CONDITION_FALSE skipped',
    'COMPLETED skipped',
  ]);
  expect(entries[1]?.text).toBe(
    'A condition of the sequence was false: payload.plan. Its steps were skipped.',
  );
  const { body } = await stack.admin.get<{ notification: { steps: object[] } }>(
    `/admin/v1/notifications/${asking}`,
  );
  expect(body.notification.steps).toMatchObject([
    { kind: 'if', state: 'done', holds: false, reads: ['payload.name', 'payload.plan'] },
    { kind: 'send', state: 'skipped', code: 'CONDITION_FALSE' },
  ]);

  const cancelled = newAddress();
  const id = await stack.production.send('journey', { to: cancelled });
  await untilStatus(stack.production, id, 'waiting');
  await stack.production.post('/v1/cancel/journey', { to: cancelled });
  const last = (await explain(cancelled)).entries.at(-1);
  expect(last).toMatchObject({ kind: 'skipped', code: 'CANCELLED' });
  expect(last?.text).toMatch(/^The notification was cancelled by API key \S+/);
  await eventually('its reopening', async () => (await act(id, 'reopen')).status === 200);
  expect(await stack.store.notifications.get(id)).not.toHaveProperty('cancelledBy');

  const gathered = newAddress();
  const ids = await Promise.all([1, 2].map(() => stack.production.send('gathered', { to: gathered })));
  await Promise.all(ids.map((one) => untilEnded(stack.production, one)));
  expect(await codesOf(gathered)).toEqual(expect.arrayContaining(['DIGESTED', 'SENT']));
});

test('an open notification says until when it waits; the beginning of its id is enough', async () => {
  const to = newAddress();
  const id = await stack.production.send('night', { to });
  await untilStatus(stack.production, id, 'waiting');
  const { entries } = await explain(id.slice(0, 8));
  expect(entries.map(({ code }) => code)).toEqual(['ACCEPTED', 'STEP', 'QUIET_HOURS', 'NOW']);
  expect(entries[2]).toMatchObject({ kind: 'waiting', notification_id: id });
  expect(entries[2]?.text).toMatch(/^Step send waits for the end of the event's quiet hours, \d{4}-.*Z\.$/);
  const [contact] = (await explain(to)).people;
  expect((await explain(contact?.id.slice(0, 8) ?? '')).people).toEqual([contact]);
});

test('filters and unknown names', async () => {
  const to = newAddress();
  const begun = new Date();
  await untilEnded(stack.production, await stack.production.send('hello', { to }));
  const sent = ['ACCEPTED', 'STEP', 'SENT'];
  expect(await codesOf(to)).toEqual(expect.arrayContaining(sent));
  await stack.production.post('/v1/send/nothing', { to });
  await eventually('the refusal', async () => (await codesOf(to)).includes('EVENT_NOT_FOUND'));
  await stack.admin.post(`/admin/v1/applications/${stack.applicationId}/suppressions`, {
    environment: 'production',
    channel: 'email',
    address: to,
  });
  const all = [...sent, 'EVENT_NOT_FOUND', 'SUPPRESSED'];
  expect((await codesOf(to)).filter((code) => all.includes(code))).toEqual(all);
  expect(await codesOf(to, '&event=journey')).toEqual(['SUPPRESSED']);
  expect(await codesOf(to, '&event=nothing')).toEqual(['EVENT_NOT_FOUND', 'SUPPRESSED']);
  expect(await codesOf(to, '&environment=sandbox')).toEqual([]);
  expect(await codesOf(to, `&to=${begun.toISOString()}`)).toEqual([]);
  expect(await codesOf(to, `&from=${new Date().toISOString()}`)).toEqual(['SUPPRESSED']);
  expect(await explain(to, '&limit=1')).toMatchObject({ notifications: 1, more: false });
  await stack.production.post('/v1/send/hello', { to });
  expect(await explain(to, '&limit=1')).toMatchObject({ notifications: 1, more: true });
  expect((await stack.admin.get(`/admin/v1/explain?who=${to}&application=nobody`)).status).toBe(404);
  expect((await stack.admin.get('/admin/v1/explain')).body).toMatchObject({ field: 'who' });
  const { code, stdout } = await run('explain', 'nobody@example.org');
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing is known about nobody@') as string,
  });
});

describe('a provider that refuses the account', () => {
  const BRIEF = 'retry_for: 3s\ntemplates: { email: { en: { subject: Brief, text: Brief } } }\n';
  let postmark: ApiServer;
  let app: TestApplication;
  let integration: string;
  beforeAll(async () => {
    const refusal = { status: 401, body: { ErrorCode: 10, Message: 'No valid token.' } };
    postmark = await startPostmark(() => () => refusal);
    app = await makeApplication(stack, { 'ping.yaml': PING, 'brief.yaml': BRIEF });
    const added = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
      ...{ channel: 'email', provider: 'postmark', name: 'mailer', check: false },
      settings: { server_token: TOKEN, base_url: postmark.url },
    });
    integration = added.body.integration.id;
  });
  afterAll(() => postmark.close());

  const nextOf = async (id: string) =>
    (await stack.admin.get<{ notification: { next: NextStep | null } }>(`/admin/v1/notifications/${id}`)).body
      .notification.next;

  test('an open notification says when and by whom the next attempt is made, and why the last one failed', async () => {
    const id = await app.production.send('ping', { to: newAddress() });
    const next = await eventually('the retry', async () => {
      const found = await nextOf(id);
      return found?.state === 'retrying' && found.last_failure !== null && found;
    });
    expect(next).toMatchObject({
      ...{ provider: 'postmark (mailer)', provider_id: integration },
      last_failure: 'send over email UNAUTHORIZED at postmark (mailer)',
    });
    const text = `The next attempt is at ${next.at} through postmark (mailer). Last failure: ${next.last_failure}.`;
    expect(next.text.startsWith(text)).toBe(true);
    const wait = Date.parse(next.retried_until ?? '') - Date.now();
    expect(wait).toBeGreaterThan(5.9 * 3_600_000);
    expect(wait).toBeLessThan(6 * 3_600_000);
  });

  test('its rest never hides why it rests, neither while a message waits for it nor once it has expired', async () => {
    for (let count = 0; count < 5; count += 1) await app.production.send('ping', { to: newAddress() });
    const health = await eventually('the rest', async () => {
      const found = (await stack.store.applications.get(app.id))?.health?.[integration];
      return found?.restUntil && found;
    });
    // Longer than a busy machine needs for what comes, so that the provider is not tried within it.
    await stack.connection.mongoose
      .collection<{ _id: string }>('applications')
      .updateOne(
        { _id: app.id },
        { $set: { [`health.${integration}.restUntil`]: new Date(Date.now() + 600_000) } },
      );
    const to = newAddress();
    const id = await app.production.send('brief', { to });
    // Its end comes while this one is looked at, which has more time.
    const waiting = await app.production.send('ping', { to: newAddress() });
    const next = await eventually('the wait', async () => {
      const found = await nextOf(waiting);
      return found?.state === 'resting' && found.last_failure !== null && found;
    });
    const since = health.restingSince?.toISOString();
    expect(next).toMatchObject({ provider: 'postmark (mailer)', provider_id: integration });
    expect(next.last_failure).toMatch(
      new RegExp(
        `^send over email UNAUTHORIZED at postmark \\(mailer\\), which has been cooling down since ${since} until`,
      ),
    );
    expect(next.text).toMatch(
      new RegExp(
        `^postmark \\(mailer\\) has been cooling down since ${since} until \\S+Z, after .* with UNAUTHORIZED`,
      ),
    );
    const { verdict, verdicts, entries } = await explain(waiting);
    expect(entries.map(({ code }) => code)).toContain('PROVIDER_RESTING');
    expect(verdict).toMatchObject({
      ...{ state: 'not_left', code: 'PROVIDER_RESTING', failure: 'UNAUTHORIZED', notification_id: waiting },
      ...{ since, provider: 'postmark', about: { kind: 'integration', id: integration, name: 'mailer' } },
      remedy: { code: 'FIX_INTEGRATION', about: { id: integration } },
    });
    expect(verdicts).toEqual([verdict]);
    const printed = await run('explain', waiting);
    expect(printed.stdout).toMatch(
      /^ping has not left: postmark \(mailer\) fails with UNAUTHORIZED since .*\n→ Correct/,
    );
    await eventually('the rows that share the cause', async () => {
      const path = `${app.path}/notifications?environment=production&failing_at=mailer`;
      const rows = (await stack.admin.get<{ notifications: object[] }>(path)).body.notifications.length;
      return rows >= 7 && (await explain(waiting)).verdict?.waiting?.count === rows;
    });
    const { body: waits } = await stack.admin.get(`${app.path}/waiting/production`);
    expect(waits).toMatchObject({
      causes: [{ cause: 'PROVIDER', kind: 'integration', id: integration, failure: 'UNAUTHORIZED', since }],
    });

    const ended = await untilEnded(app.production, id);
    expect(ended.messages[0]?.error).toBe(
      `EXPIRED: Not sent in time: the provider had been cooling down since ${since}, after it failed with UNAUTHORIZED.`,
    );
    const expired = (await explain(to)).entries.find(({ code }) => code === 'EXPIRED');
    expect(expired?.text).toBe(
      `Step send expired after 0 attempts. postmark (mailer) had been cooling down since ${since}, after it failed with UNAUTHORIZED.`,
    );
    for (const query of [
      'error_code=UNAUTHORIZED',
      'error_code=EXPIRED',
      'error_code=UNAUTHORIZED&provider=mailer',
    ]) {
      const path = `${app.path}/notifications?environment=production&event=brief&${query}`;
      expect((await stack.admin.get(path)).body).toMatchObject({
        notifications: [
          {
            id,
            messages: [
              {
                ...{ provider: 'postmark', provider_id: integration, integration: 'mailer' },
                ...{ error_code: 'EXPIRED', cause_code: 'UNAUTHORIZED' },
              },
            ],
          },
        ],
      });
    }
    expect((await stack.admin.get(`/admin/v1/notifications/${id}`)).body).toMatchObject({
      notification: {
        next: null,
        messages: [
          {
            attempts: [],
            rest: { provider: 'postmark', integration: 'mailer', code: 'UNAUTHORIZED', since },
          },
        ],
      },
    });
    await expect(stack.temporal.workflow.getHandle(id).result()).rejects.toMatchObject({
      cause: {
        message: expect.stringMatching(
          `send over email EXPIRED; last UNAUTHORIZED at postmark \\(mailer\\), which had been cooling down since ${since}$`,
        ) as string,
      },
    });
  });

  test('EXPLAIN-3: an incident names the provider until it is mended', async () => {
    const path = `${app.path}/incidents/production`;
    const incidents = async () => (await stack.admin.get<{ incidents: Incident[] }>(path)).body.incidents;
    const [found, ...others] = await incidents();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      ...{
        code: 'PROVIDER_RESTING',
        failure: 'UNAUTHORIZED',
        about: { kind: 'integration', name: 'mailer' },
      },
      ...{ waiting: { more: false }, remedy: { code: 'FIX_INTEGRATION', about: { id: integration } } },
    });
    expect(found?.waiting?.count).toBeGreaterThanOrEqual(7);
    const status = (): Promise<Ran> => run('status', '--env', 'production', '--app', app.id);
    expect((await status()).stdout).toBe(`${found?.text}\n→ ${found?.remedy.text}\n`);
    expect((await stack.admin.get(`${app.path}/incidents/sandbox`)).body).toMatchObject({ incidents: [] });
    expect((await stack.admin.get(`${app.path}/incidents/test`)).body).toMatchObject({
      field: 'environment',
    });

    const mended = { settings: { server_token: TOKEN }, check: false };
    expect(
      (await stack.admin.request('PATCH', `${app.path}/integrations/${integration}`, mended)).status,
    ).toBe(200);
    expect(await incidents()).toEqual([]);
    expect((await status()).stdout).toBe('Nothing is wrong.\n');
  });
});

test('METADATA-5: a time zone that an earlier release accepted is explained, and the event is sent by its own', async () => {
  const to = newAddress();
  await stack.production.post('/v1/contacts', { email: to, timezone: 'Asia/Tokyo' });
  await stack.connection.mongoose
    .collection('contacts')
    .updateOne({ emails: to }, { $set: { timezone: 'PST', meta: '{"timezone":"PST"}' } });
  const id = await stack.production.send('night', { to });
  await untilStatus(stack.production, id, 'waiting');
  const { entries } = await explain(to);
  expect(entries).toContainEqual(
    expect.objectContaining({
      code: 'TIME_ZONE_UNKNOWN',
      text: 'The contact has the time zone PST, which does not exist, so the zone of each event counts. Set America/Los_Angeles or Asia/Manila.',
      quote: null,
    }),
  );
});

describe('a search', () => {
  const search = async (q: string, environment = 'production') => {
    const path = `/admin/v1/applications/${stack.applicationId}/search`;
    const query = new URLSearchParams({ q, environment }).toString();
    return (await stack.admin.get<Record<string, Record<string, unknown>[]>>(`${path}?${query}`)).body;
  };
  let sent: string;
  const reference = 'invoice-4711';
  beforeAll(async () => {
    const to = { email: 'zoe.ümlaut@example.org', name: 'Zoë Ümlaut', external_id: 'crm-zoe' };
    sent = await stack.production.send('hello', { to, reference, payload: { name: 'Zoë' } });
    await untilEnded(stack.production, sent);
  });

  test.each([
    ['the beginning of a name, in any case', 'zOË ü', { contacts: [{ name: 'Zoë Ümlaut' }] }],
    ['the beginning of an address', 'zoe.üm', { contacts: [{ email: 'zoe.ümlaut@example.org' }] }],
    ['an external id', 'crm-zoe', { contacts: [{ external_id: 'crm-zoe' }] }],
    ['a part of the name of an event', 'OURN', { events: [{ name: 'journey' }] }],
    ['a reference', reference, { notifications: [{ event: 'hello', status: 'completed' }] }],
    ['what is a pattern elsewhere, as a text', '.*', {}],
  ])('finds %s', async (_what, q, found) => {
    const nothing = { contacts: [], events: [], notifications: [], integrations: [] };
    await expect(search(q)).resolves.toMatchObject({ ...nothing, ...found });
    await expect(search(q, 'sandbox')).resolves.toMatchObject({ contacts: [], notifications: [] });
  });

  test('finds a notification by the beginning of its id', async () => {
    await expect(search(sent.slice(0, 8))).resolves.toMatchObject({ notifications: [{ id: sent }] });
  });
});
