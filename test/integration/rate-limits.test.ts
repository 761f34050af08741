import { HttpApi } from '../support/http-api';
import { startProcess } from '../support/service';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { untilTime } from '../support/until-time';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const newKey = async (environment: string, rateLimit?: number): Promise<string> => {
  const made = await stack.admin.post<{ key: { api_key: string } }>(
    `/admin/v1/applications/${stack.applicationId}/keys`,
    { environment, rate_limit: rateLimit },
  );
  return made.body.key.api_key;
};

test('8: a sandbox key may make 10 requests a second, a production key 100, and every answer says so', async () => {
  const sandbox = new HttpApi(stack.sandbox.baseUrl, await newKey('sandbox'));
  const production = new HttpApi(stack.production.baseUrl, await newKey('production'));
  const [ten, hundred] = await Promise.all([sandbox.get('/v1/webhooks'), production.get('/v1/webhooks')]);
  expect(ten.headers.get('ratelimit-limit')).toBe('10');
  expect(ten.headers.get('ratelimit-remaining')).toBe('9');
  expect(Number(ten.headers.get('ratelimit-reset'))).toBeGreaterThanOrEqual(0);
  expect(hundred.headers.get('ratelimit-limit')).toBe('100');
});

test('8 rule 1: a request over the limit is 429 with Retry-After, and other keys are not slowed', async () => {
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

test('the limit holds over several API processes', async () => {
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
