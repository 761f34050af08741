import { currentDetails } from '../../support/current-details';
import { eventually } from '../../support/eventually';
import { untilClosed, untilStopped } from '../../support/executions';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import type { SinkAnswer } from '../../support/smtp-sink';
import { hasTimer } from '../../support/run-facts';
import { type Stack, startStack } from '../../support/stack';
import { type RetryPage, FAILING, JOURNEY, operatorOf, sayingHello } from '../../support/operator';
import { untilTime } from '../../support/until-time';

const LATER: SinkAnswer = { code: 451, text: '4.3.0 try again later' };

let stack: Stack;

beforeAll(async () => {
  const events = Object.fromEntries(
    ['listed', 'mass', 'array', 'leaving'].map((name) => [`${name}.yaml`, sayingHello(name)]),
  );
  const brief = `retry_for: 5s\n${sayingHello('brief')}`;
  stack = await startStack({ events: { ...events, 'journey.yaml': JOURNEY, 'brief.yaml': brief } });
  stack.smtp.answer = (to) => (once.has(to) && mailsTo(to) > 0 ? FAILING : (answers.get(to) ?? null));
});
afterAll(() => stack.stop());

interface Listed {
  notifications: {
    id: string;
    status: string;
    retry_of: string | null;
    retried_as: string | null;
    messages: {
      error_code: string | null;
      cause_code: string | null;
      provider: string | null;
      integration: string | null;
    }[];
  }[];
  next: string | null;
}
const ofApplication = (): string => `/admin/v1/applications/${stack.applicationId}/notifications`;
const list = async (filters: Record<string, string>): Promise<Listed> => {
  const query = new URLSearchParams({ environment: 'production', ...filters }).toString();
  const answer = await stack.admin.get<Listed>(`${ofApplication()}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const idsOf = async (filters: Record<string, string>): Promise<string[]> =>
  (await list(filters)).notifications.map(({ id }) => id);
/** Those who take their first mail only. */
const once = new Set<string>();
const { answers, act, retryMany, shown, mailsTo, failed, heal } = operatorOf(() => stack);

describe('the list', () => {
  test('is by event, status, provider, code and time, newest first, in pages', async () => {
    const from = new Date().toISOString();
    const sent = await stack.production.send('listed', { to: newAddress() });
    await untilEnded(stack.production, sent);
    const first = await failed('listed');
    const second = await failed('listed');
    expect(await idsOf({ event: 'listed' })).toEqual([second.id, first.id, sent]);
    expect(await idsOf({ event: 'listed', status: 'completed' })).toEqual([sent]);
    expect(await idsOf({ event: 'listed', provider: 'smtp' })).toEqual([second.id, first.id]);
    expect(await idsOf({ event: 'listed', provider: 'service_smtp' })).toEqual([second.id, first.id]);
    const { notifications } = await list({ event: 'listed', status: 'failed', limit: '1' });
    const code = notifications[0]?.messages[0]?.error_code ?? '';
    expect(await idsOf({ event: 'listed', error_code: code, provider: 'smtp' })).toHaveLength(2);
    expect(await idsOf({ error_code: code, from })).toEqual([second.id, first.id]);
    expect(await idsOf({ event: 'listed', error_code: 'EXPIRED' })).toEqual([]);
    expect(await idsOf({ event: 'listed', provider: 'sendgrid' })).toEqual([]);
    expect(await list({ event: 'listed', limit: '1', count: 'true' })).toMatchObject({
      total: { count: 3, or_more: false },
    });
    expect(await idsOf({ event: 'listed', to: from })).toEqual([]);
    expect(await idsOf({ event: 'listed', message_status: 'sent' })).toEqual([sent]);
    expect(await idsOf({ message_status: 'failed', from })).toEqual([second.id, first.id]);
    await stack.connection.mongoose
      .model('Notification')
      .updateOne({ _id: sent }, { $set: { 'messages.0.status': 'delivered' } });
    expect(await idsOf({ event: 'listed', message_status: 'sent' })).toEqual([sent]);
    expect(await idsOf({ event: 'listed', message_status: 'delivered' })).toEqual([sent]);
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: Listed = await list({ event: 'listed', limit: '2', ...(after !== '' && { after }) });
      seen.push(...page.notifications.map(({ id }) => id));
      after = page.next;
    }
    expect(seen).toEqual([second.id, first.id, sent]);
  });

  test('finds what expired by the code of its end and by that of its last attempt', async () => {
    // On a busy machine one may expire without an attempt.
    const id = await eventually('an attempt', async () => {
      const to = newAddress();
      answers.set(to, LATER);
      const one = await stack.production.send('brief', { to });
      await untilEnded(stack.production, one);
      return (await stack.store.notifications.get(one))?.messages[0]?.attempts.length && one;
    });
    const [line] = (await list({ event: 'brief', error_code: 'EXPIRED' })).notifications;
    const { error_code, cause_code } = line?.messages[0] ?? {};
    expect(error_code).toBe('EXPIRED');
    expect(cause_code).toMatch(/^(?!EXPIRED)[A-Z_]+$/);
    expect(line?.id).toBe(id);
    const cause = String(cause_code);
    expect(await idsOf({ event: 'brief', error_code: cause })).toEqual([id]);
    expect(await idsOf({ event: 'brief', error_code: cause, provider: 'smtp' })).toEqual([id]);
    const other = cause === 'REJECTED' ? 'UNAUTHORIZED' : 'REJECTED';
    expect(await idsOf({ event: 'brief', error_code: other })).toEqual([]);
  });

  test('a retry by any other code leaves out what may have been sent, also if it expired after that', async () => {
    const { id } = await failed('brief');
    const lost = async (code: string, cause: string) => {
      await stack.connection.mongoose.model('Notification').updateOne(
        { _id: id },
        {
          $set: { 'messages.0.error.code': code, 'messages.0.attempts.0.code': cause },
          $addToSet: { failures: { $each: [`${code}@`, `${cause}@`] } },
        },
      );
    };
    const retried = async (error_code: string) => {
      const page = await retryMany({ event: 'brief', error_code, dry_run: true });
      const refusal = page.refused.find((one) => one.id === id);
      return page.retried.some(({ retry_of }) => retry_of === id) ? 'retried' : refusal?.code;
    };
    await lost('EXPIRED', 'OUTCOME_UNKNOWN');
    expect(await retried('EXPIRED')).toBe('OUTCOME_UNKNOWN');
    expect(await retried('OUTCOME_UNKNOWN')).toBe('retried');
    await lost('OUTCOME_UNKNOWN', 'TIMEOUT');
    expect(await retried('EXPIRED')).toBe('OUTCOME_UNKNOWN');
    await lost('EXPIRED', 'UNAUTHORIZED');
    expect(await retried('UNAUTHORIZED')).toBe('retried');
    expect(await retried('EXPIRED')).toBe('retried');
  });

  test.each([
    [{}, 'environment'],
    [{ environment: 'production', status: 'gone' }, 'status'],
    [{ environment: 'production', from: 'yesterday' }, 'from'],
    [{ environment: 'production', after: 'x' }, 'after'],
    [{ environment: 'production', limit: '101' }, 'limit'],
    [{ environment: 'production', to_contact: '' }, 'to_contact'],
    [{ environment: 'production', evnet: 'x' }, 'evnet'],
  ])('refuses %j and names the field', async (query, field) => {
    const text = new URLSearchParams(query).toString();
    expect(await stack.admin.get(`${ofApplication()}?${text}`)).toMatchObject({
      status: 400,
      body: { field },
    });
  });
});

describe('what a filter names', () => {
  const integrations = (): string => `/admin/v1/applications/${stack.applicationId}/integrations`;
  const add = async (name: string, channel = 'email', over: object = {}): Promise<string> => {
    const body = { channel, provider: 'smtp', check: false, name, priority: 900, ...over };
    const settings = { url: stack.smtp.url };
    const added = await stack.admin.post<{ integration: { id: string } }>(integrations(), {
      settings,
      ...body,
    });
    expect(added.status).toBe(201);
    return added.body.integration.id;
  };
  const remove = (id: string) => stack.admin.request('DELETE', `${integrations()}/${id}`);
  // What a test that fails leaves behind would send for those after it.
  afterEach(async () => {
    const { body } = await stack.admin.get<{ integrations: { id: string }[] }>(integrations());
    for (const { id } of body.integrations) await remove(id);
  });
  const expectRefused = async (filters: object, field: string, words: RegExp): Promise<void> => {
    const given = { environment: 'production', ...filters };
    const refusal = { status: 400, body: { field, error: expect.stringMatching(words) as string } };
    const query = new URLSearchParams(given).toString();
    expect(await stack.admin.get(`${ofApplication()}?${query}`)).toMatchObject(refusal);
    expect(await stack.admin.post(`${ofApplication()}/retry`, given)).toMatchObject(refusal);
  };

  test('is an integration by its id or name, and by its id when it is gone', async () => {
    const relay = await add('relay');
    const { id } = await failed('listed');
    expect(await idsOf({ provider: relay })).toEqual([id]);
    expect(await idsOf({ provider: 'relay' })).toEqual([id]);
    expect((await list({ provider: 'relay' })).notifications).toMatchObject([
      { messages: [{ provider: 'smtp', provider_id: relay, integration: 'relay' }] },
    ]);
    expect(await shown(id)).toMatchObject({
      messages: [{ attempts: [{ provider_id: relay, integration: 'relay' }] }],
    });
    const unused = await add('unused');
    expect(await idsOf({ provider: unused })).toEqual([]);
    expect(await idsOf({ provider: 'unused' })).toEqual([]);
    await remove(relay);
    expect((await remove('unused')).status).toBe(200);
    expect(await idsOf({ provider: relay })).toEqual([id]);
    expect(await shown(id)).toMatchObject({
      messages: [{ attempts: [{ provider_id: relay, integration: null }] }],
    });
    await expectRefused({ provider: 'relay' }, 'provider', /^relay is neither .* \(it has none\)/);
  });

  test('is refused where it is a typo, or stands for several', async () => {
    await expectRefused({ event: 'lsited' }, 'event', /^There is no event lsited in production/);
    const ids = [await add('twin'), await add('twin')];
    await expectRefused({ provider: 'twin' }, 'provider', new RegExp(`2 integrations.*${ids.join(', ')}`));
    await expectRefused({ provider: 'smpt' }, 'provider', / \(it has twin, twin\)/);
    expect(await remove('twin')).toMatchObject({
      ...{ status: 400, body: { field: 'id', error: expect.stringContaining(ids.join(', ')) as string } },
    });
    for (const id of ids) await remove(id);
    await add('phones', 'push', { provider: 'expo', settings: {} });
    await expectRefused({ provider: 'phones' }, 'provider', /Filter by/);
  });

  test('is an event that was taken away as long as a notification names it', async () => {
    const { id } = await failed('leaving');
    await stack.connection.mongoose
      .model('Event')
      .deleteMany({ applicationId: stack.applicationId, name: 'leaving' });
    expect(await idsOf({ event: 'leaving' })).toEqual([id]);
  });
});

test('a cancel by id stops what waits, and says of what is over that it did not', async () => {
  const to = newAddress();
  const id = await stack.production.send('journey', { to });
  await untilStatus(stack.production, id, 'waiting');
  expect((await act(id, 'cancel')).body).toMatchObject({
    cancelled: true,
    notification: { status: 'stopped' },
  });
  expect((await act(id, 'cancel')).body).toMatchObject({
    cancelled: false,
    notification: { status: 'stopped' },
  });
  await untilStopped(stack, id);
  expect(mailsTo(to)).toBe(1);
  const unknown = await act('00000000-0000-4000-8000-000000000000', 'cancel');
  expect(unknown).toMatchObject({ status: 404, body: { code: 'NOTIFICATION_NOT_FOUND' } });
});

describe('a retry', () => {
  test('makes a new notification of a failed one, once, and again only when told', async () => {
    const { id, to } = await failed('welcome');
    await heal(to);
    const answer = await act(id, 'retry');
    expect(answer.status).toBe(200);
    const made = answer.body.notification.id;
    expect(made).not.toBe(id);
    expect(await untilEnded(stack.production, made)).toMatchObject({ status: 'completed' });
    expect(mailsTo(to)).toBe(1);
    expect(await stack.production.notification(id)).toMatchObject({ status: 'failed' });
    expect(await stack.production.notification(made)).not.toHaveProperty('retry_of');
    expect((await stack.admin.get(`/admin/v1/notifications/${made}`)).body).toMatchObject({
      notification: { retry_of: id },
    });
    expect(await act(id, 'retry')).toMatchObject({
      ...{ status: 200, body: { retried: false, notification: { id: made, status: 'completed' } } },
    });
    expect(await act(made, 'retry')).toMatchObject({ status: 409, body: { code: 'NOTIFICATION_STATE' } });
    const again = (await act(id, 'retry', { again: true })).body.notification.id;
    expect([id, made]).not.toContain(again);
    await untilEnded(stack.production, again);
    expect(mailsTo(to)).toBe(2);
  });

  test('that is asked for ten times at once makes one', async () => {
    const { id, to } = await failed('welcome');
    await heal(to);
    const made = await Promise.all(Array.from({ length: 10 }, () => act(id, 'retry')));
    const { retriedAs } = (await stack.store.notifications.get(id)) ?? {};
    expect(new Set(made.map(({ body }) => body.notification?.id))).toEqual(new Set([retriedAs]));
    await untilEnded(stack.production, String(retriedAs));
    expect(mailsTo(to)).toBe(1);
    const all = (await idsOf({ event: 'welcome' })).map((one) => stack.store.notifications.get(one));
    expect((await Promise.all(all)).filter((one) => one?.retryOf === id)).toHaveLength(1);
  });

  test('that died between its mark and the new notification is finished by the next, with the same id', async () => {
    const { id, to } = await failed('welcome');
    await heal(to);
    const planned = '11111111-2222-5333-8444-555555555555';
    expect(await stack.store.operators.markRetried(id, undefined, planned)).toBe(true);
    expect((await act(id, 'retry')).body.notification.id).toBe(planned);
    expect(await untilEnded(stack.production, planned)).toMatchObject({ status: 'completed' });
    expect(mailsTo(to)).toBe(1);
  });

  test('is refused where what it said was removed, or its contact was erased', async () => {
    const { id } = await failed('welcome');
    await stack.connection.mongoose
      .model('Notification')
      .updateOne({ _id: id }, { $set: { contentRemoved: true, payload: null } });
    expect(await act(id, 'retry')).toMatchObject({ status: 409, body: { code: 'CONTENT_REMOVED' } });
    expect(await act(id, 'reopen')).toMatchObject({ status: 409, body: { code: 'CONTENT_REMOVED' } });
    const erased = await failed('welcome');
    const { contactId } = (await stack.store.notifications.get(erased.id)) ?? {};
    await stack.store.contacts.tombstone(String(contactId), new Date());
    expect(await act(erased.id, 'retry')).toMatchObject({ status: 404, body: { code: 'CONTACT_NOT_FOUND' } });
    expect(await act(erased.id, 'reopen')).toMatchObject({
      status: 404,
      body: { code: 'CONTACT_NOT_FOUND' },
    });
    expect((await stack.store.notifications.get(erased.id))?.retriedAs).toBeUndefined();
  });

  test('of an array takes its payload from there', async () => {
    const to = [newAddress(), newAddress()];
    for (const one of to) answers.set(one, FAILING);
    const sent = await stack.production.post<{ notifications: { id: string }[] }>('/v1/send/array', {
      ...{ to, payload: { name: 'all of you' } },
    });
    for (const { id } of sent.body.notifications) await untilEnded(stack.production, id);
    for (const one of to) await heal(one);
    const page = await retryMany({ event: 'array' });
    expect(page.retried).toHaveLength(2);
    for (const { id } of page.retried) await untilEnded(stack.production, String(id));
    for (const one of to) expect(stack.smtp.mailsTo(one)[0]?.text).toContain('Hello all of you');
  });

  test('of all that failed at a provider between two times goes page by page, first as a dry run', async () => {
    const before = await failed('mass');
    const from = new Date().toISOString();
    const many = await Promise.all([1, 2, 3].map(() => failed('mass')));
    const to = new Date(Date.now() + 1).toISOString();
    await untilTime(Date.parse(to) + 1);
    const after = await failed('mass');
    for (const one of [before, ...many, after]) await heal(one.to);
    const filter = { event: 'mass', provider: 'smtp', from, to, limit: 2 };
    const all = async (body: object): Promise<RetryPage[]> => {
      const pages: RetryPage[] = [];
      let next: string | null | undefined;
      do {
        const page: RetryPage = await retryMany({ ...filter, ...body, ...(next && { after: next }) });
        pages.push(page);
        next = page.next;
      } while (next !== null);
      return pages;
    };
    const dry = await all({ dry_run: true });
    expect(dry.map(({ retried }) => retried.length)).toEqual([2, 1]);
    expect((await idsOf({ event: 'mass' })).length).toBe(5);
    const pages = await all({});
    const retried = pages.flatMap((page) => page.retried);
    const newestFirst = (await idsOf({ event: 'mass', from, to })).filter((id) =>
      many.some((one) => one.id === id),
    );
    expect(retried.map(({ retry_of }) => retry_of)).toEqual(newestFirst);
    for (const { id } of retried) await untilEnded(stack.production, String(id));
    expect([before, ...many, after].map((one) => mailsTo(one.to))).toEqual([0, 1, 1, 1, 0]);
    // Interrupted and begun once more it makes nothing twice.
    const repeated = await all({});
    expect(repeated.map(({ skipped }) => skipped)).toEqual([2, 1]);
    expect(repeated.flatMap((page) => page.retried)).toEqual([]);
  });
});

describe('a reopened notification', () => {
  test('STATUS-6: goes on with the message that failed, and sends nothing that was sent once more', async () => {
    const to = newAddress();
    once.add(to);
    const id = await stack.production.send('journey', { to });
    const [ended, both] = await Promise.all([untilEnded(stack.production, id), failed('journey')]);
    expect(ended).toMatchObject({ status: 'completed' });
    expect(await act(id, 'reopen')).toMatchObject({ status: 409, body: { code: 'NOTIFICATION_STATE' } });
    await untilClosed(stack, both.id);
    await heal(both.to);
    expect((await act(both.id, 'reopen')).body).toMatchObject({ notification: { status: 'running' } });
    const view = await untilEnded(stack.production, both.id);
    // The WAIT before the message is over.
    expect(await hasTimer(stack, both.id)).toBe(false);
    expect(view).toMatchObject({
      status: 'completed',
      messages: [
        { status: 'failed', error: expect.any(String) },
        { status: 'sent', error: null },
      ],
    });
    expect(mailsTo(both.to)).toBe(1);
    expect((await stack.store.notifications.get(both.id))?.messages[1]?.attempts).toHaveLength(2);
    expect(await untilClosed(stack, both.id)).toBe('COMPLETED');
  });

  test('that was made again is not opened beside it', async () => {
    const { id } = await failed('welcome');
    await act(id, 'retry');
    expect(await act(id, 'reopen')).toMatchObject({ status: 409, body: { code: 'NOTIFICATION_RETRIED' } });
  });
});

describe('in the Temporal UI', () => {
  const details = (id: string): Promise<string> => currentDetails(stack.temporal, id);

  test('the current details say where a notification is, without an address', async () => {
    const to = newAddress();
    const id = await stack.production.send('journey', { to });
    await untilStatus(stack.production, id, 'waiting');
    expect(await eventually('it to wait', async () => /WAIT/.test(await details(id)) && details(id))).toMatch(
      /^waits until \d{4}-\d\d-\d\dT[\d:.]+Z \(WAIT wait-1\)$/,
    );
    const { body } = await stack.admin.get<{ notification: { steps: { name: string; state: string }[] } }>(
      `/admin/v1/notifications/${id}`,
    );
    expect(body.notification.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'send-1 done',
      'wait-1 current',
      'send-2 future',
    ]);
    answers.set(to, LATER);
    const sends = await eventually('it to send', async () => /^sends/.test(await details(id)) && details(id));
    expect(sends).toMatch(/^sends send-2 over email, retried until \d{4}-\d\d-\d\dT[\d:.]+Z$/);
    answers.delete(to);
    await untilEnded(stack.production, id);
    await untilClosed(stack, id);
    expect(await details(id)).toBe('its steps are over: completed');
  });

  test('a paused activity makes no attempt until it is let go on', async () => {
    const to = newAddress();
    answers.set(to, LATER);
    const id = await stack.production.send('welcome', { to });
    const attempts = async (): Promise<number> =>
      (await stack.store.notifications.get(id))?.messages[0]?.attempts.length ?? 0;
    await eventually('an attempt', async () => (await attempts()) >= 1);
    const { workflowService, options } = stack.temporal;
    const of = { namespace: options.namespace, execution: { workflowId: id }, type: 'deliver' };
    // The first attempt may have been made in the workflow's task, and the activity comes after it.
    await eventually('the activity to be paused', () =>
      workflowService.pauseActivity(of).then(
        () => true,
        () => false,
      ),
    );
    await eventually('what was under way to end', async () => {
      const found = await stack.store.notifications.get(id);
      return found?.inFlight === null;
    });
    answers.delete(to);
    const made = (await stack.store.notifications.get(id))?.messages[0]?.attempts ?? [];
    // The retry that is due a second after the first attempt, and twice as long after each further one.
    await untilTime((made.at(-1)?.at.getTime() ?? NaN) + 2 ** (made.length - 1) * 1000 + 1500);
    expect(await attempts()).toBe(made.length);
    expect(await stack.production.notification(id)).toMatchObject({ status: 'running' });
    await workflowService.unpauseActivity(of);
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
    expect(mailsTo(to)).toBe(1);
  });
});
