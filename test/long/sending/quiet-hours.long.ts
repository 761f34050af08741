import { currentDetails } from '../../support/current-details';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import type { SinkAnswer } from '../../support/smtp-sink';
import { MINUTE, around, pushEvent } from '../../support/quiet-hours';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
const answers = new Map<string, () => SinkAnswer>();
beforeAll(async () => {
  stack = await startStack();
  stack.smtp.answer = (to) => answers.get(to)?.() ?? null;
});
afterAll(() => stack.stop());

const mailsTo = (to: string): number => stack.smtp.mailsTo(to).length;

test('PREFERENCE-3, STATUS-2: a SEND in quiet hours waits until they end, with what it had rendered, and retry_for counts from then', async () => {
  // A full minute, at least 30 s away.
  const end = Math.ceil((Date.now() + 30_000) / MINUTE) * MINUTE;
  await pushEvent(stack, 'quiet', `retry_for: 10s\n${around(end)}`);
  await pushEvent(stack, 'retried', 'retry_for: 5m', 'As it was');

  const rendered = newAddress();
  answers.set(rendered, () => ({ code: 451, text: '4.3.0 later' }));
  const retriedId = await stack.production.send('retried', { to: rendered });
  await eventually('a first attempt', async () => {
    const found = await stack.store.notifications.get(retriedId);
    return (found?.messages[0]?.attempts.length ?? 0) > 0;
  });
  await pushEvent(stack, 'retried', `retry_for: 5m\n${around(end)}`, 'As it is now');
  answers.delete(rendered);

  const [to, leaving] = [newAddress(), newAddress()];
  const id = await stack.production.send('quiet', { to });
  const leftId = await stack.production.send('quiet', { to: leaving });
  for (const one of [id, retriedId, leftId]) {
    const waiting = await untilStatus(stack.production, one, 'waiting');
    expect(waiting.messages).toEqual([expect.objectContaining({ status: 'queued', sent_at: null })]);
    expect((await stack.store.notifications.get(one))?.inFlight).toBeNull();
    await eventually('it to say so', async () =>
      /^waits until .* \(quiet hours\)$/.test(await currentDetails(stack.temporal, one)),
    );
  }
  const preferences = `/v1/contacts/${encodeURIComponent(leaving)}/preferences`;
  const left = await stack.production.request('PATCH', preferences, { channels: { email: false } });
  expect(left.status).toBe(200);
  await stack.worker?.stop();
  await stack.startWorker();
  for (const one of [id, retriedId]) {
    const ended = await untilEnded(stack.production, one, 120_000);
    expect(ended).toMatchObject({ status: 'completed', messages: [{ status: 'sent' }] });
    expect(Date.parse(ended.messages[0]?.sent_at ?? '')).toBeGreaterThanOrEqual(end);
  }
  expect(await untilEnded(stack.production, leftId)).toMatchObject({
    messages: [{ status: 'failed', error: expect.stringMatching(/^PREFERENCE: /) as string }],
  });
  expect([mailsTo(to), mailsTo(leaving)]).toEqual([1, 0]);
  expect(stack.smtp.mailsTo(rendered).map(({ subject }) => subject)).toEqual(['As it was']);
}, 300_000);
