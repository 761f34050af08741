import { HttpApi } from '../../support/http-api';
import { newAddress } from '../../support/journey';
import { startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';
import { awayFromMidnight, untilTime } from '../../support/until-time';

let stack: Stack;
beforeAll(async () => {
  // What counts is what is accepted; nothing needs to be sent.
  stack = await startStack({ withoutWorker: true });
});
afterAll(() => stack.stop());
beforeEach(awayFromMidnight);
afterEach(() => setQuota({ monthly_quota: 10_000, daily_quota: null }));

const application = (): string => `/admin/v1/applications/${stack.applicationId}`;
const setQuota = (settings: Record<string, unknown>) => stack.admin.request('PATCH', application(), settings);
const usedThisMonth = (): Promise<number> =>
  stack.store.quotas.used(`${stack.applicationId}:production:month:${new Date().toISOString().slice(0, 7)}`);
const newKey = async (environment: string, rateLimit?: number): Promise<string> => {
  const made = await stack.admin.post<{ key: { api_key: string } }>(`${application()}/keys`, {
    environment,
    rate_limit: rateLimit,
  });
  return made.body.key.api_key;
};

test('LIMIT-3: 200 simultaneous sends at a monthly quota of 100 accept exactly 100, the rest is 402 with current and limit', async () => {
  const limit = (await usedThisMonth()) + 100;
  await setQuota({ monthly_quota: limit });
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => stack.production.post('/v1/send/welcome', { to: newAddress() })),
  );
  const byStatus = (status: number) => answers.filter((answer) => answer.status === status);
  expect(byStatus(200)).toHaveLength(100);
  expect(byStatus(402)).toHaveLength(100);
  for (const { body } of byStatus(402)) {
    expect(body).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      ...{ current: limit, limit },
      error: expect.any(String),
    });
  }
});

test('LIMIT-6: a refused send counts nothing, and a send beyond the quota makes no contact', async () => {
  await setQuota({ monthly_quota: (await usedThisMonth()) + 1 });
  const refused = await stack.production.post('/v1/send/welcome', { to: 'user-without-any-address' });
  expect(refused.status).toBe(400);
  expect((await stack.production.post('/v1/send/welcome', { to: newAddress() })).status).toBe(200);
  const stranger = newAddress();
  expect((await stack.production.post('/v1/send/welcome', { to: stranger })).status).toBe(402);
  expect((await stack.production.get(`/v1/contacts/${encodeURIComponent(stranger)}`)).status).toBe(404);
});

test('LIMIT-4, ARRAY-3: recipients of an array beyond the quota are rejected in their entries; when none fits the answer is 402', async () => {
  const limit = (await usedThisMonth()) + 2;
  await setQuota({ monthly_quota: limit });
  const to = [newAddress(), newAddress(), newAddress()];
  const answer = await stack.production.post('/v1/send/welcome', { to });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      notifications: [
        { status: 'accepted' },
        { status: 'accepted' },
        { id: null, status: 'rejected', code: 'QUOTA_EXCEEDED' },
      ],
    },
  });
  expect(await stack.production.post('/v1/send/welcome', { to })).toMatchObject({
    status: 402,
    body: { limit },
  });
});

test('LIMIT-3: a daily quota of production holds beside the monthly one', async () => {
  await setQuota({ daily_quota: 0 });
  expect(await stack.production.post('/v1/send/welcome', { to: newAddress() })).toMatchObject({
    status: 402,
    body: { limit: 0 },
  });
  await setQuota({ daily_quota: null });
  expect((await stack.production.post('/v1/send/welcome', { to: newAddress() })).status).toBe(200);
});

test('LIMIT-3: sandbox accepts 150 notifications a day', async () => {
  const batch = (count: number) =>
    stack.sandbox.post<{ notifications: { status: string }[] }>('/v1/send/welcome', {
      to: Array.from({ length: count }, newAddress),
    });
  expect((await batch(2)).status).toBe(200);
  const id = `${stack.applicationId}:sandbox:day:${new Date().toISOString().slice(0, 10)}`;
  expect(await stack.store.quotas.used(id)).toBe(2);
  // As 147 others would.
  const expiresAt = new Date(Date.now() + 86_400_000);
  await stack.store.quotas.take({ id, limit: 150, amount: 147, partial: false, expiresAt });
  const last = await batch(2);
  expect(last.body.notifications.map(({ status }) => status)).toEqual(['accepted', 'rejected']);
  expect(await batch(1)).toMatchObject({ status: 402, body: { current: 150, limit: 150 } });
});

test('LIMIT-1, LIMIT-2: a sandbox key may make 10 requests a second, a production key 100, and every answer says so', async () => {
  const sandbox = new HttpApi(stack.sandbox.baseUrl, await newKey('sandbox'));
  const production = new HttpApi(stack.production.baseUrl, await newKey('production'));
  const [ten, hundred] = await Promise.all([sandbox.get('/v1/webhooks'), production.get('/v1/webhooks')]);
  expect(ten.headers.get('ratelimit-limit')).toBe('10');
  expect(ten.headers.get('ratelimit-remaining')).toBe('9');
  expect(Number(ten.headers.get('ratelimit-reset'))).toBeGreaterThanOrEqual(0);
  expect(hundred.headers.get('ratelimit-limit')).toBe('100');
});

test('LIMIT-10: refused recipients of an array count as requests, accepted ones do not', async () => {
  const one = new HttpApi(stack.production.baseUrl, await newKey('production'));
  const left = async (event: string, to: unknown, status: number): Promise<number> => {
    const answer = await one.post(`/v1/send/${event}`, { to });
    expect(answer.status).toBe(status);
    return Number(answer.headers.get('ratelimit-remaining'));
  };
  const many = (length: number, make: () => unknown): unknown[] => Array.from({ length }, make);
  expect(await left('welcome', many(50, newAddress), 200)).toBeGreaterThan(90);
  // The window may end before the charge, which then begins the next.
  expect(await left('welcome', [newAddress(), ...many(501, () => 'x@')], 200)).toBeLessThanOrEqual(49);
  expect(
    await left(
      'welcome',
      many(999, () => 'x@'),
      400,
    ),
  ).toBe(0);
  await untilTime(Date.now() + 1100);
  expect(await left('unknown', many(999, newAddress), 404)).toBe(0);
});

test('ERROR-4, LIMIT-1: a request over the limit is 429 with Retry-After, and other keys are not slowed', async () => {
  const flooding = new HttpApi(stack.sandbox.baseUrl, await newKey('sandbox', 1));
  const other = new HttpApi(stack.sandbox.baseUrl, await newKey('sandbox', 1));
  const begun = Date.now();
  const answers = await Promise.all(Array.from({ length: 100 }, () => flooding.get('/v1/webhooks')));
  const seconds = Math.ceil((Date.now() - begun) / 1000) + 1;
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(100 - seconds);
  for (const answer of refused) {
    expect(answer.body).toMatchObject({ code: 'RATE_LIMITED', error: expect.any(String) });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(answer.headers.get('ratelimit-remaining')).toBe('0');
  }
  expect((await other.get('/v1/webhooks')).status).toBe(404);
});

test('LIMIT-1: the limit holds over several API processes', async () => {
  const key = await newKey('production', 20);
  const second = await startProcess('api', stack.apiEnv);
  try {
    const apis = [stack.production.baseUrl, `http://127.0.0.1:${second.ports.production}`].map(
      (baseUrl) => new HttpApi(baseUrl, key),
    );
    // The first request of a process opens its connections.
    await Promise.all(apis.map((api) => api.get('/v1/webhooks')));
    // Their windows are over a second after they began.
    await untilTime(Date.now() + 1_100);
    const begun = Date.now();
    const answers = await Promise.all(
      apis.flatMap((api) => Array.from({ length: 30 }, () => api.get('/v1/webhooks'))),
    );
    expect(answers.filter(({ status }) => status !== 429 && status !== 404)).toEqual([]);
    const windows = Math.ceil((Date.now() - begun) / 1000) + 1;
    const allowed = answers.filter(({ status }) => status !== 429).length;
    expect(allowed).toBeGreaterThanOrEqual(15);
    expect(allowed).toBeLessThanOrEqual(20 * windows);
  } finally {
    await second.stop();
  }
});
