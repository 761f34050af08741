import { type TestApplication, expectRefusal, makeApplication } from '../../support/application';
import { eventually } from '../../support/eventually';
import type { Answer, HttpApi } from '../../support/http-api';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';

const eventOf = (more: string): string => `
templates: { email: { en: { subject: Hello, text: Hello } } }
${more}
`;
const EVENTS = {
  'hello.yaml': eventOf(''),
  'later.yaml': eventOf('sequence: [{ wait: 1h }, { send: email }]'),
  'other.yaml': eventOf('sequence: [{ wait: 1h }, { send: email }]'),
};

let stack: Stack;
let app: TestApplication;
const held = new Map<string, Promise<null>>();
const refused = new Set<string>();
beforeAll(async () => {
  stack = await startStack({ events: EVENTS });
  stack.smtp.answer = (to) =>
    refused.has(to) ? { code: 550, text: '5.1.1 no such user' } : (held.get(to) ?? null);
});
beforeEach(async () => {
  app = await makeApplication(stack, EVENTS);
});
afterAll(() => stack.stop());

type Sent = Answer<{ id: string; kept?: true; code?: string }>;
const send = (event: string, body: object, api: HttpApi = app.production): Promise<Sent> =>
  api.post(`/v1/send/${event}`, body);
const statusOf = async (id: string): Promise<string> => (await app.production.notification(id)).status;
const openOf = async (reference: string): Promise<string[]> => {
  const found = [];
  for (const status of ['running', 'waiting']) {
    const query = new URLSearchParams({ reference, status }).toString();
    found.push(await app.production.get<{ notifications: { id: string }[] }>(`/v1/notifications?${query}`));
  }
  return found.flatMap(({ body }) => body.notifications.map(({ id }) => id));
};
const quotaUsed = (): Promise<number> =>
  stack.store.quotas.used(`${app.id}:production:month:${new Date().toISOString().slice(0, 7)}`);

describe('a reference', () => {
  test('REFERENCE-1, REFERENCE-2: is shown, found, and may be open several times', async () => {
    const to = newAddress();
    const one = await app.production.send('later', { to, reference: 'booking 17' });
    const both = [to, { email: newAddress(), reference: '18' }];
    await app.production.send('later', { to: both, reference: 'booking 17' });
    expect(await app.production.notification(one)).toMatchObject({ reference: 'booking 17' });
    expect(await openOf('booking 17')).toHaveLength(2);
    const [other = ''] = await openOf('18');
    const { body } = await stack.admin.get(`/admin/v1/notifications/${other}`);
    expect(body).toMatchObject({ notification: { reference: '18' } });
    expect(JSON.stringify(body)).toContain('reference 18).');
    const lines = await stack.admin.get(`${app.path}/notifications?environment=production&reference=18`);
    expect(lines.body).toMatchObject({ notifications: [{ id: other, reference: '18' }] });
    for (const [more, field] of [
      [{ reference: '' }, 'reference'],
      [{ reference: 'x'.repeat(129) }, 'reference'],
      [{ reference: 17 }, 'reference'],
      [{ if_open: 'keep' }, 'if_open'],
      [{ reference: '1', if_open: 'drop' }, 'if_open'],
      [{ to: { email: to, if_open: 'keep' } }, 'to.if_open'],
      [{ to: { email: to, reference: 1 } }, 'to.reference'],
    ] as const)
      expectRefusal(await send('later', { to, ...more }), 400, 'VALIDATION_ERROR', { field });
  });

  test('CANCEL-12: makes a cancel about one of two bookings of a person', async () => {
    const to = newAddress();
    const [one, two] = [
      await app.production.send('later', { to, reference: '1' }),
      await app.production.send('later', { to, reference: '2' }),
    ];
    const cancel = (body: object) => app.production.post('/v1/cancel/later', body);
    expect((await cancel({ to, reference: '3' })).body).toMatchObject({ cancelled: 0 });
    expect((await cancel({ to, reference: '2' })).body).toMatchObject({ cancelled: 1 });
    expect([await statusOf(one), await statusOf(two)]).toEqual(['waiting', 'stopped']);
    expect((await cancel({ to })).body).toMatchObject({ cancelled: 1 });
  });
});

describe('if_open', () => {
  test('REFERENCE-3, REFERENCE-6: keep answers with the open one, and uses no quota', async () => {
    const to = { email: newAddress(), name: 'Ada' };
    const body = { to, reference: '1', if_open: 'keep' };
    const first = await send('later', body);
    expect(first.body).toEqual({ id: expect.any(String), event: 'later', status: 'accepted' });
    const used = await quotaUsed();
    const again = await send('later', { ...body, to: { ...to, name: 'Ada Lovelace' } });
    expect(again.body).toEqual({ ...first.body, kept: true });
    expect(await quotaUsed()).toBe(used);
    const contact = await app.production.get(`/v1/contacts/${encodeURIComponent(to.email)}`);
    expect(contact.body).toMatchObject({ contact: { name: 'Ada Lovelace' } });
    // Another event, contact or reference is another.
    for (const [event, other] of [
      ['other', body],
      ['later', { ...body, to: newAddress() }],
      ['later', { ...body, reference: '2' }],
    ] as const)
      expect((await send(event, other)).body).not.toHaveProperty('kept');
    await app.production.post('/v1/cancel/later', { to, reference: '1' });
    const next = await send('later', body);
    expect(next.body).not.toHaveProperty('kept');
    expect(next.body.id).not.toBe(first.body.id);
    const array = await send('later', { ...body, to: [to, newAddress(), to] });
    expect(array.body).toMatchObject({
      notifications: [{ ...next.body, kept: true }, { status: 'accepted' }, { ...next.body, kept: true }],
    });
    expect((await app.production.get(`/v1/batches/${array.body.id}`)).body).toEqual(array.body);
    const all = await send('later', { ...body, to: [to] });
    expect((await app.production.get(`/v1/batches/${all.body.id}`)).body).toEqual(all.body);
  });

  test('REFERENCE-3, REFERENCE-4: see also what was sent without it, and an array counts a contact once', async () => {
    const to = newAddress();
    const plain = await app.production.send('later', { to, reference: '1' });
    expect((await send('later', { to, reference: '1', if_open: 'keep' })).body).toMatchObject({
      id: plain,
      kept: true,
    });
    const replaced = await send('later', { to, reference: '1', if_open: 'replace' });
    expect([await statusOf(plain), await statusOf(replaced.body.id)]).toEqual(['stopped', 'waiting']);
    const { body } = await stack.admin.get(`/admin/v1/notifications/${plain}`);
    expect(JSON.stringify(body)).toContain(`by a later send of its reference (${replaced.body.id})`);
    const used = await quotaUsed();
    const array = await app.production.post<{ id: string; notifications: { id: string }[] }>(
      '/v1/send/later',
      {
        ...{ to: [to, to], reference: '1', if_open: 'replace' },
      },
    );
    const [first] = array.body.notifications;
    expect(array.body.notifications).toMatchObject([{ status: 'accepted' }, { id: first?.id, kept: true }]);
    expect(await openOf('1')).toEqual([first?.id]);
    expect(await quotaUsed()).toBe(used + 1);
    expect((await app.production.get(`/v1/batches/${array.body.id}`)).body).toEqual(array.body);
  });

  test('REFERENCE-4: replace waits for a message that is with its provider', async () => {
    const to = newAddress();
    let release = (): void => undefined;
    held.set(to, new Promise((resolve) => (release = () => resolve(null))));
    const body = { to, reference: '1', if_open: 'replace' };
    const first = await send('hello', body);
    await eventually('the attempt', async () => {
      const found = await stack.store.notifications.get(first.body.id);
      return found?.inFlight;
    });
    const second = send('hello', body);
    await eventually('the cancel', async () => {
      const found = await stack.store.notifications.get(first.body.id);
      return found?.inFlight?.marked;
    });
    held.delete(to);
    release();
    expect(await untilEnded(app.production, first.body.id)).toMatchObject({ status: 'completed' });
    const { id } = (await second).body;
    expect(await untilEnded(app.production, id)).toMatchObject({ status: 'completed' });
    await eventually('both mails', () => stack.smtp.mailsTo(to).length === 2);
  });

  test('REFERENCE-5: one is open after 20 sends at once over two processes', async () => {
    const other = await startProcess('api', stack.apiEnv);
    const apis = [app.production, app.production.at(`http://127.0.0.1:${other.ports.production}`)];
    try {
      for (const ifOpen of ['keep', 'replace']) {
        const to = newAddress();
        const used = await quotaUsed();
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            send('later', { to, reference: ifOpen, if_open: ifOpen }, apis[index % 2]),
          ),
        );
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        const ids = answers.map(({ body }) => body.id);
        const [open = '', ...more] = await openOf(ifOpen);
        expect(more).toEqual([]);
        const made = new Set(ids).size;
        expect(made).toBe(ifOpen === 'keep' ? 1 : 20);
        expect(ids).toContain(open);
        for (const id of new Set(ids)) expect(await statusOf(id)).toBe(id === open ? 'waiting' : 'stopped');
        expect(answers.filter(({ body }) => body.kept)).toHaveLength(ifOpen === 'keep' ? 19 : 0);
        expect(await quotaUsed()).toBe(used + made);
      }
    } finally {
      await other.stop();
    }
  });

  test('REFERENCE-7: a retry or a reopened one is refused while another is open', async () => {
    const to = newAddress();
    refused.add(to);
    const body = { to, reference: '1', if_open: 'keep' };
    const { id } = (await send('hello', body)).body;
    expect(await untilEnded(app.production, id)).toMatchObject({ status: 'failed' });
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const next = await send('hello', { ...body, send_at: soon });
    expect(next.body).not.toHaveProperty('kept');
    const retry = () => app.production.post(`/v1/notifications/${id}/retry`, {});
    expectRefusal(await retry(), 409, 'NOTIFICATION_STATE');
    const reopen = (one: string) => stack.admin.post(`/admin/v1/notifications/${one}/reopen`, {});
    await app.production.post(`/v1/notifications/${next.body.id}/cancel`, {});
    refused.delete(to);
    const again = await retry();
    expect(again.body).toMatchObject({ retried: true, notification: { retry_of: id } });
    await untilEnded(app.production, (again.body.notification as { id: string }).id);
    const later = await send('hello', { ...body, send_at: soon });
    const reopened = await eventually('the cancelled run to end', async () => {
      const answer = await reopen(next.body.id);
      return !String(answer.body.error).includes('Try again') && answer;
    });
    expectRefusal(reopened, 409, 'NOTIFICATION_STATE');
    await app.production.post(`/v1/notifications/${later.body.id}/cancel`, {});
    expect((await reopen(next.body.id)).status).toBe(200);
    await untilStatus(app.production, next.body.id, 'waiting');
    expect((await send('hello', body)).body).toMatchObject({ id: next.body.id, kept: true });
  });
});
