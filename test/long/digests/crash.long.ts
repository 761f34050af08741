import { type TestApplication, makeApplication, newEmail } from '../../support/application';
import { killWorkerAt } from '../../support/dying-processes';
import type { NotificationView } from '../../support/http-api';
import { untilEnded } from '../../support/journey';
import { addPostmark } from '../../support/postmark-account';
import type { ApiServer } from '../../support/providers/api-server';
import { startPostmark } from '../../support/providers/postmark-server';
import { type Stack, startStack } from '../../support/stack';

const DIGEST = `
channels: [email]
templates:
  email:
    en: { subject: '{{digest.count}}', text: '{{#each digest.items}}{{word}};{{/each}}' }
sequence: [{ digest: 12s }, { send: email }]
`;
let stack: Stack;
let postmark: ApiServer;
let app: TestApplication;
beforeAll(async () => {
  [stack, postmark] = await Promise.all([startStack({ sweeps: true }), startPostmark()]);
  app = await makeApplication(stack, { 'digest.yaml': DIGEST });
  await addPostmark(stack, app, postmark);
});
afterAll(async () => {
  await Promise.all([stack.stop(), postmark.close()]);
});

const textsTo = (to: string): string[] =>
  postmark.requests
    .filter(({ method, body }) => method === 'POST' && body.includes(to))
    .map(({ body }) => (JSON.parse(body) as { TextBody: string }).TextBody);

test('a worker that dies anywhere in the closing of a digest loses no part of it and says none twice', async () => {
  const digests: { to: string; ids: string[] }[] = [];
  for (const point of ['digest-taken', 'digest-carried', 'digest-gathered', 'digest-settled'] as const) {
    const to = newEmail();
    await killWorkerAt(stack, point, async () => {
      const ids = [];
      for (const word of ['a', 'b', 'c'])
        ids.push(await app.production.send('digest', { to, payload: { word } }));
      digests.push({ to, ids });
    });
  }
  await stack.startWorker();
  for (const { to, ids } of digests) {
    const views: (NotificationView & { digested_into?: string })[] = [];
    for (const id of ids) views.push(await untilEnded(app.production, id, 90_000));
    expect(views.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    const carriers = views.filter(({ messages }) => messages.length > 0);
    expect(carriers).toHaveLength(1);
    const [carrier] = carriers;
    // The first one that was accepted, in whatever order the worker brought them in.
    expect(carrier?.id).toBe(ids[0]);
    expect(views.filter((one) => one.digested_into === carrier?.id)).toHaveLength(2);
    const attempts = (await stack.store.notifications.get(carrier?.id ?? ''))?.messages[0]?.attempts ?? [];
    // The send of one may have been under way when the worker died in the closing of another.
    const unknown = attempts.filter(({ outcome }) => outcome === 'unknown').length;
    const [said, ...again] = textsTo(to);
    expect(said).toBe('a;b;c;');
    expect(again.length).toBeLessThanOrEqual(unknown);
  }
}, 300_000);
