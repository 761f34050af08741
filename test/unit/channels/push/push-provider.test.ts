import { ALONE, type OutboundMessage, type Provider, type SendResult } from '../../../../channels/provider';
import { createPushProvider } from '../../../../channels/push/push-provider';
import type { Integration } from '../../../../core/sending/integration';
import { joinTokens, pushServiceOf } from '../../../../core/contacts/push-tokens';
import { pushMessage } from '../../../support/providers/messages';

const APNS = 'ab'.repeat(32);
const EXPO = 'ExponentPushToken[x]';
const WEB = '{"endpoint":"https://push.example.com/1"}';
const signal = () => AbortSignal.timeout(5000);

const integration = (provider: string, id = provider): Integration => ({
  id,
  channel: 'push',
  provider,
  name: id,
  priority: 0,
  settings: '{}',
  sealed: '',
  createdAt: new Date(),
  updatedAt: new Date(),
});

type Send = (message: OutboundMessage, by: string) => Promise<SendResult> | SendResult;
const sent = (id: string): SendResult => ({ outcome: 'sent', providerMessageId: id, response: id });
const pushOver = (integrations: Integration[], send: Send): Provider =>
  createPushProvider(integrations, ({ id }) => ({
    name: id,
    send: async (message) => send(message, id),
    close: () => Promise.resolve(),
  }));

test('each token goes to the first integration of its service, alone', async () => {
  const calls: [string, string][] = [];
  const push = pushOver(
    ['fcm', 'apns', 'expo', 'webpush'].map((one) => integration(one)).concat(integration('fcm', 'second')),
    ({ to }, by) => {
      calls.push([by, to]);
      return sent(by);
    },
  );
  const to = joinTokens(['fcm-token', APNS, EXPO, WEB, 'fcm-token']) ?? '';
  expect(await push.send(pushMessage(to), signal())).toMatchObject({ outcome: 'sent' });
  expect(calls).toEqual([
    ['fcm', 'fcm-token'],
    ['apns', APNS],
    ['expo', EXPO],
    ['webpush', WEB],
  ]);
  expect(push.name).toBe('fcm+apns+expo+webpush');
});

test('a device whose service has no integration does not keep the others from getting it', async () => {
  const push = pushOver([integration('fcm')], () => sent('m1'));
  expect(await push.send(pushMessage(`${APNS}\nfcm-token`), signal())).toMatchObject({
    outcome: 'sent',
    response: '1 of 2 devices: no integration for apns; m1',
  });
  expect(await push.send(pushMessage(APNS), signal())).toMatchObject({
    outcome: 'permanent',
    code: 'NO_PROVIDER',
  });
});

test('no more than ten devices of a message are called at once, and all are', async () => {
  let open = 0;
  let most = 0;
  let all = 0;
  const push = pushOver([integration('fcm')], async () => {
    open += 1;
    all += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return sent('m');
  });
  const tokens = Array.from({ length: 100 }, (_, index) => `fcm-${index}`);
  await push.send(pushMessage(joinTokens(tokens) ?? ''), signal());
  expect({ most, all }).toEqual({ most: 10, all: 100 });
});

test('when the time is over no further device is called, and what some answered stands', async () => {
  const stop = new AbortController();
  let calls = 0;
  const push = pushOver([integration('fcm')], () => {
    calls += 1;
    if (calls === 10) stop.abort();
    return calls === 3 ? sent('m3') : { outcome: 'transient', code: 'TIMEOUT', response: 'late' };
  });
  const tokens = Array.from({ length: 30 }, (_, index) => `fcm-${index}`);
  const result = await push.send(pushMessage(joinTokens(tokens) ?? ''), stop.signal);
  expect(result).toMatchObject({ outcome: 'sent', providerMessageId: 'm3' });
  expect(result.response).toContain('no time left to call');
  expect(calls).toBe(10);
});

test('a provider that throws takes nothing from what the others answered', async () => {
  const push = pushOver([integration('fcm'), integration('apns')], (_message, by) => {
    if (by === 'apns') throw new Error('a bug');
    return sent('m1');
  });
  expect(await push.send(pushMessage(`${APNS}\nfcm-token`), signal())).toMatchObject({ outcome: 'sent' });
  expect(await push.send(pushMessage(APNS), signal())).toMatchObject({ outcome: 'unknown' });
});

test.each([
  ['ExpoPushToken[abc]', 'expo'],
  [EXPO, 'expo'],
  ['6f1d2a3b-0c4d-4e5f-8a9b-0c1d2e3f4a5b', 'expo'],
  [WEB, 'webpush'],
  [APNS, 'apns'],
  [APNS.toUpperCase() + 'AB', 'apns'],
  ['dGVzdA:APA91b_x-y', 'fcm'],
  ['ab'.repeat(20), 'fcm'],
])('the token %s is of %s', (token, service) => {
  expect(pushServiceOf(token)).toBe(service);
});

test('devices of several messages share the calls of a provider with a batch, and each message has its own result', async () => {
  const calls: string[][] = [];
  const push = createPushProvider([integration('expo'), integration('fcm')], ({ id }) => ({
    name: id,
    send: () => Promise.resolve(sent('alone')),
    close: () => Promise.resolve(),
    ...(id === 'expo' && {
      batch: {
        most: 100,
        send: (messages: readonly OutboundMessage[]) => {
          calls.push(messages.map(({ to }) => to));
          return Promise.resolve(messages.map(({ to }) => sent(to)));
        },
      },
    }),
  }));
  const other = 'ExponentPushToken[y]';
  const [one, two] = [pushMessage(EXPO), pushMessage(`${other}\n${EXPO}`)];
  const mixed = pushMessage(`${EXPO}\nfcm-token`);
  expect([one, two, mixed].map((message) => push.batch?.takes?.(message))).toEqual([true, true, false]);
  expect(await push.batch?.send([one, two], signal())).toMatchObject([
    { providerMessageId: EXPO },
    { providerMessageId: other, response: expect.stringContaining('2 of 2 devices') as unknown },
  ]);
  expect(calls).toEqual([[EXPO, other, EXPO]]);
});

test.each<[string, SendResult, object | typeof ALONE]>([
  ['was taken', sent('a'), { outcome: 'sent', providerMessageId: 'a' }],
  [
    'may have been taken',
    { outcome: 'unknown', code: 'OUTCOME_UNKNOWN', response: '' },
    { outcome: 'unknown' },
  ],
  [
    'has to wait',
    { outcome: 'rate_limited', code: 'RATE_LIMITED', response: '' },
    { outcome: 'rate_limited' },
  ],
  ['has failed for now', { outcome: 'transient', code: 'PROVIDER_ERROR', response: '' }, ALONE],
  ['has failed', { outcome: 'permanent', code: 'REJECTED', response: '' }, ALONE],
])(
  'BROADCAST-12: no further call is made for a message of which one device %s, and the call of another was refused',
  async (_what, result, expected) => {
    const [a, b, c] = ['a', 'b', 'c'].map((one) => `ExponentPushToken[${one}]`) as [string, string, string];
    const alone: string[] = [];
    const push = createPushProvider([integration('expo')], () => ({
      name: 'expo',
      send: ({ to }) => {
        alone.push(to);
        return Promise.resolve(sent(to));
      },
      batch: {
        most: 9,
        send: (messages) => Promise.resolve(messages.map(({ to }) => (to === a ? result : ALONE))),
      },
      close: () => Promise.resolve(),
    }));
    const messages = [pushMessage(joinTokens([a, b]) ?? ''), pushMessage(c)];
    const [first, second] = await push.batch!.send(messages, signal());
    if (expected === ALONE) expect(first).toBe(ALONE);
    else
      expect(first).toMatchObject({
        ...expected,
        response: expect.stringContaining('of 2 devices: ') as unknown,
      });
    expect(second).toBe(ALONE);
    expect(alone).toEqual([]);
  },
);
