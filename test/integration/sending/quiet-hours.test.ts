import { eventually } from '../../support/eventually';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import type { SinkAnswer } from '../../support/smtp-sink';
import { type Stack, startStack } from '../../support/stack';

const MINUTE = 60_000;

let stack: Stack;
const answers = new Map<string, () => SinkAnswer>();
beforeAll(async () => {
  stack = await startStack();
  stack.smtp.answer = (to) => answers.get(to)?.() ?? null;
});
afterAll(() => stack.stop());

const mailsTo = (to: string): number => stack.smtp.mailsTo(to).length;
const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

/** Quiet hours around now that end at `end`, on the clock of UTC. */
const around = (end: number, more = ''): string =>
  `quiet_hours: { from: '${clock(Date.now() - 10 * MINUTE)}', to: '${clock(end)}'${more} }`;
const file = (lines: string, subject = 'As it was'): string =>
  `${lines}\ntemplates: { email: { en: { subject: '${subject}', text: Hi } }, sms: { en: { text: Hi } } }\n`;

async function push(name: string, content: string): Promise<void> {
  const path = `/admin/v1/applications/${stack.applicationId}/events/production`;
  const answer = await stack.admin.request('PUT', path, { files: [{ name: `${name}.yaml`, content }] });
  expect(answer.status).toBe(200);
}

test('a contact on whose clock it is not quiet is sent to, and so is one over another channel', async () => {
  await push('quiet', file(around(Date.now() + 10 * MINUTE)));
  const there = newAddress();
  const abroad = await stack.production.send('quiet', { to: { email: there, timezone: 'Asia/Tokyo' } });
  expect(await untilEnded(stack.production, abroad)).toMatchObject({ status: 'completed' });
  expect(mailsTo(there)).toBe(1);

  await push('quiet-sms', file(around(Date.now() + 10 * MINUTE, ', channels: [sms]')));
  const to = newAddress();
  const id = await stack.production.send('quiet-sms', { to });
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  const sms = await stack.production.post<{ id: string }>('/v1/send/quiet-sms/sms', { to: '+12025550123' });
  await untilStatus(stack.production, sms.body.id, 'waiting');
});

test('METADATA-3: the clock of the contact goes before that of the event', async () => {
  const end = clock(Date.now() + 9 * 60 * MINUTE + 10 * MINUTE);
  const from = clock(Date.now() + 9 * 60 * MINUTE - 10 * MINUTE);
  await push('tokyo', file(`quiet_hours: { from: '${from}', to: '${end}', timezone: Europe/London }`));
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
  await push('quiet', file(around(Date.now() + 10 * MINUTE)));
  const to = newAddress();
  const id = await stack.production.send('quiet', { to });
  await untilStatus(stack.production, id, 'waiting');
  const answer = await stack.production.post('/v1/cancel/quiet', { to });
  expect(answer.body).toEqual({ success: true, cancelled: 1 });
  expect(await stack.production.notification(id)).toMatchObject({
    status: 'stopped',
    messages: [{ status: 'queued', error: null }],
  });
  await eventually('its workflow to close', async () => {
    const { status } = await stack.temporal.workflow.getHandle(id).describe();
    return status.name === 'CANCELLED';
  });
  expect(mailsTo(to)).toBe(0);
});
