import { type TestApplication, makeApplication, newEmail, PING } from '../../support/application';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import type { ApiServer } from '../../support/providers/api-server';
import { startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { type Stack, startStack } from '../../support/stack';

const SHORT = `
retry_for: 4s
templates: { email: { en: { subject: Short, text: Short } } }
`;

let stack: Stack;
let postmark: ApiServer;
let app: TestApplication;
let postmarkId: string;
let down = false;
beforeAll(async () => {
  [stack, postmark] = await Promise.all([
    startStack(),
    startPostmark((handle) => (request) => {
      return down ? { status: 503, body: { ErrorCode: 0, Message: 'Down.' } } : handle(request);
    }),
  ]);
  app = await makeApplication(stack, { 'ping.yaml': PING, 'short.yaml': SHORT });
  const added = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
    ...{ channel: 'email', provider: 'postmark', check: false },
    settings: { server_token: TOKEN, base_url: postmark.url },
  });
  postmarkId = added.body.integration.id;
});
afterAll(async () => {
  await Promise.all([stack.stop(), postmark.close()]);
});

test('with all at rest a message waits for the first of them, and is lost to nobody', async () => {
  const id = await app.production.send('short', { to: newEmail() });
  await untilEnded(app.production, id);
  down = true;
  const waiting = await Promise.all(
    Array.from({ length: 6 }, () => app.production.send('ping', { to: newEmail() })),
  );
  await eventually(
    'the rest',
    async () => (await stack.store.applications.get(app.id))?.health?.[postmarkId]?.restUntil,
  );
  const expired = await untilEnded(app.production, await app.production.send('short', { to: newEmail() }));
  expect(expired.messages[0]?.error).toMatch(/^EXPIRED/);
  down = false;
  for (const one of waiting)
    expect(await untilEnded(app.production, one)).toMatchObject({ status: 'completed' });
});
