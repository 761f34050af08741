import mongoose from 'mongoose';
import { newMessage } from '../../../store/notifications/new-message';
import type { Notification } from '../../../store/notifications/model';
import { eventually } from '../../support/eventually';
import type { NotificationView } from '../../support/http-api';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const TEMPLATES = 'templates: { email: { en: { subject: Hello, text: Hello } } }\n';

interface Cut {
  id: string;
  to: string;
}
interface Page {
  retried: { retry_of: string }[];
  refused: { id: string; code: string }[];
}

let stack: Stack;
/** Sends that are with the provider, by address; called, one is taken. */
const held = new Map<string, () => void>();
let holds = true;

beforeAll(async () => {
  const events = { 'once.yaml': `delivery: at_most_once\n${TEMPLATES}`, 'repeated.yaml': TEMPLATES };
  stack = await startStack({ sweeps: true, events });
  stack.smtp.answer = async (to) => {
    if (holds) await new Promise<void>((resolve) => held.set(to, resolve));
    return null;
  };
});
afterAll(() => stack.stop());

const mailsTo = (to: string): number => stack.smtp.mailsTo(to).length;
const firstOf = async (id: string) => (await stack.store.notifications.get(id))?.messages[0];
const act = (id: string, what: 'retry' | 'reopen') =>
  stack.admin.post<{ notification: { id: string } }>(`/admin/v1/notifications/${id}/${what}`, {});
const retryMany = async (body: object): Promise<Page> => {
  const path = `/admin/v1/applications/${stack.applicationId}/notifications/retry`;
  const answer = await stack.admin.post<Page>(path, { environment: 'production', ...body });
  expect(answer.status).toBe(200);
  return answer.body;
};

async function reopened(id: string): Promise<NotificationView> {
  await eventually('it to be opened again', async () => (await act(id, 'reopen')).status === 200);
  return untilEnded(stack.production, id);
}

/** Sends that are with the provider when `meanwhile` begins. */
async function sending(...events: string[]): Promise<Cut[]> {
  holds = true;
  const cuts = events.map((event) => ({ event, to: newAddress() }));
  const sent = await Promise.all(
    cuts.map(async ({ event, to }) => ({ id: await stack.production.send(event, { to }), to })),
  );
  await eventually('the sends to be with the provider', () => sent.every(({ to }) => held.has(to)));
  return sent;
}

/** The provider takes what it has, and what comes. */
async function take(...cuts: Cut[]): Promise<void> {
  holds = false;
  for (const { to } of cuts) held.get(to)?.();
  await eventually('the mails', () => cuts.every(({ to }) => mailsTo(to) === 1));
}

const terminate = (id: string) => stack.temporal.workflow.getHandle(id).terminate('a test');
const UNKNOWN = { outcome: 'unknown', code: 'OUTCOME_UNKNOWN' };

describe('a send whose worker died before it could record what the provider answered', () => {
  let [terminated, cancelled, repeated, remade]: Cut[] = [];
  const cuts = () => [terminated!, cancelled!, repeated!, remade!] as const;

  beforeAll(async () => {
    const all = await sending('once', 'once', 'repeated', 'once');
    [terminated, cancelled, repeated, remade] = all;
    await stack.worker?.kill();
    await take(...all);
    for (const { id } of [terminated!, repeated!, remade!]) await terminate(id);
    const cancelling = stack.production.post('/v1/cancel/once', { to: cancelled!.to });
    await stack.startWorker();
    await cancelling;
    await Promise.all(all.map(({ id }) => untilEnded(stack.production, id)));
  });

  test('MESSAGE-8: is kept as an attempt of unknown outcome, and its message stays queued', async () => {
    for (const one of cuts()) {
      expect(await stack.production.notification(one.id)).toMatchObject({
        status: one === cancelled ? 'stopped' : 'failed',
        messages: [{ status: 'queued', error: null }],
      });
      const shown = await stack.admin.get<{ notification: object }>(`/admin/v1/notifications/${one.id}`);
      expect(shown.body.notification).toMatchObject({
        in_flight_since: null,
        messages: [{ attempts: [UNKNOWN] }],
      });
      expect((await firstOf(one.id))?.attempts).toHaveLength(1);
    }
  });

  test('is not made again by filters unless it is asked for by its code, and is by its id', async () => {
    const failed = [terminated!.id, repeated!.id, remade!.id].sort();
    const page = await retryMany({});
    expect(page.retried).toEqual([]);
    expect(page.refused.map(({ id }) => id).sort()).toEqual(failed);
    expect(new Set(page.refused.map(({ code }) => code))).toEqual(new Set(['OUTCOME_UNKNOWN']));
    const byCode = await retryMany({ error_code: 'OUTCOME_UNKNOWN', dry_run: true });
    expect(byCode.retried.map(({ retry_of }) => retry_of).sort()).toEqual(failed);
    const made = await act(remade!.id, 'retry');
    expect(made.status).toBe(200);
    await untilEnded(stack.production, made.body.notification.id);
    expect(mailsTo(remade!.to)).toBe(2);
  });

  test('MESSAGE-7: is not repeated by a reopening where it must not go twice, but by a second one', async () => {
    for (const { id, to } of [terminated!, cancelled!]) {
      expect(await reopened(id)).toMatchObject({
        status: 'failed',
        messages: [{ status: 'failed', error: expect.stringMatching(/^OUTCOME_UNKNOWN: /) }],
      });
      expect(mailsTo(to)).toBe(1);
      expect(await reopened(id)).toMatchObject({ status: 'completed', messages: [{ status: 'sent' }] });
      expect(mailsTo(to)).toBe(2);
    }
  });

  test('is repeated by a reopening where it may go twice', async () => {
    const { id, to } = repeated!;
    expect(await reopened(id)).toMatchObject({ status: 'completed', messages: [{ status: 'sent' }] });
    expect(mailsTo(to)).toBe(2);
    expect((await firstOf(id))?.attempts).toMatchObject([UNKNOWN, { outcome: 'sent' }]);
    expect((await stack.store.notifications.get(id))?.failures ?? []).toEqual([]);
  });
});

test('what a live worker records of a send whose notification was closed meanwhile replaces the unknown outcome', async () => {
  // From the third second on a heartbeat tells the worker of the end, and it may break the send off: that is none of this.
  const cut = await eventually(
    'a send that is recorded after its end',
    async () => {
      const [cut] = await sending('once');
      const begun = Date.now();
      await terminate(cut!.id);
      await untilStatus(stack.production, cut!.id, 'failed');
      expect((await firstOf(cut!.id))?.attempts).toMatchObject([UNKNOWN]);
      await take(cut!);
      const isQuick = Date.now() - begun < 2_000;
      const isSent = async () => (await firstOf(cut!.id))?.status === 'sent';
      return eventually('its record', isSent, isQuick ? undefined : 4_000).then(
        () => cut!,
        (error: unknown) => {
          if (isQuick) throw error;
          return null;
        },
      );
    },
    90_000,
  );
  expect((await firstOf(cut.id))?.attempts).toMatchObject([{ outcome: 'sent', code: null }]);
  expect((await retryMany({})).refused).toContainEqual(
    expect.objectContaining({ id: cut.id, code: 'ALREADY_SENT' }),
  );
});

test('a send of another run is believed dead only once its deadline has passed by the clock of any host', async () => {
  const [to, sendAt] = [newAddress(), new Date(Date.now() + 8_000)];
  const id = await stack.production.send('once', { to, send_at: sendAt.toISOString() });
  const { steps } = (await stack.store.notifications.get(id))!;
  const step = steps.find(({ type }) => type === 'send')!.name;
  // 58 s ago by the clock of the host that claims next, which may be 5 s ahead: then it still has 4 s of its 57.
  const at = new Date(sendAt.getTime() - 58_000);
  const message = newMessage({
    notificationId: id,
    step,
    channel: 'email',
    address: to,
    at,
    retriedUntil: at,
  });
  const connection = await mongoose.createConnection(stack.apiEnv.MONGODB_URI!).asPromise();
  await connection.collection<Notification>('notifications').updateOne(
    { _id: id },
    {
      $set: { messages: [message], inFlight: { token: 'other', step, runId: 'other', at, marked: false } },
    },
  );
  await connection.close();
  expect(await untilEnded(stack.production, id)).toMatchObject({
    status: 'failed',
    messages: [{ error: expect.stringMatching(/^OUTCOME_UNKNOWN: /) }],
  });
  const { completedAt } = (await stack.store.notifications.get(id))!;
  expect(completedAt!.getTime() - at.getTime()).toBeGreaterThanOrEqual(62_000);
  expect(mailsTo(to)).toBe(0);
});
