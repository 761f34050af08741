import { type TestApplication, expectRefusal, makeApplication, newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import type { HttpApi, NotificationView } from '../../support/http-api';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  app = await makeApplication(stack);
});

interface Copies {
  cc?: string | string[];
  bcc?: string | string[];
}

const sent = async (to: unknown, email: Copies, api: HttpApi = app.production): Promise<NotificationView> =>
  untilEnded(api, await api.send('ping/email', { to, overrides: { email } }));
const suppress = async (address: string): Promise<void> => {
  const body = { environment: 'production', channel: 'email', address };
  expect((await stack.admin.post(`${app.path}/suppressions`, body)).status).toBe(201);
};
const list = (...addresses: string[]) =>
  stack.admin.request('PATCH', app.path, { sandbox_recipients: addresses });
/** Whom the one mail to an address went to, and whom it shows as `cc`. */
async function carriedTo(address: string) {
  const mail = await eventually(`a mail to ${address}`, () => stack.smtp.mailsTo(address)[0]);
  const envelope = stack.smtp.mails.find((one) => one.mail === mail)?.to.toSorted();
  return { envelope, cc: [mail.cc ?? []].flat().flatMap(({ value }) => value.map((one) => one.address)) };
}
const used = (environment: string, period: string) =>
  stack.store.quotas.used(`${app.id}:${environment}:${period}`);
const month = () => `month:${new Date().toISOString().slice(0, 7)}`;

describe('a copy (cc, bcc)', () => {
  test('OVERRIDE-3, NOTIFICATION-2: to a suppressed address is left out and shown so; the others get theirs', async () => {
    const [to, cc, gone, bcc, hidden] = [newEmail(), newEmail(), newEmail(), newEmail(), newEmail()];
    await suppress(gone);
    await suppress(hidden);
    const given = gone.replace(/^[^@]*/, (local) => local.toUpperCase());
    const view = await sent(to, { cc: [cc, given], bcc: [bcc, hidden] });
    expect(view.messages).toEqual([
      expect.objectContaining({
        status: 'sent',
        error: null,
        copies_left_out: [
          { kind: 'cc', address: given, reason: 'suppressed' },
          { kind: 'bcc', address: hidden, reason: 'suppressed' },
        ],
      }),
    ]);
    expect(await carriedTo(to)).toEqual({ envelope: [to, cc, bcc].toSorted(), cc: [cc] });
  });

  test('OVERRIDE-3: of each recipient of an array is left out where its address is suppressed', async () => {
    const [one, other, gone] = [newEmail(), newEmail(), newEmail()];
    await suppress(gone);
    await app.production.post('/v1/send/ping', { to: [one, other], overrides: { email: { cc: gone } } });
    for (const to of [one, other]) expect(await carriedTo(to)).toEqual({ envelope: [to], cc: [] });
  });

  test('OVERRIDE-2: that names an address again, or the recipient, in any capitals goes once', async () => {
    const [to, cc] = [newEmail(), newEmail()];
    const view = await sent(to, { cc: [cc, to.toUpperCase()], bcc: [cc.toUpperCase(), to] });
    expect(view.messages[0]).not.toHaveProperty('copies_left_out');
    expect(await carriedTo(to)).toEqual({ envelope: [to, cc].toSorted(), cc: [cc] });
  });

  test('OVERRIDE-2: goes nowhere where the message itself does not', async () => {
    const [to, cc] = [newEmail(), newEmail()];
    await suppress(to);
    const view = await sent(to, { cc });
    expect(view).toMatchObject({
      status: 'failed',
      messages: [{ error: expect.stringMatching(/^SUPPRESSED:/) }],
    });
    expect(stack.smtp.mailsTo(cc)).toEqual([]);
  });

  test('OVERRIDE-3, NOTIFICATION-2: in sandbox goes to listed addresses only, and to nobody with a message that is captured', async () => {
    const [to, listed, other, stranger] = [newEmail(), newEmail(), newEmail(), newEmail()];
    await list(to, listed);
    const view = await sent(to, { cc: [listed, other], bcc: stranger }, app.sandbox);
    expect(view.messages[0]).toMatchObject({
      status: 'sent',
      copies_left_out: [
        { kind: 'cc', address: other, reason: 'sandbox' },
        { kind: 'bcc', address: stranger, reason: 'sandbox' },
      ],
    });
    expect(await carriedTo(to)).toEqual({ envelope: [to, listed].toSorted(), cc: [listed] });

    const captured = await sent(newEmail(), { cc: listed }, app.sandbox);
    expect(captured.messages[0]).not.toHaveProperty('copies_left_out');
    expect(stack.smtp.mailsTo(listed)).toHaveLength(1);
  });

  test('LIMIT-5, OVERRIDE-4: counts one in the quota, of every recipient of an array', async () => {
    const cc = [newEmail(), newEmail()];
    await sent(newEmail(), { cc, bcc: cc });
    expect(await used('production', month())).toBe(3);
    const to = [newEmail(), newEmail(), newEmail()];
    await stack.admin.request('PATCH', app.path, { monthly_quota: 10 });
    const answer = await app.production.post('/v1/send/ping', { to, overrides: { email: { cc } } });
    expect(answer).toMatchObject({
      status: 200,
      body: { notifications: [{ status: 'accepted' }, { status: 'accepted' }, { code: 'QUOTA_EXCEEDED' }] },
    });
    expect(await used('production', month())).toBe(9);
  });

  test('LIMIT-5, OVERRIDE-4: is no way past a quota: what does not fit with all of its copies is 402, and one without them still fits', async () => {
    await stack.admin.request('PATCH', app.path, { monthly_quota: 3 });
    const copies = { overrides: { email: { bcc: [newEmail(), newEmail(), newEmail()] } } };
    expectRefusal(
      await app.production.post('/v1/send/ping', { to: newEmail(), ...copies }),
      402,
      'QUOTA_EXCEEDED',
      {
        current: 0,
        limit: 3,
      },
    );
    expect(await used('production', month())).toBe(0);
    expect((await app.production.post('/v1/send/ping/sms', { to: '+12025550199', ...copies })).status).toBe(
      200,
    );
    expect(await used('production', month())).toBe(1);
  });
});
