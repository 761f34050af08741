import { randomUUID } from 'node:crypto';
import { type TestApplication, expectRefusal, makeApplication } from '../../support/application';
import { newAddress, untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const eventOf = (more: string): string => `
templates: { email: { en: { subject: Hello, text: Hello } } }
${more}
`;
const EVENTS = {
  'hello.yaml': eventOf(''),
  'later.yaml': eventOf('sequence: [{ wait: 1h }, { send: email }]'),
};

let stack: Stack;
let app: TestApplication;
const refused = new Set<string>();
beforeAll(async () => {
  stack = await startStack({ events: EVENTS });
  stack.smtp.answer = (to) => (refused.has(to) ? { code: 550, text: '5.1.1 no such user' } : null);
});
beforeEach(async () => {
  app = await makeApplication(stack, EVENTS);
});
afterAll(() => stack.stop());

interface Page {
  notifications: { id: string; metadata?: Record<string, string> }[];
  next: string | null;
}
const list = async (query: Record<string, string> = {}): Promise<Page> => {
  const answer = await app.production.get<Page>(`/v1/notifications?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const listed = async (query?: Record<string, string>): Promise<string[]> =>
  (await list(query)).notifications.map(({ id }) => id);
const send = (event: string, body: object): Promise<string> => app.production.send(event, body);
const at = (id: string, what: string) =>
  app.production.post<{ notification: { id: string; status: string } }>(
    `/v1/notifications/${id}/${what}`,
    {},
  );

async function failed(): Promise<string> {
  const to = newAddress();
  refused.add(to);
  const id = await send('hello', { to, metadata: { order: 'A-17' } });
  expect(await untilEnded(app.production, id)).toMatchObject({ status: 'failed' });
  refused.delete(to);
  return id;
}

describe('metadata', () => {
  test('SEND-8, SEND-9, SEND-10: is that of the recipient over that of the request, and shown', async () => {
    const to = [newAddress(), { email: newAddress(), metadata: { order: 'B', seat: '', __proto: '=[]' } }];
    const metadata = { order: 'A', shop: 'north = 1' };
    const answer = await app.production.post<{ notifications: { id: string }[] }>('/v1/send/later', {
      ...{ to, metadata },
    });
    const [first = '', second = ''] = answer.body.notifications.map(({ id }) => id);
    expect(await app.production.notification(first)).toMatchObject({ metadata });
    const own = { order: 'B', shop: 'north = 1', seat: '', __proto: '=[]' };
    expect(await app.production.notification(second)).toMatchObject({ metadata: own });
    expect((await list()).notifications.map((one) => one.metadata)).toEqual(
      expect.arrayContaining([metadata, own]),
    );
    const { body } = await stack.admin.get(`/admin/v1/notifications/${first}`);
    expect(body).toMatchObject({ notification: { metadata } });
    expect(JSON.stringify(body)).toContain('Metadata: order=A, shop=north = 1.');
    const lines = await stack.admin.get(`${app.path}/notifications?environment=production&event=later`);
    expect(lines.body).toMatchObject({ notifications: [{ metadata: {} }, { metadata: {} }] });
    const none = await send('later', { to: newAddress(), metadata: {} });
    expect(await app.production.notification(none)).not.toHaveProperty('metadata');
  });

  test('SEND-8, SEND-9: beyond its limits is 400 with its field', async () => {
    const many = (count: number, start = 0) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`name-${start + index}`, 'x']));
    const long = { ['n'.repeat(40)]: '🚲'.repeat(500) };
    expect((await app.production.post('/v1/send/later', { to: newAddress(), metadata: long })).status).toBe(
      200,
    );
    for (const [metadata, field] of [
      [many(21), 'metadata'],
      [{ order: 17 }, 'metadata.order'],
      [{ order: null }, 'metadata.order'],
      [{ order: 'x'.repeat(501) }, 'metadata.order'],
      [{ ['n'.repeat(41)]: '' }, 'metadata'],
      [{ 'a[b]': '' }, 'metadata'],
      [{ 'a=b': '' }, 'metadata'],
      [{ '': '' }, 'metadata'],
      ['text', 'metadata'],
    ] as const) {
      const answer = await app.production.post('/v1/send/later', { to: newAddress(), metadata });
      expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
    }
    const to = { email: newAddress(), metadata: many(11, 10) };
    const both = await app.production.post('/v1/send/later', { to, metadata: many(10) });
    expectRefusal(both, 400, 'VALIDATION_ERROR', { field: 'to.metadata' });
    const part = await app.production.post('/v1/send/later', { to: [newAddress(), to], metadata: many(10) });
    expect(part.body).toMatchObject({
      notifications: [{ status: 'accepted' }, { status: 'rejected', field: 'to[1].metadata' }],
    });
  });
});

describe('the list', () => {
  test('LIST-1, LIST-2, LIST-3, SEND-10: has filters that combine, newest first, and pages', async () => {
    const [ada, bob] = [{ email: newAddress(), external_id: `ada ${randomUUID()}` }, newAddress()];
    const first = await send('later', {
      to: ada,
      payload: { secret: 'x' },
      metadata: { order: '1', of: 'ada' },
    });
    const second = await send('later', { to: bob, metadata: { order: '1' } });
    const until = (await app.production.notification(second)).started_at;
    const third = await send('hello', { to: ada, metadata: { order: '3' } });
    await untilEnded(app.production, third);
    const fourth = await send('later', { to: ada });
    await app.production.post(`/v1/notifications/${fourth}/cancel`, {});
    expect(await listed()).toEqual([fourth, third, second, first]);
    expect((await list({ status: 'completed' })).notifications).toEqual([
      await app.production.notification(third),
    ]);
    const cases: [Record<string, string>, string[]][] = [
      [{ contact: ada.email }, [fourth, third, first]],
      [{ contact: ada.external_id.toUpperCase().replace(/^ADA/, 'ada') }, []],
      [{ contact: ada.external_id, event: 'later' }, [fourth, first]],
      [{ contact: ada.external_id, event: 'later', status: 'stopped' }, [fourth]],
      [{ contact: ada.email, status: 'completed' }, [third]],
      [{ event: 'later', status: 'waiting' }, [second, first]],
      [{ 'metadata[order]': '1' }, [second, first]],
      [{ 'metadata[order]': '1', 'metadata[of]': 'ada' }, [first]],
      [{ 'metadata[order]': '1', contact: bob }, [second]],
      [{ 'metadata[order]': '1', event: 'hello' }, []],
      [{ 'metadata[order]': '' }, []],
      [{ since: until }, [fourth, third, second]],
      [{ until }, [first]],
      [{ contact: newAddress() }, []],
      [{ event: 'nothing' }, []],
    ];
    for (const [query, found] of cases) expect([query, await listed(query)]).toEqual([query, found]);
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: Page = await list({ limit: '3', ...(after !== '' && { after }) });
      seen.push(...page.notifications.map(({ id }) => id));
      after = page.next;
      if (after !== null) await send('later', { to: bob });
    }
    expect(seen).toEqual([fourth, third, second, first]);
    expect(JSON.stringify(await list())).not.toContain('secret');
    expect((await app.sandbox.get<Page>('/v1/notifications')).body.notifications).toEqual([]);
    for (const [query, field] of [
      ['status=sent', 'status'],
      ['contact=ada%40', 'contact'],
      ['since=yesterday', 'since'],
      ['limit=101', 'limit'],
      ['after=x', 'after'],
      ['metadata[a]=1&metadata[a]=2', 'metadata.a'],
      ['metadata=x', 'metadata'],
      ['state=sent', 'state'],
    ])
      expectRefusal(await app.production.get(`/v1/notifications?${query}`), 400, 'VALIDATION_ERROR', {
        field,
      });
  });
});

describe('one notification', () => {
  test('CANCEL-10, CANCEL-11: is cancelled once, and only by its own application', async () => {
    const id = await send('later', { to: newAddress() });
    expect((await at(id, 'cancel')).body).toEqual({
      ...{ success: true, cancelled: true, notification: { id, status: 'stopped' } },
    });
    expect((await at(id, 'cancel')).body).toMatchObject({
      cancelled: false,
      notification: { status: 'stopped' },
    });
    const ended = await send('hello', { to: newAddress() });
    await untilEnded(app.production, ended);
    expect((await at(ended, 'cancel')).body).toMatchObject({
      cancelled: false,
      notification: { status: 'completed' },
    });
    for (const wrong of [
      randomUUID(),
      id.slice(0, 8),
      await stack.production.send('welcome', { to: newAddress() }),
    ])
      for (const what of ['cancel', 'retry'])
        expectRefusal(await at(wrong, what), 404, 'NOTIFICATION_NOT_FOUND');
  });

  test('RETRY-1, RETRY-2, RETRY-4, SEND-10: that failed is retried once, without quota', async () => {
    const id = await failed();
    expect((await stack.admin.request('PATCH', app.path, { monthly_quota: 0 })).status).toBe(200);
    const answer = await at(id, 'retry');
    const { id: again } = answer.body.notification;
    expect(answer.body).toEqual({
      ...{ success: true, retried: true, notification: { id: again, status: 'running', retry_of: id } },
    });
    expect((await at(id, 'retry')).body).toMatchObject({ retried: false, notification: { id: again } });
    expect(await untilEnded(app.production, again)).toMatchObject({
      ...{ status: 'completed', metadata: { order: 'A-17' } },
    });
  });

  test('RETRY-3, SEND-11: that did not fail is not retried, nor one whose content is gone, which keeps its metadata', async () => {
    const open = await send('later', { to: newAddress() });
    expectRefusal(await at(open, 'retry'), 409, 'NOTIFICATION_STATE');
    const id = await failed();
    const model = stack.connection.mongoose.collection<{ _id: string }>('notifications');
    await model.updateOne({ _id: id }, { $set: { 'messages.0.status': 'sent' } });
    expectRefusal(await at(id, 'retry'), 409, 'ALREADY_SENT');
    await model.updateOne({ _id: id }, { $set: { 'messages.0.status': 'failed', contentRemoved: true } });
    expectRefusal(await at(id, 'retry'), 409, 'CONTENT_REMOVED');
    expect(await app.production.notification(id)).toMatchObject({ metadata: { order: 'A-17' } });
  });
});
