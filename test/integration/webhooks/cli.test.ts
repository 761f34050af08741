import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { operatorOf } from '../../support/signed-in';
import { type Stack, startStack } from '../../support/stack';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';
import { heliograph, type Ran } from '../../unit/cli/admin-stub';
import { newEmail, PING } from '../../support/application';

let stack: Stack;
let receiver: WebhookReceiver;
let secret: string;
beforeAll(async () => {
  [stack, receiver] = await Promise.all([
    startStack({ sweeps: true, events: { 'ping.yaml': PING } }),
    startWebhookReceiver(),
  ]);
  const made = await stack.production.post<{ webhook: { signing_secret: string } }>('/v1/webhooks', {
    url: receiver.url,
    description: 'Order system',
  });
  secret = made.body.webhook.signing_secret;
});
afterAll(async () => {
  await receiver.stop();
  await stack.stop();
});

const run = async (...args: string[]): Promise<Ran> => {
  const { baseUrl, key = '' } = stack.admin;
  const ran = await heliograph(args, { env: { HELIOGRAPH_ADMIN_URL: baseUrl, HELIOGRAPH_ADMIN_KEY: key } });
  if (process.env.SHOW_CLI) process.stderr.write(`$ npx heliograph ${args.join(' ')}\n${ran.stdout}\n`);
  return ran;
};
const webhooks = (...args: string[]): Promise<Ran> => run('webhooks', ...args, '--env', 'production');

test('an operator finds what failed, tests the endpoint, has it sent again and rotates the secret', async () => {
  receiver.status = 400;
  const since = new Date(Date.now() - 1000).toISOString();
  const id = await stack.production.send('ping', { to: newEmail() });
  await untilEnded(stack.production, id);
  const [, failed] = await eventually('the event to fail', async () => {
    const { stdout } = await webhooks('events', '--status', 'failed');
    return / +delivery\.sent +failed +1 +\S+ +The endpoint answered 400\. +(\S+)$/m.exec(stdout);
  });
  expect((await webhooks('event', failed!)).stdout).toMatch(/^ {2}Answer: ok$/m);
  expect((await run('apps', 'set', 'demo', '--owner-email', 'owner@example.net')).code).toBe(0);
  await eventually('the failure to be noted', async () =>
    /^failing since +2\S+Z$/m.test((await webhooks('show')).stdout),
  );
  receiver.status = 200;
  expect((await webhooks('test', '--type', 'delivery.bounced')).stdout).toMatch(/^status +delivered$/m);
  expect((await webhooks('redeliver', '--since', since)).stdout).toBe('Sent again: 1.\n');
  await eventually('the event to be taken', async () =>
    /^status +delivered$/m.test((await webhooks('event', failed!)).stdout),
  );
  expect((await webhooks('redeliver', failed!)).stdout).toBe(`${failed} is being redelivered.\n`);
  const rotated = (await webhooks('rotate-secret')).stdout;
  expect(rotated).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n/);
  expect(rotated).not.toContain(secret);
  expect((await webhooks('show')).stdout).toMatch(/^old secret until +2\S+Z$/m);
});

test('an endpoint whose switch-off no worker has told is told of by the sweep, says why, and is switched on again', async () => {
  const { body } = await stack.production.get<{ webhook: { uuid: string } }>('/v1/webhooks');
  const { uuid } = body.webhook;
  const since = new Date(Date.now() - 6 * 86_400_000);
  await stack.store.webhookHealth.recovered(uuid);
  await stack.store.webhookHealth.failed(uuid, since);
  expect(await stack.store.webhookHealth.switchOff(uuid, since, new Date())).toBe(true);
  // What a worker leaves that dies right after its update.
  const told = await eventually('the owner to be told', async () => {
    const { stdout } = await webhooks('show');
    return /^owner notified +by e-mail$/m.test(stdout) && stdout;
  });
  expect(told).toContain(`because it failed since ${since.toISOString()}`);
  expect(stack.smtp.mailsTo('owner@example.net')).toHaveLength(1);
  expect((await webhooks('enable')).stdout).toMatch(/^active +yes$/m);
});

test('WEBHOOK-42: an editor creates and changes an endpoint, and an owner deletes it', async () => {
  const path = `/admin/v1/applications/${stack.applicationId}/webhooks/sandbox`;
  const { session: editor } = await operatorOf(stack.admin, 'editor');
  const made = await editor.request<{ signing_secret: string }>('POST', path, { url: receiver.url });
  expect(made).toMatchObject({ status: 201, body: { signing_secret: expect.stringMatching(/^whsec_/) } });
  expect((await editor.request('POST', path, { url: receiver.url })).status).toBe(409);
  const changed = await editor.request('PATCH', path, { description: 'Orders' });
  expect(changed.body).toMatchObject({ webhook: { url: receiver.url, description: 'Orders' } });
  expect((await editor.request('DELETE', path)).status).toBe(403);
  expect((await run('webhooks', 'delete', '--env', 'sandbox')).code).toBe(0);
  expect((await editor.request('GET', path)).status).toBe(404);
});
