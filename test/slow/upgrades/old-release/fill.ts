import { randomUUID } from 'node:crypto';
import { makeApplication } from '../../../support/application';
import { eventually } from '../../../support/eventually';
import type { Answer, HttpApi } from '../../../support/http-api';
import { newAddress, untilEnded, untilStatus } from '../../../support/journey';
import { FAILING } from '../../../support/operator';
import type { SinkAnswer } from '../../../support/smtp-sink';
import { startWebhookReceiver } from '../../../support/webhook-receiver';
import { oldEvents } from './events';
import type { Fleet } from './fleet';

const NOT_NOW: SinkAnswer = { code: 451, text: '4.3.0 not now' };

/** A notification that is open while the releases change. */
interface Open {
  id: string;
  to: string;
  /** Subjects of its mails when it has ended. */
  mails: string[];
}

/** A request with an idempotency key, and its first answer. */
interface Keyed {
  path: string;
  body: object;
  key: string;
  answer: Answer;
}

export type Filled = Awaited<ReturnType<typeof fill>>;

/** Makes one of everything that the interface of the oldest release can make. Its release runs. */
export async function fill(fleet: Fleet, due: number) {
  const shop = await makeApplication(fleet, oldEvents(due));
  const fresh = await makeApplication(fleet, oldEvents(due));
  const { admin, smtp } = fleet;
  const { production, sandbox } = shop;
  const answers = new Map<string, SinkAnswer>();
  smtp.answer = (to) => answers.get(to) ?? null;
  const [told, refusing] = await Promise.all([startWebhookReceiver(), startWebhookReceiver()]);
  refusing.status = 400;
  const endpointOf = async (api: HttpApi, url: string): Promise<string> => {
    const { status, body } = await api.post<{ webhook: { uuid: string } }>('/v1/webhooks', { url });
    expect(status).toBe(201);
    return body.webhook.uuid;
  };
  const [, refusedAt] = await Promise.all([
    endpointOf(production, told.url),
    endpointOf(sandbox, refusing.url),
  ]);
  const act = async (id: string, what: 'cancel' | 'retry' | 'reopen'): Promise<string> => {
    const answer = await admin.post<{ notification: { id: string } }>(
      `/admin/v1/notifications/${id}/${what}`,
      {},
    );
    expect({ what, status: answer.status }).toEqual({ what, status: 200 });
    return answer.body.notification.id;
  };
  const ended: { api: HttpApi; id: string; to: string; status: string }[] = [];
  const end = async (api: HttpApi, event: string, body: { to: string }, status: string): Promise<string> => {
    const id = await api.send(event, body);
    expect(await untilEnded(api, id)).toMatchObject({ status });
    ended.push({ api, id, to: body.to, status });
    return id;
  };
  const begin = async (event: string, mails: string[], status = 'waiting'): Promise<Open> => {
    const to = newAddress();
    const id = await production.send(event, { to });
    await untilStatus(production, id, status);
    return { id, to, mails };
  };

  const [ada, tokens] = [newAddress(), ['token-of-a-phone', 'token-of-a-tablet']];
  const contact = { external_id: 'user/42', email: ada, phone: '+12025550142', name: 'Ada Lovelace' };
  for (const api of [production, sandbox]) {
    const more = { language: 'en', timezone: 'Europe/Stockholm', slack: 'U0123456789', tier: 'gold' };
    expect((await api.post('/v1/contacts', { ...contact, ...more })).status).toBe(200);
    for (const token of tokens)
      expect((await api.post('/v1/contacts/user%2F42/push-tokens', { token })).status).toBe(200);
  }
  const payload = { day: '2026-11-21' };
  for (const channel of ['email', 'sms', 'push'])
    await end(sandbox, `everywhere/${channel}`, Object.assign({ to: 'user/42' }, { payload }), 'completed');
  await end(production, 'everywhere', Object.assign({ to: 'user/42' }, { payload }), 'completed');

  const plan = (to: string) => Object.assign({ to }, { payload: { plan: 'trial' } });
  const [bounced, erased, healed, stopped] = [newAddress(), newAddress(), newAddress(), newAddress()];
  for (const to of [bounced, healed]) answers.set(to, FAILING);
  await end(production, 'branches', plan(newAddress()), 'completed');
  await end(production, 'branches', plan('user/42'), 'completed');
  await end(production, 'plain', { to: bounced }, 'failed');
  await end(production, 'plain', { to: bounced }, 'failed');
  const again = await end(production, 'plain', { to: healed }, 'failed');
  answers.delete(healed);
  const retried = await act(again, 'retry');
  expect(await untilEnded(production, retried)).toMatchObject({ status: 'completed' });
  ended.push({ api: production, id: retried, to: healed, status: 'completed' });

  const cancelled = await production.send('nap', { to: stopped });
  await untilStatus(production, cancelled, 'waiting');
  await act(cancelled, 'cancel');
  ended.push({ api: production, id: cancelled, to: stopped, status: 'stopped' });

  const suppress = async (address: string, { path } = shop, channel = 'email'): Promise<void> => {
    const manual = { environment: 'production', channel, address, detail: 'by phone' };
    expect((await admin.post(`${path}/suppressions`, manual)).status).toBe(201);
  };
  const [suppressed, forgotten] = [newAddress(), newAddress()];
  await suppress('+12025550199', shop, 'sms');
  await suppress(suppressed);
  await suppress(forgotten);
  await end(production, 'plain', { to: suppressed }, 'failed');
  for (const to of [erased, forgotten]) {
    await untilEnded(production, await production.send('plain', { to }));
    const contact = `/v1/contacts/${encodeURIComponent(to)}`;
    expect((await production.request('DELETE', contact)).status).toBe(200);
  }

  const keyed = async (body: object): Promise<Keyed> => {
    const [path, key] = ['/v1/send/plain', randomUUID()];
    return { path, body, key, answer: await production.post(path, body, { 'idempotency-key': key }) };
  };
  const keys = [
    await keyed({ to: newAddress(), payload: { b: [1, 2.5], a: 'ä' } }),
    await keyed({ to: [newAddress(), { email: newAddress(), name: 'Grace' }, 'nobody@'] }),
  ];
  const stubborn = newAddress();
  answers.set(stubborn, NOT_NOW);
  const open: Open[] = [
    await begin('nap', ['nap', 'thanks']),
    await begin('timed', ['timed', 'thanks']),
    { to: stubborn, id: await production.send('plain', { to: stubborn }), mails: ['plain'] },
  ];
  const reopened = await begin('nap', ['nap', 'thanks']);
  await act(reopened.id, 'cancel');
  await eventually('a reopened one', async () => {
    const { status } = await admin.post(`/admin/v1/notifications/${reopened.id}/reopen`, {});
    return status === 200;
  });
  open.push(reopened);
  const doubted = await sandbox.send('doubted', { to: { email: newAddress(), phone: '+12025550143' } });
  await untilStatus(sandbox, doubted, 'waiting');
  await eventually('an attempt at the stubborn one', async () => {
    const { body } = await admin.get<{ notification: { messages: { attempts: object[] }[] } }>(
      `/admin/v1/notifications/${open[2]!.id}`,
    );
    return body.notification.messages[0]?.attempts.length;
  });
  await eventually('failed events of webhooks', () => refusing.received.length >= 3);
  return {
    ...{ shop, ended, open, keys, doubted, suppress, filledAt: new Date() },
    /** An application without suppressed addresses. */
    fresh,
    /** Addresses that nothing may be sent to. The contact of the second is erased. */
    suppressed: [suppressed, forgotten],
    /** An address that its mail server refuses, which suppresses nothing. */
    bounced,
    /** An address whose contact is erased. */
    erased,
    /** The endpoint in sandbox, which has refused every event. */
    refusing: Object.assign(refusing, { uuid: refusedAt }),
    /** The mail server accepts the mail that it put off. */
    heal: (): void => void answers.delete(stubborn),
    subjectsTo: (to: string): string[] => smtp.mailsTo(to).map(({ subject }) => String(subject)),
    close: () => Promise.all([told.stop(), refusing.stop()]),
  };
}
