import type { ApiHandler } from '../../support/providers/api-server';
import { startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { API_KEY, startResend } from '../../support/providers/resend-server';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { makeApplication, newEmail, type TestApplication } from '../../support/application';

const MESSAGES = 250;
const SEED = 20_261_121;
/** Time for all of it; a hang costs its attempt 25 to 30 s. */
const WITHIN_MS = 7 * 60_000;

const NEWS = `
channels: [email]
retry_for: 1h
templates: { email: { en: { subject: News, text: News } } }
`;

/** Calls of one message that may go wrong; more would make the test wait for intervals of two minutes. */
const MOST_FAULTS = 6;

type Fault = 'failed' | 'hung' | 'limited';

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A bad day: 30 % of calls end with 500 and 5 % with no answer at all, one half of each after the message was
 * accepted; 10 % are too many. A message that met that six times is spared.
 */
function badDay(random: () => number, faults: Record<Fault, number>) {
  const struck = new Map<string, number>();
  const strike = (fault: Fault): void => void (faults[fault] += 1);
  return (handle: ApiHandler): ApiHandler =>
    async (request) => {
      if (request.method !== 'POST') return handle(request);
      const [dice, accepted] = [random(), random() < 0.5];
      const { to, To } = JSON.parse(request.body) as { to?: string[]; To?: string };
      const whose = to?.[0] ?? To ?? '';
      const before = struck.get(whose) ?? 0;
      if (dice >= 0.45 || before >= MOST_FAULTS) return handle(request);
      struck.set(whose, before + 1);
      if (dice < 0.35 && accepted) await handle(request);
      if (dice < 0.3) {
        strike('failed');
        return { status: 500, body: { message: 'Internal server error' } };
      }
      if (dice < 0.35) {
        strike('hung');
        return 'hang';
      }
      strike('limited');
      return { status: 429, headers: { 'retry-after': '1' }, body: { message: 'Too many requests' } };
    };
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
});
afterAll(() => stack.stop());

async function applicationWith(provider: string, settings: object): Promise<TestApplication> {
  const app = await makeApplication(stack, { 'news.yaml': NEWS });
  const body = { channel: 'email', provider, settings };
  const made = await stack.admin.post(`${app.path}/integrations`, body);
  expect(made.status).toBe(201);
  return app;
}

/** Sends to everybody at once and waits for the ends; returns the ids of the messages, all sent. */
async function sendAll(app: TestApplication): Promise<string[]> {
  const deadline = Date.now() + WITHIN_MS;
  const to = Array.from({ length: MESSAGES }, newEmail);
  const answer = await app.production.post<{ notifications: { id: string }[] }>('/v1/send/news', { to });
  expect(answer.status).toBe(200);
  const messages: string[] = [];
  for (const { id } of answer.body.notifications) {
    const view = await untilEnded(app.production, id, Math.max(1, deadline - Date.now()));
    expect(view).toMatchObject({ status: 'completed', messages: [{ status: 'sent', error: null }] });
    messages.push(view.messages[0]!.id);
  }
  return messages.sort();
}

/** How many messages were accepted more than once, and how many copies there are too many. */
function repeatsIn(accepted: readonly string[]): string {
  const times = new Map<string, number>();
  for (const id of accepted) times.set(id, (times.get(id) ?? 0) + 1);
  const twice = [...times.values()].filter((count) => count > 1);
  return `${twice.length} messages more than once, ${accepted.length - times.size} copies too many`;
}

test('MESSAGE-7: 500 messages through providers that fail, hang and limit are all sent, with an idempotency key once', async () => {
  const faults = {
    resend: { failed: 0, hung: 0, limited: 0 },
    postmark: { failed: 0, hung: 0, limited: 0 },
  };
  const taken: string[] = [];
  const noting =
    (handle: ApiHandler): ApiHandler =>
    async (request) => {
      const answer = await handle(request);
      const isMessage = request.method === 'POST' && typeof answer === 'object' && answer.status === 200;
      if (isMessage) taken.push((JSON.parse(request.body) as PostmarkIds).Metadata.message_id);
      return answer;
    };
  const resend = await startResend(badDay(randomOf(SEED), faults.resend));
  const postmark = await startPostmark((handle) =>
    badDay(randomOf(SEED + 1), faults.postmark)(noting(handle)),
  );
  try {
    const apps = [
      await applicationWith('resend', { api_key: API_KEY, base_url: resend.url }),
      await applicationWith('postmark', { server_token: TOKEN, base_url: postmark.url }),
    ];
    const began = Date.now();
    const [keyed = [], unkeyed = []] = await Promise.all(apps.map(sendAll));
    const seconds = Math.round((Date.now() - began) / 1000);

    // Once each, though half of what failed or hung had been accepted before.
    expect(resend.mails.map(({ key }) => key).sort()).toEqual(keyed);
    expect([...new Set(taken)].sort()).toEqual(unkeyed);
    for (const { failed, hung, limited } of Object.values(faults)) {
      expect(Math.min(failed, hung, limited)).toBeGreaterThan(0);
    }
    console.info(
      [
        `${keyed.length + unkeyed.length} messages sent in ${seconds} s`,
        `resend (idempotency key): ${posts(resend.requests)} calls, ${JSON.stringify(faults.resend)}, ${repeatsIn(resend.mails.map(({ key }) => key))}`,
        `postmark (none): ${posts(postmark.requests)} calls, ${JSON.stringify(faults.postmark)}, ${repeatsIn(taken)}`,
      ].join('\n'),
    );
  } finally {
    await Promise.all([resend.close(), postmark.close()]);
  }
});

interface PostmarkIds {
  Metadata: { message_id: string };
}

const posts = (requests: { method: string }[]): number =>
  requests.filter(({ method }) => method === 'POST').length;
