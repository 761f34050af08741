import { eventually } from '../../support/eventually';
import { untilStopped } from '../../support/executions';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import type { SinkAnswer } from '../../support/smtp-sink';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
const answers = new Map<string, (to: string) => SinkAnswer | Promise<SinkAnswer>>();

beforeAll(async () => {
  stack = await startStack({ events: { 'patient.yaml': PATIENT } });
  stack.smtp.answer = (to) => answers.get(to)?.(to) ?? null;
});
afterAll(() => stack.stop());

const cancel = async (event: string, to: string): Promise<unknown> => {
  const answer = await stack.production.untilTaken('POST', `/v1/cancel/${event}`, { to });
  expect(answer.status).toBe(200);
  return answer.body;
};
const mailsTo = (to: string): number => stack.smtp.mailsTo(to).length;
/** A sequence that is in its WAIT for as long as a test needs. */
const PATIENT = `
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: email }, { wait: 1h }, { send: email }]
`;

describe('with a worker', () => {
  /** Holds the provider's answer to one address until `release`. */
  function hold(to: string, answer: SinkAnswer = null): { begun: Promise<void>; release: () => void } {
    let begin = (): void => undefined;
    let release = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    answers.set(to, async () => {
      begin();
      await released;
      return answer;
    });
    return { begun, release };
  }

  /** A cancel has met the send and waits for its outcome. */
  const untilMarked = (id: string): Promise<unknown> =>
    eventually('a mark', async () => (await stack.store.notifications.get(id))?.inFlight?.marked);

  /** Begun at once, so that the other tests use the time. */
  const cancelUnanswered = async () => {
    const to = newAddress();
    const provider = hold(to);
    const id = await stack.production.send('welcome', { to });
    await provider.begun;
    const begun = Date.now();
    const answer = await cancel('welcome', to);
    const tookMs = Date.now() - begun;
    provider.release();
    return { id, answer, tookMs };
  };
  let unanswered: ReturnType<typeof cancelUnanswered>;
  beforeAll(() => {
    unanswered = cancelUnanswered();
    unanswered.catch(() => undefined);
  });

  test('CANCEL-6: a cancel during the last send waits for its outcome and does not count it when it was sent', async () => {
    const to = newAddress();
    const provider = hold(to);
    const id = await stack.production.send('welcome', { to });
    await provider.begun;
    const cancelling = cancel('welcome', to);
    await untilMarked(id);
    provider.release();
    expect(await cancelling).toEqual({ success: true, cancelled: 0 });
    const view = await stack.production.notification(id);
    expect(view).toMatchObject({ status: 'completed', messages: [{ status: 'sent' }] });
    expect(mailsTo(to)).toBe(1);
  });

  test('CANCEL-6: a cancel during a send that is not the last stops the rest', async () => {
    const to = newAddress();
    const provider = hold(to);
    const id = await stack.production.send('onboarding', { to });
    await provider.begun;
    const cancelling = cancel('onboarding', to);
    await untilMarked(id);
    provider.release();
    expect(await cancelling).toEqual({ success: true, cancelled: 1 });
    expect(await stack.production.notification(id)).toMatchObject({
      status: 'stopped',
      messages: [{ status: 'sent' }],
    });
    await untilStopped(stack, id);
    expect(mailsTo(to)).toBe(1);
  });

  test('several cancels during a send all wait for its outcome, and one of them counts it', async () => {
    const to = newAddress();
    const provider = hold(to);
    const id = await stack.production.send('onboarding', { to });
    await provider.begun;
    const cancelling = Promise.all([1, 2, 3].map(() => cancel('onboarding', to)));
    await untilMarked(id);
    provider.release();
    const counts = (await cancelling).map((answer) => (answer as { cancelled: number }).cancelled);
    expect(counts.sort()).toEqual([0, 0, 1]);
    expect(await stack.production.notification(id)).toMatchObject({ status: 'stopped' });
  });

  test('CANCEL-6: a cancel during a send that then fails for now drops its retries', async () => {
    const to = newAddress();
    const provider = hold(to, { code: 451, text: '4.3.0 try again later' });
    const id = await stack.production.send('welcome', { to });
    await provider.begun;
    const cancelling = cancel('welcome', to);
    await untilMarked(id);
    provider.release();
    expect(await cancelling).toEqual({ success: true, cancelled: 1 });
    answers.delete(to);
    await untilStopped(stack, id);
    expect(mailsTo(to)).toBe(0);
    expect(await stack.production.notification(id)).toMatchObject({
      status: 'stopped',
      messages: [{ status: 'queued', error: null }],
    });
  });

  test('MESSAGE-8, CANCEL-8: a cancel during the backoff of a retry drops the send at once', async () => {
    const attemptsOf = async (id: string) =>
      (await stack.store.notifications.get(id))?.messages[0]?.attempts.length ?? 0;
    // On a busy machine the next attempt may begin before the cancel, which then waits for it.
    const { id, to } = await eventually('a cancel between two attempts', async () => {
      const to = newAddress();
      answers.set(to, () => ({ code: 451, text: '4.3.0 try again later' }));
      const id = await stack.production.send('welcome', { to });
      await eventually('two failed attempts', async () => {
        const found = await stack.store.notifications.get(id);
        return (found?.messages[0]?.attempts.length ?? 0) >= 2 && found?.inFlight === null;
      });
      const [made, begun] = [await attemptsOf(id), Date.now()];
      expect(await cancel('welcome', to)).toEqual({ success: true, cancelled: 1 });
      answers.delete(to);
      expect(await stack.production.notification(id)).toMatchObject({
        status: 'stopped',
        messages: [{ status: 'queued', error: null }],
      });
      // A cancel waits for a send in flight for 10 s.
      return Date.now() - begun < 8_000 && (await attemptsOf(id)) === made && { id, to };
    });
    await untilStopped(stack, id);
    expect(mailsTo(to)).toBe(0);
  });

  test('CANCEL-5: a cancel during a WAIT stops the sequence', async () => {
    const to = newAddress();
    const id = await stack.production.send('patient', { to });
    await untilStatus(stack.production, id, 'waiting');
    expect(await cancel('patient', to)).toEqual({ success: true, cancelled: 1 });
    expect(await stack.production.notification(id)).toMatchObject({
      status: 'stopped',
      messages: [{ status: 'sent' }],
    });
    await untilStopped(stack, id);
    expect(mailsTo(to)).toBe(1);
  });

  test('STATUS-6, CANCEL-9: a cancel of a closed notification, of another event or of a stranger counts nothing', async () => {
    const to = newAddress();
    const id = await stack.production.send('welcome', { to });
    await untilEnded(stack.production, id);
    expect(await cancel('welcome', to)).toEqual({ success: true, cancelled: 0 });
    expect(await cancel('onboarding', to)).toEqual({ success: true, cancelled: 0 });
    expect(await cancel('welcome', newAddress())).toEqual({ success: true, cancelled: 0 });
    expect(await stack.production.notification(id)).toMatchObject({ status: 'completed' });
    expect((await stack.production.post('/v1/cancel/no-such-event', { to })).status).toBe(404);
  });

  test('CANCEL-2, CANCEL-5: a cancel takes all pending notifications of the contact for the event', async () => {
    const to = newAddress();
    const ids = await Promise.all([1, 2, 3].map(() => stack.production.send('patient', { to })));
    for (const id of ids) await untilStatus(stack.production, id, 'waiting');
    expect(await cancel('patient', to)).toEqual({ success: true, cancelled: 3 });
  });

  test('CANCEL-7: a cancel whose send has no outcome within 10 s counts nothing', async () => {
    const { id, answer, tookMs } = await unanswered;
    expect(answer).toEqual({ success: true, cancelled: 0 });
    expect(tookMs).toBeGreaterThan(9000);
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  });

  test('STATUS-4: a cancel from the Temporal UI stops the notification too', async () => {
    const to = newAddress();
    const id = await stack.production.send('patient', { to });
    await untilStatus(stack.production, id, 'waiting');
    await stack.temporal.workflow.getHandle(id).cancel();
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'stopped' });
  });
});
