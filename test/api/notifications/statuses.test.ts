import { eventually } from '../../support/eventually';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import type { SinkAnswer } from '../../support/smtp-sink';
import { type Stack, startStack } from '../../support/stack';

const eventOf = (more: string): string => `
templates: { email: { en: { subject: Hello, text: Hello } } }
${more}
`;
const EVENTS = {
  'longer.yaml': eventOf('retry_for: 12s'),
  'later.yaml': eventOf('sequence: [{ wait: 1h }, { send: email }]'),
  'pair.yaml': eventOf('sequence: [{ send: email }, { wait: 200ms }, { send: email }]'),
};
const LATER: SinkAnswer = { code: 451, text: '4.3.0 try again later' };

let stack: Stack;
const answers = new Map<string, SinkAnswer[]>();
beforeAll(async () => {
  stack = await startStack({ events: EVENTS });
  // The next answer of an address; its last one stands for good.
  stack.smtp.answer = (to) => {
    const of = answers.get(to) ?? [];
    return (of.length > 1 ? of.shift() : of[0]) ?? null;
  };
});
afterAll(() => stack.stop());

function addressThatAnswers(...of: SinkAnswer[]): string {
  const to = newAddress();
  answers.set(to, of);
  return to;
}
const attemptsOf = async (id: string) =>
  (await stack.store.notifications.get(id))?.messages[0]?.attempts ?? [];

describe('with a worker', () => {
  test.concurrent(
    'MESSAGE-3: a SEND is retried until retry_for is over, then fails with EXPIRED and the last answer',
    async () => {
      const to = addressThatAnswers(LATER);
      const id = await stack.production.send('longer', { to });
      const view = await untilEnded(stack.production, id);
      expect(view.messages[0]?.error).toMatch(/^EXPIRED: .*4\.3\.0 try again later/);
      const attempts = await attemptsOf(id);
      expect(attempts.length).toBeGreaterThanOrEqual(2);
      expect(Date.parse(view.completed_at ?? '') - Date.parse(view.started_at)).toBeGreaterThanOrEqual(
        12_000,
      );
    },
  );

  test.concurrent(
    'STATUS-2, MESSAGE-1: a message stays queued while it is retried, and is sent by the attempt that succeeds',
    async () => {
      const to = addressThatAnswers(LATER);
      const id = await stack.production.send('welcome', { to });
      await eventually('a first attempt', async () => (await attemptsOf(id)).length > 0);
      expect(await stack.production.notification(id)).toMatchObject({
        status: 'running',
        messages: [{ status: 'queued', sent_at: null, error: null }],
      });
      answers.delete(to);
      expect(await untilEnded(stack.production, id)).toMatchObject({
        status: 'completed',
        messages: [{ status: 'sent', sent_at: expect.any(String), error: null }],
      });
      const outcomes = (await attemptsOf(id)).map(({ outcome }) => outcome);
      expect(outcomes.at(-1)).toBe('sent');
      expect(new Set(outcomes.slice(0, -1))).toEqual(new Set(['transient']));
    },
  );

  test.concurrent(
    'MESSAGE-2, MESSAGE-5: a recipient that does not exist is permanent: one attempt, failed, INVALID_RECIPIENT',
    async () => {
      const to = addressThatAnswers({ code: 550, text: '5.1.1 no such user' });
      const id = await stack.production.send('welcome', { to });
      expect(await untilEnded(stack.production, id)).toMatchObject({
        status: 'failed',
        messages: [{ status: 'failed', error: expect.stringMatching(/^INVALID_RECIPIENT: .*5\.1\.1/) }],
      });
      expect(await attemptsOf(id)).toHaveLength(1);
    },
  );

  test.concurrent(
    'STATUS-3: a sequence is completed where one of its messages was handed over, failed where none was',
    async () => {
      const refused: SinkAnswer = { code: 550, text: '5.1.1 no such user' };
      const [some, none] = [addressThatAnswers(null, refused), addressThatAnswers(refused)];
      const ids = [
        await stack.production.send('pair', { to: some }),
        await stack.production.send('pair', { to: none }),
      ];
      const views = await Promise.all(ids.map((id) => untilEnded(stack.production, id)));
      expect(views).toMatchObject([
        { status: 'completed', messages: [{ status: 'sent' }, { status: 'failed' }] },
        { status: 'failed', messages: [{ status: 'failed' }, { status: 'failed' }] },
      ]);
    },
  );

  test.concurrent(
    'NOTIFICATION-5, STATUS-1: in a WAIT a notification is waiting, has no completed_at, and only the messages of steps reached',
    async () => {
      const to = newAddress();
      const id = await stack.production.send('later', { to });
      expect(await untilStatus(stack.production, id, 'waiting')).toMatchObject({
        completed_at: null,
        messages: [],
      });
      await stack.production.post('/v1/cancel/later', { to });
      expect(await stack.production.notification(id)).toMatchObject({
        status: 'stopped',
        completed_at: expect.any(String),
        messages: [],
      });
    },
  );

  test.concurrent('STATUS-6: no status leaves completed, failed or stopped', async () => {
    const [sent, refused, stopped] = [
      newAddress(),
      addressThatAnswers({ code: 550, text: '5.1.1 unknown' }),
      newAddress(),
    ];
    const ids = [
      await stack.production.send('welcome', { to: sent }),
      await stack.production.send('welcome', { to: refused }),
      await stack.production.send('later', { to: stopped }),
    ];
    await stack.production.post('/v1/cancel/later', { to: stopped });
    const before = await Promise.all(ids.map((id) => untilEnded(stack.production, id)));
    expect(before.map(({ status }) => status)).toEqual(['completed', 'failed', 'stopped']);
    for (const [event, to] of [
      ['welcome', sent],
      ['welcome', refused],
      ['later', stopped],
    ] as const) {
      expect((await stack.production.post(`/v1/cancel/${event}`, { to })).body).toMatchObject({
        cancelled: 0,
      });
    }
    expect(await Promise.all(ids.map((id) => stack.production.notification(id)))).toEqual(before);
  });

  test.concurrent(
    'NOTIFICATION-5: a sequence has one message, then two; it runs, waits and completes',
    async () => {
      const to = newAddress();
      const id = await stack.production.send('onboarding', { to, payload: { name: 'Ada' } });
      const first = await stack.production.notification(id);
      expect(['running', 'waiting']).toContain(first.status);
      const waiting = await eventually('the sequence to wait', async () => {
        const view = await stack.production.notification(id);
        return view.status === 'waiting' && view;
      });
      expect(waiting).toMatchObject({ completed_at: null, messages: [{ channel: 'email', status: 'sent' }] });
      const over = await untilEnded(stack.production, id);
      expect(over).toMatchObject({ status: 'completed', messages: [{ status: 'sent' }, { status: 'sent' }] });
      const [one, two] = over.messages;
      expect(one).toEqual(waiting.messages[0]);
      expect(two?.id).not.toBe(one?.id);
      expect(Date.parse(two?.sent_at ?? '') - Date.parse(one?.sent_at ?? '')).toBeGreaterThanOrEqual(5000);
      expect(Date.parse(over.completed_at ?? '')).toBeGreaterThanOrEqual(Date.parse(two?.sent_at ?? ''));
      expect(stack.smtp.mailsTo(to).map(({ subject }) => subject)).toEqual([
        'Welcome aboard, Ada',
        'Ada, here are your first steps',
      ]);
    },
  );
});
