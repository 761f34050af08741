import { untilStopped } from '../../support/executions';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { MINUTE, around, clock, pushEvent } from '../../support/quiet-hours';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const mailsTo = (to: string): number => stack.smtp.mailsTo(to).length;

test('a contact on whose clock it is not quiet is sent to, and so is one over another channel', async () => {
  await pushEvent(stack, 'quiet', around(Date.now() + 10 * MINUTE));
  const there = newAddress();
  const abroad = await stack.production.send('quiet', { to: { email: there, timezone: 'Asia/Tokyo' } });
  expect(await untilEnded(stack.production, abroad)).toMatchObject({ status: 'completed' });
  expect(mailsTo(there)).toBe(1);

  await pushEvent(stack, 'quiet-sms', around(Date.now() + 10 * MINUTE, ', channels: [sms]'));
  const to = newAddress();
  const id = await stack.production.send('quiet-sms', { to });
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  const sms = await stack.production.post<{ id: string }>('/v1/send/quiet-sms/sms', { to: '+12025550123' });
  await untilStatus(stack.production, sms.body.id, 'waiting');
});

test('METADATA-3: the clock of the contact goes before that of the event', async () => {
  const end = clock(Date.now() + 9 * 60 * MINUTE + 10 * MINUTE);
  const from = clock(Date.now() + 9 * 60 * MINUTE - 10 * MINUTE);
  await pushEvent(stack, 'tokyo', `quiet_hours: { from: '${from}', to: '${end}', timezone: Europe/London }`);
  const send = (timezone?: string) =>
    stack.production.send('tokyo', { to: { email: newAddress(), ...(timezone && { timezone }) } });
  const [plain, abroad] = await Promise.all([send(), send('Asia/Tokyo')]);
  await untilStatus(stack.production, abroad, 'waiting');
  const email = newAddress();
  await stack.production.post('/v1/contacts', { email, timezone: 'Asia/Tokyo' });
  const known = await stack.production.send('tokyo', { to: email });
  await untilStatus(stack.production, known, 'waiting');
  expect(await untilEnded(stack.production, plain)).toMatchObject({ status: 'completed' });
});

test('a cancel in quiet hours stops the notification at once', async () => {
  await pushEvent(stack, 'quiet', around(Date.now() + 10 * MINUTE));
  const to = newAddress();
  const id = await stack.production.send('quiet', { to });
  await untilStatus(stack.production, id, 'waiting');
  const answer = await stack.production.post('/v1/cancel/quiet', { to });
  expect(answer.body).toEqual({ success: true, cancelled: 1 });
  expect(await stack.production.notification(id)).toMatchObject({
    status: 'stopped',
    messages: [{ status: 'queued', error: null }],
  });
  await untilStopped(stack, id);
  expect(mailsTo(to)).toBe(0);
});
