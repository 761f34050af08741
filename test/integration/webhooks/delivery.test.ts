import {
  type Answer,
  answers,
  drips,
  hangs,
  startHookServer,
  stopHookServers,
} from '../../support/hook-servers';
import { untilEnded } from '../../support/journey';
import { eventually } from '../../support/eventually';
import { type Stack, startStack } from '../../support/stack';
import { makeApplication, newEmail } from '../../support/application';
import { EXPIRED, LOCALHOST } from '../../support/certificates';

interface Told {
  status: string;
  attempts: { at: string; duration_ms: number | null; status: number | null; error_detail: string | null }[];
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await stopHookServers();
  await stack.stop();
});

/** Sends to somebody of a new application whose endpoint this is, and waits until its webhook is as `until` wants. */
async function toldOf(url: string, until: (told: Told) => boolean, settings: object = {}): Promise<Told> {
  const { production, path } = await makeApplication(stack);
  await stack.admin.request('PATCH', path, settings);
  await production.post('/v1/webhooks', { url });
  const id = await production.send('ping', { to: newEmail() });
  // Whatever the endpoint does, the notification ends.
  expect(await untilEnded(production, id)).toMatchObject({ status: 'completed' });
  return eventually(`the webhook of ${id}`, async () => {
    const { body } = await stack.admin.get<{ notification: { webhooks: Told[] } }>(
      `/admin/v1/notifications/${id}`,
    );
    const [told] = body.notification.webhooks;
    return told && until(told) && told;
  });
}

const closesEarly: Answer = ({ socket }) => void socket.destroy();
const isOver = ({ status }: Told): boolean => status !== 'pending';
const isTried =
  (times: number) =>
  ({ attempts }: Told): boolean =>
    attempts.filter(({ duration_ms }) => duration_ms !== null).length >= times;

describe('an endpoint that', () => {
  test.concurrent.each([
    ['answers 200', answers(200), 'delivered', 200],
    ['answers 204', answers(204), 'delivered', 204],
    ['answers 301', answers(301, { location: '/elsewhere' }), 'failed', 301],
    ['answers 400', answers(400), 'failed', 400],
    ['answers 404', answers(404, { 'retry-after': '1' }), 'failed', 404],
    ['answers 429', answers(429, { 'retry-after': '1' }), 'failed', 429],
    ['answers 410', answers(410), 'failed', 410],
    [
      'answers 200 and drips the body',
      drips('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n'),
      'delivered',
      200,
    ],
  ])('%s gets one request, and the event is over', async (_what, answer, status, code) => {
    const hook = await startHookServer(answer);
    const told = await toldOf(hook.url, isOver);
    expect(told).toMatchObject({ status, attempts: [{ status: code, error_detail: null }] });
    expect(hook.received).toHaveLength(1);
  });

  test.concurrent.each([
    ['answers 500', answers(500), undefined, { status: 500, detail: null }],
    ['closes the connection early', closesEarly, undefined, { detail: /^connection/ }],
    ['has a certificate that nobody vouches for', answers(200), LOCALHOST, { detail: /^tls/ }],
    ['has a certificate that has expired', answers(200), EXPIRED, { detail: /^tls/ }],
  ])('%s is tried again after 10 s', async (_what, answer, tls, { detail, ...rest }) => {
    const hook = await startHookServer(answer, tls);
    const told = await toldOf(hook.url, isTried(2));
    const attempt = { status: null, ...rest, error_detail: detail && expect.stringMatching(detail) };
    expect(told).toMatchObject({ status: 'pending', attempts: [attempt, attempt] });
    const [first, second] = told.attempts.map(({ at }) => Date.parse(at));
    const between = (second ?? 0) - (first ?? 0);
    expect(between).toBeGreaterThan(8_900);
    expect(between).toBeLessThan(60_000); // 11 s, and the workflow tasks that a busy machine cuts off
  });

  test.concurrent.each([
    ['hangs', hangs],
    ['drips its headers', drips('HTTP/1.1 200 OK\r\nX-Drip: ')],
  ])('%s is given up after 10 s, and tried again', async (_what, answer) => {
    const hook = await startHookServer(answer);
    const told = await toldOf(hook.url, isTried(1));
    expect(told).toMatchObject({
      status: 'pending',
      attempts: [{ status: null, error_detail: expect.stringMatching(/^timeout/) }],
    });
    expect(hook.received).toHaveLength(1);
  });

  test.concurrent.each([404, 429])(
    'WEBHOOK-39: answers %i is tried again after its Retry-After, if retries are extended',
    async (status) => {
      const hook = await startHookServer((request, response, index) =>
        (index === 0 ? answers(status, { 'retry-after': '14' }) : answers(200))(request, response, index),
      );
      const told = await toldOf(hook.url, isOver, { webhook_retries: 'extended' });
      expect(told).toMatchObject({ status: 'delivered', attempts: [{ status }, { status: 200 }] });
      const [first, second] = told.attempts.map(({ at }) => Date.parse(at));
      expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(14_000);
    },
  );

  test.concurrent('is being restarted gets its event when it is back', async () => {
    const hook = await startHookServer((_request, response, index) =>
      index === 0 ? void hook.stop() : response.end('ok'),
    );
    let back: Promise<void> | undefined;
    const told = await toldOf(hook.url, (one) => {
      if (one.attempts.length === 1) back ??= hook.start();
      return isOver(one);
    });
    await back;
    expect(told).toMatchObject({ status: 'delivered', attempts: [{ status: null }, { status: 200 }] });
    expect(hook.received).toHaveLength(2);
  });
});
