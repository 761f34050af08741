import { type TestApplication, makeApplication, newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { startSmtpServer } from '../../support/smtp-servers';
import { type Stack, startStack } from '../../support/stack';

/** More than the failures in a row that rest a provider. */
const MANY = 6;
/** Of each kind of `delivery`. */
const COPIED: Record<string, string> = {};
for (const delivery of ['at_least_once', 'at_most_once'])
  COPIED[`copied-${delivery}.yaml`] = `delivery: ${delivery}
templates: { email: { en: { subject: Hello, text: Hello } } }
`;
const FILED = `
templates:
  email: { en: { subject: Hello, text: Hello, attachments: [{ filename: a.txt, url: '{{file}}' }] } }
`;

let stack: Stack;
let app: TestApplication;
let server: Awaited<ReturnType<typeof startSmtpServer>>;
/** How often the server still refuses a recipient, by address. */
const refusals = new Map<string, number>();

beforeAll(async () => {
  [stack, server] = await Promise.all([
    startStack(),
    startSmtpServer({
      onRcptTo: ({ address }, _session, done) => {
        const left = refusals.get(address) ?? 0;
        refusals.set(address, left - 1);
        done(left > 0 ? Object.assign(new Error('4.2.2 Mailbox full'), { responseCode: 452 }) : null);
      },
    }),
  ]);
  app = await makeApplication(stack, {
    'ping.yaml': 'templates: { email: { en: { subject: Hello, text: Hello } } }\n',
    'filed.yaml': FILED,
    ...COPIED,
  });
  const added = await stack.admin.post(`${app.path}/integrations`, {
    ...{ channel: 'email', provider: 'smtp', check: false },
    settings: { url: `smtp://127.0.0.1:${server.port}` },
  });
  expect(added.status).toBe(201);
});
afterAll(async () => {
  await stack.stop();
  await server.close();
});

const messageOf = async (id: string) => (await stack.store.notifications.get(id))?.messages[0];
const failed = (id: string) => eventually('a failed attempt', async () => (await messageOf(id))?.attempts[0]);
const healthOf = async () => (await stack.store.applications.get(app.id))?.health ?? {};
const mailsTo = (address: string) =>
  server.mails.filter(({ recipients }) => recipients.includes(address)).length;

test.concurrent('full mailboxes do not rest the account over which all others are sent', async () => {
  const ids = await Promise.all(
    Array.from({ length: MANY }, () => {
      const to = newEmail();
      refusals.set(to, 1);
      return app.production.send('ping', { to });
    }),
  );
  for (const id of ids) expect(await failed(id)).toMatchObject({ outcome: 'transient', provider: 'smtp' });
  expect(await healthOf()).toEqual({});
  for (const id of ids) expect(await untilEnded(app.production, id)).toMatchObject({ status: 'completed' });
});

test.concurrent(
  'files that cannot be fetched do not rest the account, and the attempt names no provider',
  async () => {
    const payload = { file: 'http://127.0.0.1:1/a.txt' };
    const ids = await Promise.all(
      Array.from({ length: MANY }, () => app.production.send('filed', { to: newEmail(), payload })),
    );
    for (const id of ids)
      expect(await failed(id)).toMatchObject({
        ...{ outcome: 'transient', code: 'PROVIDER_ERROR', provider: null, providerId: null },
        response: expect.stringMatching(/^attachment "a.txt": .*ECONNREFUSED/),
      });
    expect(await healthOf()).toEqual({});
    const id = await app.production.send('ping', { to: newEmail() });
    expect(await untilEnded(app.production, id)).toMatchObject({ status: 'completed' });
  },
);

test.concurrent.each(['at_least_once', 'at_most_once'])(
  'copies that the server took get one mail while the recipient is refused for now: %s',
  async (delivery) => {
    const [to, cc, bcc, later] = [newEmail(), newEmail(), newEmail(), newEmail()];
    refusals.set(to, 2);
    // Refused once too, so its copy goes with the second attempt.
    refusals.set(later, 1);
    const overrides = { email: { cc: [cc, later], bcc } };
    const id = await app.production.send(`copied-${delivery}/email`, { to, overrides });
    expect(await untilEnded(app.production, id)).toMatchObject({ status: 'completed' });
    expect((await messageOf(id))?.attempts).toMatchObject([
      { outcome: 'transient', copiesSent: [cc, bcc] },
      { outcome: 'transient', copiesSent: [later] },
      { outcome: 'sent' },
    ]);
    expect([to, cc, bcc, later].map(mailsTo)).toEqual([1, 1, 1, 1]);
    const [mail] = server.mails.filter(({ recipients }) => recipients.includes(to));
    expect(
      [mail?.parsed.cc ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address)),
    ).toEqual([cc, later]);
  },
);
