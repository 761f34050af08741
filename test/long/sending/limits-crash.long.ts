import { killWorkerAt } from '../../support/dying-processes';
import { type TestApplication, makeApplication, newEmail, PING } from '../../support/application';
import type { NotificationView } from '../../support/http-api';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const FOLDED = `channels: [email]
templates: { email: { en: { subject: '{{digest.count}}', text: '{{#each digest.items}}{{word}} {{/each}}' } } }
limits: [{ channel: email, most: 1, per: 1m, over: digest }]
sequence: [{ digest: 1h }, { send: email }]
`;

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
  const limits = 'limits: [{ channel: email, most: 1, per: 24h }]\n';
  app = await makeApplication(stack, {
    'ping.yaml': PING.concat(limits),
    'folded.yaml': FOLDED,
  });
});
afterAll(() => stack.stop());

test('CAP-10: a worker that is killed anywhere in a digest of what is over loses no part of it and says none twice', async () => {
  for (const point of ['fold-joined', 'fold-taken', 'fold-gathered', 'fold-settled'] as const) {
    const to = newEmail();
    const send = (word: string) => app.sandbox.send('folded', { to, payload: { word }, skip_waits: true });
    const first = await send('first');
    await untilEnded(app.sandbox, first, 90_000);
    const ids: string[] = [];
    await killWorkerAt(stack, point, async () => {
      for (const word of ['a', 'b', 'c']) ids.push(await send(word));
    });
    await stack.startWorker();
    const views: (NotificationView & { digested_into?: string })[] = [];
    for (const id of ids) views.push(await untilEnded(app.sandbox, id, 300_000));
    expect(views.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    // A worker that starts slowly may take in each of them after the digest before is closed. Then each has its own, a minute apart.
    const carriers = views.filter(({ messages }) => messages.length > 0).map(({ id }) => id);
    const into = views.flatMap(({ digested_into: one }) => one ?? []);
    expect(carriers.length + into.length).toBe(3);
    expect(into.every((id) => carriers.includes(id))).toBe(true);
    const found = await Promise.all(carriers.map((id) => stack.store.notifications.get(id)));
    const said = found.flatMap((one) => one?.messages[0]?.rendered?.text?.trim().split(' ') ?? []);
    expect(said.sort()).toEqual(['a', 'b', 'c']);
  }
}, 900_000);

test('CAP-3: a worker that is killed between the place and the provider neither loses the place nor takes it twice', async () => {
  const to = newEmail();
  let id = '';
  await killWorkerAt(stack, 'place-taken', async () => {
    id = await app.production.send('ping', { to });
  });
  expect(stack.smtp.mailsTo(to)).toHaveLength(0);
  await stack.startWorker();
  expect(await untilEnded(app.production, id, 90_000)).toMatchObject({ status: 'completed' });
  const next = await app.production.send('ping', { to });
  expect(await untilEnded(app.production, next, 60_000)).toMatchObject({ status: 'failed' });
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
});
