import { makeApplication } from '../../support/application';
import { eventually } from '../../support/eventually';
import { untilStopped } from '../../support/executions';
import { newAddress, untilEnded } from '../../support/journey';
import { untilTimer } from '../../support/run-facts';
import { type Stack, startStack } from '../../support/stack';
import { untilTime } from '../../support/until-time';

const BRIEF = `
retry_for: 2s
templates: { email: { en: { subject: Now, text: Now } } }
`;

let stack: Stack;
/** Waits for `sendAt` when the worker goes. */
const early = { to: newAddress(), id: '', sendAt: '' };
beforeAll(async () => {
  // The sweep looks several times meanwhile, and is to send nothing once more.
  stack = await startStack({ sweeps: true, events: { 'brief.yaml': BRIEF } });
  early.sendAt = new Date(Date.now() + 12_000).toISOString();
  early.id = await stack.production.send('welcome', { to: early.to, send_at: early.sendAt });
  await untilTimer(stack, early.id);
});
afterAll(() => stack.stop());

const mailsTo = (to: string): number => stack.smtp.mailsTo(to).length;

test('a worker that is told to stop finishes its sends first, also with the queue of a paced integration', async () => {
  const { path } = await makeApplication(stack);
  await stack.admin.post(`${path}/integrations`, {
    ...{ channel: 'email', provider: 'smtp', per_second: 50, check: false },
    settings: { url: stack.smtp.url },
  });
  await eventually('the queue of the integration', () =>
    stack.worker?.output().includes('the rate of an integration is set'),
  );
  const addresses = [newAddress(), newAddress(), newAddress()];
  const begun = new Set<string>();
  let release = (): void => undefined;
  const released = new Promise<null>((resolve) => (release = () => resolve(null)));
  stack.smtp.answer = (to) => {
    if (!addresses.includes(to)) return null;
    begun.add(to);
    return released;
  };
  const ids = await Promise.all(addresses.map((to) => stack.production.send('welcome', { to })));
  await eventually('all of them to be with the provider', () => begun.size === 3);
  const stopped = stack.worker?.stop();
  release();
  await stopped;
  const views = await Promise.all(ids.map((id) => stack.production.notification(id)));
  expect(views.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  expect(addresses.map(mailsTo)).toEqual([1, 1, 1]);
  stack.smtp.answer = () => null;
});

describe('what was accepted without a worker, once there is one,', () => {
  const [cancelled, late] = [
    { to: newAddress(), id: '' },
    { to: newAddress(), id: '' },
  ];

  beforeAll(async () => {
    const { production } = stack;
    await stack.worker?.kill();
    cancelled.id = await production.send('welcome', { to: cancelled.to });
    late.id = await production.send('brief', { to: late.to });
    expect(await production.notification(late.id)).toMatchObject({
      ...{ status: 'running', completed_at: null },
      messages: [{ channel: 'email', status: 'queued', sent_at: null, error: null }],
    });
    const cancel = await production.post('/v1/cancel/welcome', { to: cancelled.to });
    expect(cancel.body).toEqual({ success: true, cancelled: 1 });
    const { startedAt, retryForMs } = (await stack.store.notifications.get(late.id))!;
    // The one that waits falls due while there is no worker, too.
    await untilTime(Math.max(startedAt.getTime() + retryForMs, Date.parse(early.sendAt)) + 100);
    await stack.startWorker();
  });

  test('MESSAGE-8, CANCEL-4: is never sent where a cancel came before its workflow began', async () => {
    expect(await stack.production.notification(cancelled.id)).toMatchObject({
      status: 'stopped',
      completed_at: expect.any(String),
      messages: [{ status: 'queued', error: null }],
    });
    await untilStopped(stack, cancelled.id);
    expect(mailsTo(cancelled.to)).toBe(0);
  });

  test('STATUS-1, MESSAGE-4: is EXPIRED where retry_for is over, and nothing is sent', async () => {
    expect(await untilEnded(stack.production, late.id)).toMatchObject({
      status: 'failed',
      messages: [{ status: 'failed', sent_at: null, error: expect.stringMatching(/^EXPIRED: /) }],
    });
    expect(mailsTo(late.to)).toBe(0);
  });

  test('SCHEDULE-7: is sent once and not too early where it waited for send_at', async () => {
    expect(await untilEnded(stack.production, early.id)).toMatchObject({ status: 'completed' });
    const mail = stack.smtp.mails.find(({ to }) => to.includes(early.to));
    expect(mail?.at.getTime()).toBeGreaterThanOrEqual(Date.parse(early.sendAt));
    expect(mailsTo(early.to)).toBe(1);
  });
});
